//! The trial: several workers, a real registry and a fault, for each engine and each fault.
//!
//! A [`Cell`] is one fault on one engine. It promises that no ID is made twice, and that all slots are in use again
//! within a window and a deadline after each round of the fault. Two cells have broken workers instead, whose duplicates must be
//! found: a trial that can't see duplicates proves nothing.

mod cell;
mod disturb;
pub mod engine;
pub mod fault;
pub mod options;
pub mod report;
mod scene;
mod store;
mod table;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use engine::Engine;
use fault::Fault;
use options::{ENGINES_AT_ONCE, Options};
use report::Report;
use store::Store;

/// Runs the trial with this program as worker, and prints a line for each cell on stderr.
pub fn run(options: &Options, worker: &Path) -> Report {
    let mut faults = options.faults.clone();
    if faults.contains(&Fault::Clocks) && servers::clock::library_or_skip().is_none() {
        faults.retain(|fault| *fault != Fault::Clocks);
    }
    let engines = Mutex::new(options.engines.iter().copied().collect::<VecDeque<_>>());
    let report = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..ENGINES_AT_ONCE {
            scope.spawn(|| {
                let next = || lock(&engines).pop_front();
                while let Some(engine) = next() {
                    try_engine(engine, &faults, options, worker, &report);
                }
            });
        }
    });
    report.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs all faults on one engine. They share its servers, as long as these are usable.
fn try_engine(engine: Engine, faults: &[Fault], options: &Options, worker: &Path, report: &Mutex<Report>) {
    let mut store = None;
    for &fault in faults.iter().filter(|fault| fault.applies_to(engine)) {
        let usable = store.take().map_or_else(|| Store::start(engine), |store| Ok(Some(store)));
        let seed = options.seed.wrapping_add(1_000 * engine as u64 + fault as u64);
        let ran =
            usable.and_then(|store| store.map(|store| cell::run(fault, store, seed, worker)).transpose());
        match ran {
            Ok(Some((cell, after))) => {
                eprintln!("{cell}");
                lock(report).cells.push(cell);
                store = after;
            }
            // A message has said what is missing.
            Ok(None) => return,
            Err(error) => {
                let error = format!("{}, {}: {error:#}", engine.name(), fault.name());
                eprintln!("{error}");
                lock(report).errors.push(error);
            }
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
