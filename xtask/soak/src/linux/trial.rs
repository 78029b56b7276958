//! A trial: workers of one scheme, their faults, and the check of all their IDs.

use std::fs::{self, File};
use std::io::BufReader;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpgid};

use super::checker::{Checker, Sequences, Tally, hex};
use super::clock::SteppedClock;
use super::flaw::Flaw;
use super::frame::{Event, Frame};
use super::kind::Kind;
use super::partitions::Partitions;
use super::random::Random;
use super::subject::Subject;
use super::worker::Orders;

/// A worker and its children that write nothing for this long hang.
const HANGS_AFTER: Duration = Duration::from_secs(60);

/// What to try.
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) subject: &'static Subject,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) flaw: Flaw,
    pub(crate) ids: u64,
    /// The least time, over which the IDs are spread.
    pub(crate) least: Duration,
    pub(crate) pace: Pace,
    pub(crate) seed: u64,
    pub(crate) libfaketime: PathBuf,
}

/// How often a worker is disturbed, in milliseconds, and how soon it sees a step of its clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) between_steps: u64,
    pub(crate) between_stops: u64,
    pub(crate) between_kills: u64,
    /// Whether each reading reads the clock's file. Otherwise, that happens once a second.
    pub(crate) is_exact: bool,
}

impl Trial {
    /// Runs the workers until they have made their IDs, and checks these.
    pub(crate) fn run(&self) -> Result<Tally> {
        let folder = tempfile::tempdir().context("a temporary folder")?;
        let partitions = Partitions::new(self.ids)?;
        let sequences = Sequences::default();
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.kinds.len())
                .map(|index| {
                    let (partitions, sequences, folder) = (&partitions, &sequences, folder.path());
                    scope.spawn(move || self.lineage(index, folder, partitions, sequences))
                })
                .collect();
            for worker in workers {
                tally.add(worker.join().expect("a checker does not panic")?);
            }
            anyhow::Ok(())
        })?;
        let sequences = sequences.into_inner().unwrap_or_else(PoisonError::into_inner);
        partitions.duplicates(|duplicate| {
            tally.duplicates += 1;
            if !self.subject.is_unique {
                return;
            }
            let makers = duplicate.sequences.map(|number| {
                let sequence = sequences.get(number as usize);
                sequence.map_or_else(String::new, |sequence| {
                    format!(
                        "{}, process {}, sequence {}",
                        sequence.kind.name(),
                        sequence.process,
                        sequence.sequence
                    )
                })
            });
            let nth = tally.duplicates;
            let id = hex(&duplicate.id, self.subject.bytes);
            tally.describe(nth, || format!("{id} was made twice: {}", makers.join(" and ")));
        })?;
        Ok(tally)
    }

    /// Runs one worker after the other with the same clock and nodes.
    fn lineage(
        &self,
        index: usize,
        folder: &Path,
        partitions: &Partitions,
        sequences: &Sequences,
    ) -> Result<Tally> {
        let kind = self.kinds[index];
        let seed = self.seed ^ (index as u64) << 32;
        let clock = SteppedClock::new(folder, &format!("clock-{index}"), kind, Random::new(seed, 0))?;
        let shown = clock.file().to_owned();
        let (worker, workers) = (u32::try_from(index)?, u32::try_from(self.kinds.len())?);
        let mut checker = Checker::new(self.subject, kind, (worker, workers), sequences, partitions.writer());
        let state = State::default();
        let start = Instant::now();
        let quota = self.ids / u64::from(workers);
        let disturbed = thread::scope(|scope| {
            let disturber = scope.spawn(|| self.disturb(clock, &state, Random::new(seed, 1)));
            let mut run = 0;
            let mut result = Ok(());
            while result.is_ok() && !disturber.is_finished() {
                if checker.tally.ids >= quota && start.elapsed() >= self.least {
                    break;
                }
                run += 1;
                let orders =
                    Orders { subject: self.subject, kind, flaw: self.flaw, seed: seed ^ run, generation: 0 };
                result = self.worker(orders, &shown, &state, &mut checker, quota, start);
            }
            state.is_done.store(true, Ordering::Relaxed);
            let disturbed = disturber.join().expect("it does not panic");
            result.and(disturbed)
        })?;
        let mut tally = checker.finish()?;
        tally.add(disturbed);
        Ok(tally)
    }

    /// Runs one worker until all its processes are dead.
    fn worker(
        &self,
        orders: Orders,
        clock: &Path,
        state: &State,
        checker: &mut Checker<'_>,
        quota: u64,
        start: Instant,
    ) -> Result<()> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(orders.arguments()).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        command.env("LD_PRELOAD", &self.libfaketime).env("FAKETIME_TIMESTAMP_FILE", clock);
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("FAKETIME_FMT", "%s").env("TZ", "UTC");
        let (variable, value) =
            if self.pace.is_exact { ("FAKETIME_NO_CACHE", "1") } else { ("FAKETIME_CACHE_DURATION", "0") };
        let mut child = command.env(variable, value).spawn().context("a worker can't be started")?;
        let group = Pid::from_child(&child);
        *state.lock() = Some(group);
        let mut grants = child.stdin.take().context("it has a pipe")?;
        let mut pipe = BufReader::with_capacity(1 << 16, child.stdout.take().context("it has a pipe")?);
        let mut result = checker.begin(&mut grants);
        while result.is_ok() {
            let frame = match Frame::read(self.subject.bytes, &mut pipe) {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            state.frames.fetch_add(1, Ordering::Relaxed);
            result = checker.check(&frame, &mut grants);
            let elapsed = start.elapsed();
            if checker.tally.ids >= quota && elapsed >= self.least {
                kill_process_group(group, Signal::KILL)?;
            } else if is_fast(checker.tally.ids, quota, elapsed, self.least) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // From here on, the process id can be another's.
        *state.lock() = None;
        kill_process_group(group, Signal::KILL).or_else(ignore_missing)?;
        reap(group)?;
        remove_shared_memory(child.id());
        if state.hangs.swap(false, Ordering::Relaxed) {
            checker.fault(&Frame::new(Event::Fault, child.id()), "no process wrote anything for 60 s");
        }
        result
    }

    /// Steps the clock, and stops, continues and kills all processes of a worker, until it is done.
    fn disturb(&self, mut clock: SteppedClock, state: &State, mut random: Random) -> Result<Tally> {
        let mut tally = Tally::default();
        let Pace { between_steps, between_stops, between_kills, .. } = self.pace;
        let mut after = |span: u64| Instant::now() + Duration::from_millis(span / 2 + random.below(span));
        let (mut steps_at, mut stops_at, mut kills_at) =
            (after(between_steps), after(between_stops), after(between_kills));
        let (mut frames, mut alive_at) = (0, Instant::now());
        while !state.is_done.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
            let now = Instant::now();
            if now >= steps_at {
                clock.step()?;
                steps_at = after(between_steps);
            }
            if now >= stops_at {
                stops_at = after(between_stops);
                if state.signal(Signal::STOP)? {
                    tally.stops += 1;
                    thread::sleep(after(100).duration_since(now));
                    state.signal(Signal::CONT)?;
                }
            }
            if now >= kills_at {
                kills_at = after(between_kills);
                tally.kills += u64::from(state.signal(Signal::KILL)?);
            }
            let frames_now = state.frames.load(Ordering::Relaxed);
            if frames != frames_now {
                (frames, alive_at) = (frames_now, now);
            } else if now - alive_at > HANGS_AFTER {
                state.hangs.store(true, Ordering::Relaxed);
                state.signal(Signal::KILL)?;
                alive_at = now;
            }
        }
        tally.steps = clock.steps();
        Ok(tally)
    }
}

