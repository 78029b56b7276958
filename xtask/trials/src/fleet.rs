//! Three concurrent processes that are killed and frozen.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::contract::TIMEOUT;

/// Workers and what they have printed.
#[derive(Debug)]
pub struct Fleet {
    program: PathBuf,
    address: String,
    workers: Vec<Worker>,
    printed: Arc<Mutex<Printed>>,
}

#[derive(Debug)]
struct Worker {
    kind: &'static str,
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

/// The values that the workers have generated.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The number of values.
    pub values: usize,
    /// The number of repeated values.
    pub duplicates: u32,
}

impl Fleet {
    /// Starts workers of these kinds.
    pub fn start(program: &Path, address: &str, kinds: [&'static str; 3]) -> Result<Self> {
        let (program, address) = (program.to_owned(), address.to_owned());
        let mut fleet = Self { program, address, workers: Vec::new(), printed: Arc::default() };
        for (number, kind) in kinds.into_iter().enumerate() {
            let worker = fleet.spawn(number, kind)?;
            fleet.workers.push(worker);
        }
        Ok(fleet)
    }

    /// Kills a worker without giving it a chance to react. Starts a new worker in its place.
    pub fn kill(&mut self, number: usize) -> Result<()> {
        self.workers[number].end();
        self.workers[number] = self.spawn(number, self.workers[number].kind)?;
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

    /// Freezes each worker until the other two have acquired and used the slots.
    pub fn hand_over(&mut self) -> Result<()> {
        for number in 0..self.workers.len() {
            self.freeze(number)?;
            self.wait_for_both_slots(Some(number))?;
            self.wait_for(500)?;
            self.thaw(number)?;
        }
        Ok(())
    }

    /// Kills each worker.
    pub fn kill_each(&mut self) -> Result<()> {
        for number in 0..self.workers.len() {
            self.kill(number)?;
            self.wait_for(100)?;
        }
        Ok(())
    }

    /// Waits until the workers have printed this many more values.
    pub fn wait_for(&self, more: usize) -> Result<()> {
        let goal = self.printed().values.len() + more;
        self.wait_until(&format!("{goal} values"), |printed| printed.values.len() >= goal)
    }

    /// Waits until two workers have each printed a new value. A frozen worker doesn't count. Fails if a worker has
    /// ended.
    pub fn wait_for_both_slots(&mut self, frozen: Option<usize>) -> Result<()> {
        let ended = |worker: &mut Worker| !matches!(worker.process.try_wait(), Ok(None));
        ensure!(!self.workers.iter_mut().any(ended), "a worker has ended");
        let begun = Instant::now();
        self.wait_until("values of two workers", |printed| {
            let active =
                printed.last_of.iter().filter(|(number, last)| Some(**number) != frozen && **last > begun);
            active.count() >= 2
        })
    }

    /// Returns the longest time in which no worker printed anything, since the last call.
    #[must_use]
    pub fn take_longest_gap(&self) -> Duration {
        mem::take(&mut self.printed().longest_gap)
    }

    /// Kills all workers and returns the result.
    #[must_use]
    pub fn finish(mut self) -> Outcome {
        self.workers.iter_mut().for_each(Worker::end);
        let printed = self.printed();
        Outcome { values: printed.values.len(), duplicates: printed.duplicates() }
    }

    fn wait_until(&self, what: &str, is_reached: impl Fn(&Printed) -> bool) -> Result<()> {
        let begun = Instant::now();
        while !is_reached(&self.printed()) {
            let values = self.printed().values.len();
            ensure!(begun.elapsed() < TIMEOUT, "expected {what}, found {values} values and no more");
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    fn signal(&self, number: usize, signal: Signal) -> Result<()> {
        Ok(kill_process(Pid::from_child(&self.workers[number].process), signal)?)
    }

    fn spawn(&self, number: usize, kind: &'static str) -> Result<Worker> {
        let mut command = Command::new(&self.program);
        command.args(["worker", kind, &self.address]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process =
            command.spawn().with_context(|| format!("can't start {}", self.program.display()))?;
        let output = process.stdout.take().context("an output")?;
        let printed = Arc::clone(&self.printed);
        let reader = thread::spawn(move || {
            let (mut output, mut line) = (BufReader::new(output), String::new());
            while output.read_line(&mut line).is_ok() {
                // A killed worker may have printed only a part of its last line, without the end.
                let Some(value) = line.strip_suffix('\n').and_then(|line| line.parse().ok()) else { break };
                lock(&printed).take(number, value);
                line.clear();
            }
        });
        Ok(Worker { kind, process, reader: Some(reader) })
    }

    fn printed(&self) -> MutexGuard<'_, Printed> {
        lock(&self.printed)
    }
}

impl Worker {
    /// Kills the worker, even if it is frozen. Reads the rest of its output.
    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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
    fn duplicates(&self) -> u32 {
        self.values.values().map(|times| times - 1).sum()
    }

    fn take(&mut self, number: usize, value: u64) {
        *self.values.entry(value).or_default() += 1;
        let now = Instant::now();
        let gap = self.last.replace(now).map_or(Duration::ZERO, |last| now - last);
        self.longest_gap = self.longest_gap.max(gap);
        self.last_of.insert(number, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_two_workers_print_is_a_duplicate() {
        let mut printed = Printed::default();
        [(0, 5), (1, 6), (1, 5), (0, 7)].into_iter().for_each(|(number, value)| printed.take(number, value));
        assert_eq!((printed.values.len(), printed.duplicates()), (3, 1));
    }
}
