//! Runs the benchmarks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::results::Results;
use crate::root;

/// How much time is taken for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// A minute for the comparison, once, and nothing else.
    Quick,
    /// Some minutes for the comparison, in rounds, and as many for the growth.
    Thorough,
}

/// What criterion is told for the comparison.
const QUICK: &[&str] =
    &["--warm-up-time=0.1", "--measurement-time=0.3", "--sample-size=10", "--nresamples=1000"];
const THOROUGH: &[&str] = &["--warm-up-time=0.2", "--measurement-time=0.8", "--sample-size=20"];
/// How often the comparison is made, since a shared machine may be slow for a minute.
const ROUNDS: usize = 3;
/// What it is told for the growth, which needs no more than a trend.
const GROWTH: &[&str] = &["--warm-up-time=0.3", "--measurement-time=1", "--sample-size=10"];

/// Takes the times anew.
pub(super) fn take(pace: Pace) -> Result<Results> {
    let folder = target().join("xtask-bench");
    // What is no longer measured must not be read.
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("{}: can't be removed", folder.display()));
        }
        _ => {}
    }
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

/// Runs one of the benchmarks of `crates/bench`. What it prints goes to stderr, so that stdout has the tables alone.
fn criterion(bench: &str, options: &[&str], folder: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["bench", "--quiet", "--package=bench", "--bench", bench, "--", "--noplot", "--quiet"]);
    command.args(options).env("CRITERION_HOME", folder).current_dir(root());
    let status = command.stdout(Stdio::from(io::stderr())).status().context("`cargo bench` can't be run")?;
    ensure!(status.success(), "`cargo bench --bench {bench}` failed: {status}");
    Ok(())
}

/// Where cargo puts what it builds.
pub(super) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