/// Whether a worker is ahead of the time over which its IDs are spread.
fn is_fast(ids: u64, quota: u64, elapsed: Duration, least: Duration) -> bool {
    u128::from(ids) * least.as_millis() > u128::from(quota) * elapsed.as_millis()
}

/// What the checker of a worker and the thread that disturbs it share.
#[derive(Default)]
struct State {
    /// The group of the worker and the processes that it forks, while it can't be another's.
    group: Mutex<Option<Pid>>,
    frames: AtomicU64,
    hangs: AtomicBool,
    is_done: AtomicBool,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Option<Pid>> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a signal to all processes of the worker. Returns whether there is one.
    fn signal(&self, signal: Signal) -> Result<bool> {
        let group = self.lock();
        let Some(group) = *group else { return Ok(false) };
        kill_process_group(group, signal).or_else(ignore_missing)?;
        Ok(true)
    }
}

fn ignore_missing(error: rustix::io::Errno) -> rustix::io::Result<()> {
    if error == rustix::io::Errno::SRCH { Ok(()) } else { Err(error) }
}

/// Waits for all processes of a group, which are dead or about to die.
fn reap(group: Pid) -> Result<()> {
    loop {
        match waitpgid(group, WaitOptions::empty()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::CHILD) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Removes what `libfaketime` left behind when its process was killed.
fn remove_shared_memory(process: u32) {
    for name in [format!("faketime_shm_{process}"), format!("sem.faketime_sem_{process}")] {
        // Without it, nothing is left behind.
        let _ = fs::remove_file(Path::new("/dev/shm").join(name));
    }
}

/// The greatest amount of memory of this process in MB since [`forget_peak`].
pub(crate) fn peak_mb() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    let kb: u64 = peak.trim().trim_end_matches(" kB").parse().context("VmHWM in kB")?;
    Ok(kb / 1024)
}

/// Starts the measurement of memory again.
pub(crate) fn forget_peak() -> Result<()> {
    use std::io::Write;
    File::options().write(true).open("/proc/self/clear_refs")?.write_all(b"5").context("clear_refs")
}
