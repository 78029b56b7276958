//! Runs the benchmarks.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::results::Results;
use crate::{command, files, root};

/// The thoroughness of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// One round of the comparison, which takes a minute.
    Quick,
    /// Several rounds of the comparison and one of the growth, for some minutes each.
    Thorough,
}

/// Criterion's options for the comparison.
const QUICK: &[&str] =
    &["--warm-up-time=0.1", "--measurement-time=0.3", "--sample-size=10", "--nresamples=1000"];
const THOROUGH: &[&str] = &["--warm-up-time=0.2", "--measurement-time=0.8", "--sample-size=20"];
/// The number of rounds of the comparison. A shared machine can be slow for a minute.
const ROUNDS: usize = 3;
/// Criterion's options for the growth, which only needs a trend.
const GROWTH: &[&str] = &["--warm-up-time=0.3", "--measurement-time=1", "--sample-size=10"];

/// Measures all times again.
pub(super) fn take(pace: Pace) -> Result<Results> {
    let folder = target().join("xtask-bench");
    // Results of operations that no longer exist must not be read.
    files::remove(&folder)?;
    let mut runs = vec![("operations", QUICK)];
    if pace == Pace::Thorough {
        runs = vec![("operations", THOROUGH); ROUNDS];
        runs.push(("growth", GROWTH));
    }
    let mut results = Results::default();
    for (round, (bench, options)) in runs.into_iter().enumerate() {
        let folder = folder.join(round.to_string());
        criterion(bench, options, &folder)?;
        results.read(&folder)?;
    }
    Ok(results)
}

/// Runs one of the benchmarks of `xtask/bench`. Its output goes to stderr, so that stdout has only the tables.
fn criterion(bench: &str, options: &[&str], folder: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["bench", "--quiet", "--package=bench", "--bench", bench, "--", "--noplot", "--quiet"]);
    command.args(options).env("CRITERION_HOME", folder).current_dir(root());
    command::run(command.stdout(io::stderr()))
}

/// Cargo's target folder.
pub(super) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
