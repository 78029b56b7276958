//! The trial: several workers, a real registry and a fault, for each engine and each fault.
//!
//! A [`Cell`] is one fault on one engine. It promises that no ID is made twice, and that all slots are in use again
//! within a window and a deadline after each round of the fault. The workers of two cells have planted faults, whose
//! duplicates must be found: a trial that can't see duplicates proves nothing.

mod cell;
mod disturb;
mod engine;
mod fault;
mod options;
mod report;
mod scene;
mod store;

use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, thread};

use anyhow::{Result, ensure};
use clap::{Parser, ValueEnum};

use crate::{markdown, worker};
use engine::Engine;
use fault::{Fault, name};
use options::{ENGINES_AT_ONCE, Options};
use report::Report;
use store::Store;

/// The command that writes the table, and the page with it.
const COMMAND: &str = "cargo xtask prove leases --write";
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fleet-trial.md");

/// Runs the program, or a worker of it.
pub fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().collect();
    if let [_, word, kind, address] = arguments.as_slice()
        && word == "worker"
    {
        return worker::run(kind, address);
    }
    let options = Options::parse();
    let report = run(&options, &env::current_exe()?);
    let ((head, rows), problems) = (report.table(), report.problems());
    ensure!(!rows.is_empty(), "the trial has no results: {}", problems.join("; "));
    let table = markdown::table(&head, rows, 1);
    print!("{table}");
    ensure!(problems.is_empty(), "promises are broken:\n{}", problems.join("\n"));
    if options.write {
        let date = Command::new("date").args(["-u", "+%Y-%m-%d"]).output()?.stdout;
        let date = String::from_utf8(date)?;
        let measured = format!("\n{table}\nMeasured by `{COMMAND}` on {}.\n\n", date.trim());
        markdown::write_generated(Path::new(PAGE), COMMAND, &measured)?;
    }
    Ok(())
}

/// Prints a line for each cell on stderr.
fn run(options: &Options, worker: &Path) -> Report {
    let mut faults = options.faults.clone();
    if faults.is_empty() {
        faults = Fault::value_variants().to_vec();
    }
    if faults.contains(&Fault::Clocks) && servers::clock::library_or_skip().is_none() {
        faults.retain(|fault| *fault != Fault::Clocks);
    }
    let engines = if options.engines.is_empty() { Engine::ALL.to_vec() } else { options.engines.clone() };
    let engines = Mutex::new(VecDeque::from(engines));
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
                let error = format!("{}, {}: {error:#}", name(&engine), name(&fault));
                eprintln!("{error}");
                lock(report).errors.push(error);
            }
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    /// Without them, a trial of a quarter of an hour would end with an error.
    #[test]
    fn the_page_has_marks_around_the_table() {
        let page = std::fs::read_to_string(super::PAGE).unwrap();
        crate::markdown::generated(&page, super::COMMAND).unwrap();
    }
}
