//! How long threads that rarely need an ID wait for it, beside threads that make IDs without pause. `scru128::new` and a
//! generator in a `Mutex` take turns. `cargo xtask bench --waits` runs this, and it prints a table in Markdown.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scru128::{Generator, Scru128};
use thread_priority::{
    NormalThreadSchedulePolicy, RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue,
    ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
};

/// How long an idle thread sleeps between two IDs.
const PAUSE: Duration = Duration::from_micros(500);
/// How long each measurement takes, and how many there are of each case.
const SPAN: Duration = Duration::from_secs(1);
const ROUNDS: usize = 4;

/// The number of threads of each kind, and their priorities.
struct Case {
    idle: usize,
    busy: usize,
    /// Whether the idle threads are real-time threads (`SCHED_FIFO`), and the busy ones have the least priority of all others.
    real_time: bool,
}

const CASES: [Case; 5] = [
    Case { idle: 64, busy: 0, real_time: false },
    Case { idle: 1, busy: 3, real_time: false },
    Case { idle: 1, busy: 7, real_time: false },
    Case { idle: 8, busy: 8, real_time: false },
    Case { idle: 8, busy: 8, real_time: true },
];

fn main() {
    let mutex = Mutex::new(Generator::new());
    let by_mutex = || {
        let mut generator = mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        generator.generate_or_reset().expect("the system has a clock and randomness")
    };
    println!("| threads | `scru128::new()`: IDs; p50 / p90 / p99 | `Mutex<Generator>`: the same |");
    println!("| --- | --- | --- |");
    for case in CASES {
        let note =
            if case.real_time { ", real-time threads beside threads of the least priority" } else { "" };
        let name = format!("{} idle, {} busy{note}", case.idle, case.busy);
        if case.real_time && !thread::spawn(set_real_time).join().unwrap_or(false) {
            println!("| {name} | not measured: it needs root | |");
            continue;
        }
        let mut waits = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            waits[0].extend(measure(&case, scru128::new));
            waits[1].extend(measure(&case, by_mutex));
        }
        let [ours, mutex] = waits.map(describe);
        println!("| {name} | {ours} | {mutex} |");
    }
}

/// How long each call of an idle thread took.
fn measure(case: &Case, new: impl Fn() -> Scru128 + Sync) -> Vec<Duration> {
    let (done, new) = (AtomicBool::new(false), &new);
    thread::scope(|scope| {
        for _ in 0..case.busy {
            scope.spawn(|| {
                if case.real_time {
                    set_least();
                }
                while !done.load(Ordering::Relaxed) {
                    black_box(new());
                }
            });
        }
        let idle: Vec<_> = (0..case.idle)
            .map(|_| {
                scope.spawn(|| {
                    if case.real_time {
                        set_real_time();
                    }
                    let mut waits = Vec::new();
                    while !done.load(Ordering::Relaxed) {
                        thread::sleep(PAUSE);
                        let start = Instant::now();
                        black_box(new());
                        waits.push(start.elapsed());
                    }
                    waits
                })
            })
            .collect();
        thread::sleep(SPAN);
        done.store(true, Ordering::Relaxed);
        idle.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
    })
}

fn describe(mut waits: Vec<Duration>) -> String {
    waits.sort_unstable();
    let percentile = |percent: usize| waits.get(waits.len() * percent / 100).copied().unwrap_or_default();
    let [p50, p90, p99] = [50, 90, 99].map(|percent| format!("{:.1?}", percentile(percent)));
    format!("{} k; {p50} / {p90} / {p99}", waits.len() / 1000)
}

/// Makes this thread a real-time thread, if the system allows that.
fn set_real_time() -> bool {
    set(10, ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::Fifo))
}

/// Gives this thread the least priority.
fn set_least() -> bool {
    set(0, ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Other))
}

fn set(priority: u8, policy: ThreadSchedulePolicy) -> bool {
    ThreadPriorityValue::try_from(priority).is_ok_and(|priority| {
        set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Crossplatform(priority), policy)
            .is_ok()
    })
}
