//! Several workers at once, which are killed and frozen.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use servers::clock;

/// Workers that print nothing for this long hang.
const HANGS_AFTER: Duration = Duration::from_secs(120);

/// Variables of a worker's environment.
pub type Environment = Vec<(&'static str, OsString)>;

/// Workers, and what they have printed.
#[derive(Debug)]
pub struct Fleet {
    program: PathBuf,
    address: String,
    workers: Vec<Worker>,
    printed: Arc<Mutex<Printed>>,
}

#[derive(Debug)]
struct Worker {
    kind: String,
    environment: Environment,
    process: Child,
    reader: Option<JoinHandle<()>>,
}

/// What all workers have printed.
#[derive(Debug, Default)]
struct Printed {
    /// How often each value was printed.
    values: HashMap<u64, u32>,
    last: Option<Instant>,
    /// When each worker last printed a value.
    last_of: HashMap<usize, Instant>,
    longest_gap: Duration,
}

/// The result of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The number of values.
    pub values: usize,
    /// The number of values that were printed again.
    pub duplicates: u32,
    /// The longest time in which no worker printed anything.
    pub longest_gap: Duration,
}

impl Fleet {
    /// A fleet without workers: the program, and the registry of its workers.
    pub fn new(program: impl Into<PathBuf>, address: impl Into<String>) -> Self {
        Self {
            program: program.into(),
            address: address.into(),
            workers: Vec::new(),
            printed: Arc::default(),
        }
    }

    /// Starts a worker, and returns its number.
    pub fn start(&mut self, kind: &str) -> Result<usize> {
        self.start_with(kind, Vec::new())
    }

    /// Starts a worker with more variables in its environment, and returns its number.
    pub fn start_with(&mut self, kind: &str, environment: Environment) -> Result<usize> {
        let number = self.workers.len();
        let (process, reader) = self.spawn(number, kind, &environment)?;
        self.workers.push(Worker { kind: kind.to_owned(), environment, process, reader: Some(reader) });
        Ok(number)
    }

    /// Kills a worker, which can do nothing about it, and starts another one in its place.
    pub fn kill(&mut self, number: usize) -> Result<()> {
        self.workers[number].end();
        let Worker { kind, environment, .. } = &self.workers[number];
        let (process, reader) = self.spawn(number, kind, environment)?;
        let worker = &mut self.workers[number];
        (worker.process, worker.reader) = (process, Some(reader));
        Ok(())
    }

    /// Freezes a worker.
    pub fn freeze(&self, number: usize) -> Result<()> {
        self.signal(number, Signal::STOP)
    }

    /// Lets a frozen worker continue.
    pub fn thaw(&self, number: usize) -> Result<()> {
        self.signal(number, Signal::CONT)
    }

    /// The number of different values so far.
    #[must_use]
    pub fn values(&self) -> usize {
        self.printed().values.len()
    }

    /// The workers that have printed a value after an instant.
    #[must_use]
    pub fn active_since(&self, instant: Instant) -> Vec<usize> {
        let printed = self.printed();
        let active = printed.last_of.iter().filter(|(_, last)| **last > instant);
        active.map(|(number, _)| *number).collect()
    }

    /// The number of a worker that has ended by itself, if there is one.
    pub fn ended(&mut self) -> Option<usize> {
        self.workers.iter_mut().position(|worker| !matches!(worker.process.try_wait(), Ok(None)))
    }

    /// Waits until the workers have printed this many more values.
    pub fn wait_for(&self, more: usize) -> Result<()> {
        let goal = self.values() + more;
        self.wait_until(&format!("{goal} values"), || self.values() >= goal)
    }

    /// Waits until a value was printed twice.
    pub fn wait_for_duplicate(&self) -> Result<()> {
        self.wait_until("a duplicate", || self.printed().values.values().any(|times| *times > 1))
    }

    /// Waits until each of these workers has printed a value after now.
    fn wait_for_each(&self, numbers: &[usize]) -> Result<()> {
        let begun = Instant::now();
        self.wait_until(&format!("values of the workers {numbers:?}"), || {
            let active = self.active_since(begun);
            numbers.iter().all(|number| active.contains(number))
        })
    }

    fn wait_until(&self, what: &str, is_reached: impl Fn() -> bool) -> Result<()> {
        let begun = Instant::now();
        while !is_reached() {
            let values = self.values();
            anyhow::ensure!(
                begun.elapsed() < HANGS_AFTER,
                "expected {what}, found {values} values and no more"
            );
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Starts three workers of these kinds for a pool with two slots. Freezes each until the other two have the slots.
    pub fn hand_over(&mut self, kinds: [&str; 3]) -> Result<()> {
        for kind in kinds {
            self.start(kind)?;
        }
        self.wait_for(100)?;
        for number in 0..kinds.len() {
            self.freeze(number)?;
            self.wait_for_each(&[(number + 1) % 3, (number + 2) % 3])?;
            self.thaw(number)?;
        }
        Ok(())
    }

    /// Does the same, and then kills each worker.
    pub fn disturb(&mut self, kinds: [&str; 3]) -> Result<()> {
        self.hand_over(kinds)?;
        for number in 0..kinds.len() {
            self.kill(number)?;
            self.wait_for(100)?;
        }
        Ok(())
    }

    /// Kills all workers, and returns the result.
    #[must_use]
    pub fn finish(mut self) -> Outcome {
        self.workers.iter_mut().for_each(Worker::end);
        let printed = self.printed();
        let duplicates = printed.values.values().map(|times| times - 1).sum();
        Outcome { values: printed.values.len(), duplicates, longest_gap: printed.longest_gap }
    }

    fn signal(&self, number: usize, signal: Signal) -> Result<()> {
        Ok(kill_process(Pid::from_child(&self.workers[number].process), signal)?)
    }

    fn spawn(&self, number: usize, kind: &str, environment: &Environment) -> Result<(Child, JoinHandle<()>)> {
        let mut command = Command::new(&self.program);
        command.args(["worker", kind, &self.address]).envs(environment.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process =
            command.spawn().with_context(|| format!("can't start {}", self.program.display()))?;
        let output = process.stdout.take().context("an output")?;
        let printed = Arc::clone(&self.printed);
        let reader = thread::spawn(move || {
            let (mut output, mut line) = (BufReader::new(output), String::new());
            while output.read_line(&mut line).is_ok() {
                // A worker that is killed may have printed a part of its last line, without the end.
                let Some(value) = line.strip_suffix('\n').and_then(|line| line.parse().ok()) else { break };
                lock(&printed).take(number, value);
                line.clear();
            }
        });
        Ok((process, reader))
    }

    fn printed(&self) -> MutexGuard<'_, Printed> {
        lock(&self.printed)
    }
}

impl Worker {
    /// Kills it, also if it is frozen, and reads what it has printed.
    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        clock::remove_shared_memory(self.process.id());
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// Kills all workers.
impl Drop for Fleet {
    fn drop(&mut self) {
        self.workers.iter_mut().for_each(Worker::end);
    }
}

fn lock(printed: &Mutex<Printed>) -> MutexGuard<'_, Printed> {
    printed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Printed {
    fn take(&mut self, number: usize, value: u64) {
        *self.values.entry(value).or_default() += 1;
        let now = Instant::now();
        let gap = self.last.replace(now).map_or(Duration::ZERO, |last| now - last);
        self.longest_gap = self.longest_gap.max(gap);
        self.last_of.insert(number, now);
    }
}
