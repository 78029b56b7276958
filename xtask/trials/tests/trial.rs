//! A quick trial of faults on every engine, with real servers. `cargo xtask prove leases` runs the long one.

#![cfg(unix)]

use std::path::Path;

use trials::trial::{self, options::Options};

#[test]
fn every_engine_survives_a_quick_trial() {
    let report = trial::run(&Options::quick(), Path::new(env!("CARGO_BIN_EXE_worker")));
    let problems = report.problems();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(!report.cells.is_empty());
}
