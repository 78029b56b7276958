//! The workers of a cell, and what is measured while they are disturbed.

use std::ops::Range;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use servers::clock::{self, Clock, Sees};
use tempfile::TempDir;

use super::fault::Fault;
use super::options::{DELAY, WINDOW};
use super::store::{SLOTS, Store};
use crate::fleet::Fleet;

/// The number of workers.
pub(super) const WORKERS: usize = SLOTS as usize + 1;

/// How long the workers may take to start. The cell before can have left a floor.
const STARTING: Duration = Duration::from_secs(20);

/// Workers and their registry.
pub(super) struct Scene {
    pub(super) store: Store,
    pub(super) fleet: Fleet,
    pub(super) random: Rng,
    fault: Fault,
    /// The clocks of the workers, if the fault needs them.
    pub(super) clocks: Vec<Clock>,
    pub(super) longest_fault: Duration,
    pub(super) longest_recovery: Duration,
    /// The number of connections with a request that arrived late.
    pub(super) late: usize,
    pub(super) problems: Vec<String>,
    _clock_files: TempDir,
}

impl Scene {
    /// Starts the workers, and waits until all slots are in use.
    pub(super) fn start(fault: Fault, store: Store, seed: u64, worker: &Path) -> Result<Self> {
        let mut fleet = Fleet::new(worker, store.address());
        let clock_files = tempfile::tempdir()?;
        let mut clocks = Vec::new();
        for (number, kind) in fault.kinds().into_iter().cycle().take(WORKERS).enumerate() {
            let mut environment = Vec::new();
            if fault == Fault::Clocks {
                let library = clock::library().context("faketime is not installed")?;
                let clock = Clock::new(&library, clock_files.path().join(number.to_string()))?;
                environment = clock.environment(Sees::AtOnce);
                clocks.push(clock);
            }
            fleet.start_with(kind, environment)?;
        }
        let scene = Self {
            store,
            fleet,
            random: Rng::with_seed(seed),
            fault,
            clocks,
            longest_fault: Duration::ZERO,
            longest_recovery: Duration::ZERO,
            late: 0,
            problems: Vec::new(),
            _clock_files: clock_files,
        };
        // The workers of the cell before were killed, so their slots are blocked for up to a window.
        let begun = Instant::now();
        while scene.fleet.active_since(begun).len() < SLOTS as usize {
            ensure!(begun.elapsed() < STARTING, "the workers have made no IDs");
            thread::sleep(Duration::from_millis(20));
        }
        Ok(scene)
    }

    /// A window, a deadline and what a machine can delay. If the fault sets a floor, new grants begin later.
    pub(super) fn patience(&self) -> Duration {
        let patience = WINDOW + WINDOW / 12 + DELAY;
        let engine = self.store.engine;
        if self.fault.sets_floor(engine) {
            patience + self.store.reach() + engine.floor_margin()
        } else {
            patience
        }
    }

    /// Waits for a random part of the window, between two percentages.
    pub(super) fn sleep(&mut self, from: u32, to: u32) {
        thread::sleep(WINDOW * self.random.u32(from..=to) / 100);
    }

    /// Selects some workers.
    pub(super) fn victims(&mut self, most: usize) -> Vec<usize> {
        let count = self.random.usize(1..=most);
        self.random.choose_multiple(0..WORKERS, count)
    }

    /// Ends a fault that began at an instant: all slots must be in use again soon.
    pub(super) fn recover(&mut self, begun: Instant) -> Result<()> {
        self.recover_with(begun, 0..WORKERS, SLOTS as usize)
    }

    /// Ends a fault that began at an instant: so many of these workers must make IDs again soon.
    pub(super) fn recover_with(&mut self, begun: Instant, workers: Range<usize>, least: usize) -> Result<()> {
        let (ended, limit) = (Instant::now(), self.patience());
        self.longest_fault = self.longest_fault.max(ended - begun);
        // IDs of a lease from before do not show that it can be renewed.
        if self.fault.disturbs_store() {
            self.sleep(30, 110);
        }
        let settled = Instant::now();
        loop {
            let active = self.fleet.active_since(settled);
            let active = active.iter().filter(|number| workers.contains(number)).count();
            if active >= least {
                break;
            }
            // Later than that, there is no hope.
            if settled.elapsed() > 4 * limit {
                let late = 4 * limit;
                self.problems.push(format!("{active} of {least} slots in use {late:.2?} after a fault"));
                return Ok(());
            }
            if let Some(number) = self.fleet.ended() {
                bail!("worker {number} has ended");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let recovery = ended.elapsed();
        self.longest_recovery = self.longest_recovery.max(recovery);
        if recovery > limit {
            self.problems.push(format!("{least} slots in use only {recovery:.2?} after a fault"));
        }
        Ok(())
    }
}
