//! Runs the comparison and creates its table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask::progress::Steps;

use crate::{command, files, markdown, root};

/// The name of this workspace's implementations, as in `xtask/bench`.
pub(super) const OURS: &str = "ours";

/// Criterion's options.
const OPTIONS: [&str; 3] = ["--warm-up-time=0.2", "--measurement-time=0.8", "--sample-size=20"];
/// The number of rounds. A shared machine can be slow for a minute.
const ROUNDS: usize = 3;

/// Nanoseconds per ID, by operation and scheme, and then by implementation.
pub(super) type Times = BTreeMap<(String, String), BTreeMap<String, f64>>;

/// Measures all times.
pub(super) fn take() -> Result<Times> {
    let (mut times, mut steps) = (Times::new(), Steps::new(ROUNDS));
    for _ in 0..ROUNDS {
        let directory = tempfile::tempdir().context("failed to create a temporary directory")?;
        let mut command = Command::new("cargo");
        command.args(["bench", "--package=bench", "--bench=comparison", "--", "--noplot", "--quiet"]);
        command.args(OPTIONS).env("CRITERION_HOME", directory.path()).current_dir(root());
        steps.next("measure the speed of all crates");
        // Its output is not shown, so that stdout contains only the table.
        command::output(&mut command)?;
        read(&mut times, directory.path())?;
    }
    Ok(times)
}

/// Adds the medians that criterion has written to `<operation>/<scheme>/<implementation>/new`. Keeps the shortest of
/// several times, because other work on the machine can only make a time longer.
fn read(times: &mut Times, directory: &Path) -> Result<()> {
    let mut is_empty = true;
    for operation in directories(directory)? {
        for scheme in directories(&operation)? {
            for implementation in directories(&scheme)? {
                let median = median(&implementation.join("new"))?;
                let row = times.entry((name(&operation), name(&scheme))).or_default();
                let shortest = row.entry(name(&implementation)).or_insert(median);
                *shortest = shortest.min(median);
                is_empty = false;
            }
        }
    }
    ensure!(!is_empty, "{}: expected results, found none", directory.display());
    Ok(())
}

fn directories(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| format!("{}: can't be read", directory.display()))?;
    Ok(entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the median time of one call, divided by its number of IDs.
fn median(directory: &Path) -> Result<f64> {
    let read = |file: &str, pointer: &str| {
        let path = directory.join(file);
        let json: Value =
            serde_json::from_str(&files::read(&path)?).with_context(|| path.display().to_string())?;
        let value = json.pointer(pointer).and_then(Value::as_f64);
        value.with_context(|| format!("{}: expected a number at {pointer}", path.display()))
    };
    Ok(read("estimates.json", "/median/point_estimate")? / read("benchmark.json", "/throughput/Elements")?)
}

/// Returns a table of all times. Each operation and scheme has a row, with the fastest implementation first.
pub(super) fn table(times: &Times) -> String {
    let rows = times.iter().map(|((operation, scheme), times)| {
        let mut times: Vec<_> = times.iter().collect();
        times.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let times = times.iter().map(|(implementation, ns)| format!("{implementation} {}", number(**ns)));
        vec![operation.clone(), scheme.clone(), times.collect::<Vec<_>>().join(", ")]
    });
    markdown::table("operation | scheme | nanoseconds of each implementation", rows.collect(), 3)
}

/// Formats a time with three digits.
pub(super) fn number(ns: f64) -> String {
    let digits = if ns < 100.0 { 1 } else { 0 };
    format!("{ns:.digits$}")
}
