//! Runs the benchmarks.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::results::Results;
use crate::root;

/// How much time is taken for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// A minute for the comparison, and nothing else.
    Quick,
    /// Some minutes for the comparison, and as many for the growth.
    Thorough,
}

/// What criterion is told for the comparison.
const QUICK: &[&str] =
    &["--warm-up-time=0.1", "--measurement-time=0.3", "--sample-size=10", "--nresamples=1000"];
const THOROUGH: &[&str] = &["--warm-up-time=0.5", "--measurement-time=2", "--sample-size=30"];
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
    match pace {
        Pace::Quick => criterion("operations", QUICK, &folder)?,
        Pace::Thorough => {
            criterion("operations", THOROUGH, &folder)?;
            criterion("growth", GROWTH, &folder)?;
        }
    }
    Results::read(&folder)
}

/// Runs one of the benchmarks of `crates/bench`. What it prints goes to stderr, so that stdout has the tables alone.
fn criterion(bench: &str, options: &[&str], folder: &PathBuf) -> Result<()> {
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
