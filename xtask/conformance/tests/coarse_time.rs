//! The system's coarse clock. In a process of its own, because the setting is for the whole process.

#![cfg(feature = "std")]

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use conformance::threads::process_wide;
use harness::scheme::SchemeUnderTest;
use harness::{scru128, ulid_flake};
use idcore::{Clock, CoarseClock, Id, Precision, SystemClock, precision, set_precision};

/// Each test needs the setting for itself.
fn alone() -> MutexGuard<'static, ()> {
    static SETTING: Mutex<()> = Mutex::new(());
    let guard = SETTING.lock().unwrap_or_else(PoisonError::into_inner);
    set_precision(Precision::Exact);
    guard
}

/// Makes an ID, and returns its time.
type NewUnixMs = fn() -> u64;

/// Each kind of generator whose ticks are milliseconds, with the time of its next ID.
fn generators() -> Vec<(String, NewUnixMs)> {
    fn of_scheme<S: SchemeUnderTest>() -> Vec<(String, NewUnixMs)> {
        let at = 1_800_000_000_001;
        if S::Id::min_at(at).map(Id::unix_ms) != Ok(at) {
            return Vec::new();
        }
        let process_wide: NewUnixMs = || (process_wide::<S>().new)().unix_ms();
        let per_thread: NewUnixMs = || S::PER_THREAD.map_or(0, |maker| (maker.new)().unix_ms());
        let of_thread = S::PER_THREAD.map(|_| (format!("{}, per thread", S::NAME), per_thread));
        [(S::NAME.to_owned(), process_wide)].into_iter().chain(of_thread).collect()
    }
    harness::with_each_scheme!(S => of_scheme::<S>()).concat()
}

/// Makes IDs between two equal readings of the clock. Returns how often the ID had the reading, and how often it had not.
fn agreement(mut clock: impl Clock, new: NewUnixMs) -> (u32, u32) {
    // No ID from before the setting is ahead of the coarse clock.
    thread::sleep(Duration::from_millis(50));
    let (mut same, mut other) = (0, 0);
    let start = Instant::now();
    while same + other < 200 && start.elapsed() < Duration::from_secs(10) {
        let before = clock.unix_ms().ok().expect("a time");
        let id = new();
        if clock.unix_ms().ok().expect("a time") == before {
            if id == before { same += 1 } else { other += 1 }
        }
        // Through all phases of a tick.
        thread::sleep(Duration::from_micros(170));
    }
    assert!(same + other > 0, "the clock never had the same reading twice");
    (same, other)
}

#[test]
fn generators_read_the_clock_of_the_setting() {
    let _alone = alone();
    for (name, new) in generators() {
        set_precision(Precision::Coarse);
        assert_eq!(agreement(CoarseClock, new).1, 0, "{name} does not read the coarse clock");
        set_precision(Precision::Exact);
        assert_eq!(agreement(SystemClock, new).1, 0, "{name} does not read the exact clock");
    }
}

/// Otherwise the test before could not tell the two clocks apart.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn the_coarse_clock_differs_from_the_exact_one() {
    let _alone = alone();
    for (name, new) in generators() {
        let (_, other) = agreement(CoarseClock, new);
        assert!(other > 0, "{name} reads the coarse clock without being told to");
    }
}

#[test]
fn a_change_of_the_setting_keeps_the_order() {
    fn keeps<T: Id>(new: fn() -> T) {
        let mut last = new();
        for round in 0..2_000 {
            set_precision(if round % 2 == 0 { Precision::Coarse } else { Precision::Exact });
            let next = new();
            assert!(last < next, "{last} before {next}");
            last = next;
        }
    }
    let _alone = alone();
    harness::with_each_scheme!(S => {
        keeps(process_wide::<S>().new);
        S::PER_THREAD.into_iter().for_each(|maker| keeps(maker.new));
    });
}

/// The clock advances only with each tick of the kernel, and `new` waits for it.
#[test]
fn new_waits_for_a_coarse_clock() {
    let _alone = alone();
    set_precision(Precision::Coarse);
    let first = ulid_flake::new();
    let mut last = first;
    while last.unix_ms() < first.unix_ms() + 200 {
        let next = ulid_flake::new();
        assert!(last < next);
        last = next;
    }
}

#[test]
fn the_setting_can_be_read() {
    let _alone = alone();
    assert_eq!(precision(), Precision::Exact);
    set_precision(Precision::Coarse);
    assert_eq!(precision(), Precision::Coarse);
    assert_eq!(scru128::precision(), Precision::Coarse, "it is one setting for all schemes");
}

#[cfg(unix)]
#[test]
fn a_child_inherits_the_setting() {
    let _alone = alone();
    set_precision(Precision::Coarse);
    let texts = conformance::processes::in_child(|| vec![format!("{:?}", precision())]);
    assert_eq!(texts, ["Coarse"]);
}
