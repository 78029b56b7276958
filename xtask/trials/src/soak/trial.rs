//! A trial: workers of one scheme, their faults, and the check of all their IDs.

use std::io::BufReader;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpgid};
use servers::clock::{Clock, Sees, remove_shared_memory};

use super::Scheme;
use super::checker::{Checker, Sequences, Tally};
use super::clock::SteppedClock;
use super::frame::{Count, Frame};
use super::partitions::Partitions;
use super::planted::{Kind, Planted};
use super::worker::Orders;

/// A worker and its children that write nothing for this long hang.
const HANGS_AFTER: Duration = Duration::from_secs(60);

/// What to try.
#[derive(Clone)]
pub(super) struct Trial {
    pub(super) kinds: Vec<Kind>,
    pub(super) planted: Option<Planted>,
    pub(super) ids: u64,
    /// The least time, over which the IDs are spread.
    pub(super) least: Duration,
    pub(super) pace: Pace,
    pub(super) seed: u64,
    pub(super) libfaketime: PathBuf,
}

/// How often a worker is disturbed, in milliseconds, and how soon it sees a step of its clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) between_steps: u64,
    pub(super) between_stops: u64,
    pub(super) between_kills: u64,
    pub(super) sees: Sees,
}

impl Trial {
    /// Runs the workers until they have made their IDs, and checks these.
    pub(super) fn run<S: Scheme>(&self) -> Result<Tally> {
        let folder = tempfile::tempdir().context("a temporary folder")?;
        let partitions = Partitions::new(self.ids)?;
        let sequences = Sequences::default();
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.kinds.len())
                .map(|index| {
                    let (partitions, sequences, folder) = (&partitions, &sequences, folder.path());
                    scope.spawn(move || self.lineage::<S>(index, folder, partitions, sequences))
                })
                .collect();
            for worker in workers {
                tally.add(worker.join().expect("a checker does not panic")?);
            }
            anyhow::Ok(())
        })?;
        let sequences = sequences.into_inner().unwrap_or_else(PoisonError::into_inner);
        partitions.duplicates(|id: S::Id, [one, other]| {
            if S::IS_UNIQUE {
                let (one, other) = (&sequences[one as usize], &sequences[other as usize]);
                tally.fault(Count::Duplicates, || format!("{id} was made twice: {one} and {other}"));
            } else {
                tally.counts[Count::Duplicates] += 1;
            }
        })?;
        Ok(tally)
    }

    /// Runs one worker after the other with the same clock and nodes.
    fn lineage<S: Scheme>(
        &self,
        index: usize,
        folder: &Path,
        partitions: &Partitions,
        sequences: &Sequences,
    ) -> Result<Tally> {
        let kind = self.kinds[index];
        let mut random = Rng::with_seed(self.seed ^ (index as u64) << 32);
        let clock = Clock::new(&self.libfaketime, folder.join(format!("clock-{index}")))?;
        let stepped = SteppedClock::new(&clock, random.fork(), kind == Kind::Threads)?;
        let (worker, workers) = (u32::try_from(index)?, u32::try_from(self.kinds.len())?);
        let mut checker = Checker::<S>::new(kind, (worker, workers), sequences, partitions);
        let state = State::default();
        let start = Instant::now();
        let quota = self.ids / u64::from(workers);
        let disturbed = thread::scope(|scope| {
            let disturbs = random.fork();
            let disturber = scope.spawn(|| self.disturb(stepped, &state, disturbs));
            let mut result = Ok(());
            while result.is_ok() && !disturber.is_finished() {
                if checker.tally.counts[Count::Ids] >= quota && start.elapsed() >= self.least {
                    break;
                }
                let orders = Orders {
                    scheme: S::NAME.to_owned(),
                    kind,
                    planted: self.planted,
                    seed: random.u64(..),
                    generation: 0,
                };
                result = self.worker(&orders, &clock, &state, &mut checker, quota, start);
            }
            state.is_done.store(true, Ordering::Relaxed);
            let disturbed = disturber.join().expect("it does not panic");
            result.and(disturbed)
        })?;
        let mut tally = checker.tally;
        tally.add(disturbed);
        Ok(tally)
    }

    /// Runs one worker until all its processes are dead.
    fn worker<S: Scheme>(
        &self,
        orders: &Orders,
        clock: &Clock,
        state: &State,
        checker: &mut Checker<'_, S>,
        quota: u64,
        start: Instant,
    ) -> Result<()> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(orders.arguments()?).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        command.envs(clock.environment(self.pace.sees));
        let mut child = command.spawn().context("a worker can't be started")?;
        let group = Pid::from_child(&child);
        *state.lock() = Some(group);
        let mut grants = child.stdin.take().context("it has a pipe")?;
        let mut pipe = BufReader::with_capacity(1 << 16, child.stdout.take().context("it has a pipe")?);
        let mut check = || {
            checker.begin(&mut grants)?;
            while let Some(frame) = Frame::read(&mut pipe)? {
                state.frames.fetch_add(1, Ordering::Relaxed);
                checker.check(&frame, &mut grants)?;
                let (ids, elapsed) = (checker.tally.counts[Count::Ids], start.elapsed());
                if ids >= quota && elapsed >= self.least {
                    kill_process_group(group, Signal::KILL)?;
                } else if is_fast(ids, quota, elapsed, self.least) {
                    thread::sleep(Duration::from_millis(1));
                }
            }
            anyhow::Ok(())
        };
        let result = check();
        // From here on, the process id can be another's.
        *state.lock() = None;
        kill_process_group(group, Signal::KILL).or_else(ignore_missing)?;
        reap(group)?;
        checker.processes.keys().copied().chain([child.id()]).for_each(remove_shared_memory);
        if state.hangs.swap(false, Ordering::Relaxed) {
            checker.fault(child.id(), &format!("no process wrote anything for {HANGS_AFTER:?}"));
        }
        result
    }

    /// Steps the clock, and stops, continues and kills all processes of a worker, until it is done.
    fn disturb(&self, mut clock: SteppedClock<'_>, state: &State, mut random: Rng) -> Result<Tally> {
        let mut tally = Tally::default();
        let Pace { between_steps, between_stops, between_kills, .. } = self.pace;
        let mut after = |span: u64| Instant::now() + Duration::from_millis(span / 2 + random.u64(..span));
        let (mut steps_at, mut stops_at, mut kills_at) =
            (after(between_steps), after(between_stops), after(between_kills));
        let (mut frames, mut alive_at) = (0, Instant::now());
        while !state.is_done.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
            let now = Instant::now();
            if now >= steps_at {
                clock.step()?;
                tally.counts[Count::ClockSteps] += 1;
                steps_at = after(between_steps);
            }
            if now >= stops_at {
                stops_at = after(between_stops);
                if state.signal(Signal::STOP)? {
                    tally.counts[Count::Stops] += 1;
                    thread::sleep(after(100).duration_since(now));
                    state.signal(Signal::CONT)?;
                }
            }
            if now >= kills_at {
                kills_at = after(between_kills);
                tally.counts[Count::Kills] += u64::from(state.signal(Signal::KILL)?);
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
