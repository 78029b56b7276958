//! Instructions per ID, counted by callgrind and stored in a file. Unlike times, they do not drift.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xtask::progress::Steps;

use super::compiler;
use crate::{command, files, root};

/// The command that writes the file.
const COMMAND: &str = "cargo xtask bench --counts";

/// The mark at which callgrind writes its counts, as in `xtask/bench/src/bin/count.rs`.
const MARK: &str = "--dump-before=*callgrind_mark*";

/// Counts from the start, but not in the C library's function, which differs between systems.
const WITHOUT_CLOCK: [&str; 2] = ["--toggle-collect=clock_gettime*", "--collect-atstart=yes"];

/// Instructions per ID, by operation and scheme.
type Instructions = BTreeMap<String, BTreeMap<String, u64>>;

/// The contents of the file.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Counts {
    /// The compiler, on which the counts depend.
    compiler: String,
    instructions: Instructions,
}

fn path() -> PathBuf {
    root().join("xtask/bench/counts.toml")
}

/// Counts the instructions and writes the file.
pub(crate) fn write() -> Result<()> {
    let counts = Counts { compiler: compiler()?, instructions: count()? };
    let head =
        format!("# Instructions per ID. Written by `{COMMAND}`, checked by `cargo xtask test --all`.\n\n");
    files::write(&path(), &(head + &toml::to_string(&counts)?))
}

/// Finds Valgrind, and the file, which this compiler must have written.
pub(crate) fn find() -> Result<Counts> {
    valgrind()?;
    let (path, this) = (path(), compiler()?);
    let known: Counts = files::read_toml(&path)?;
    ensure!(
        known.compiler == this,
        "{} is from {}, but this is {this}: `{COMMAND}` writes its counts",
        path.display(),
        known.compiler
    );
    Ok(known)
}

/// Counts the instructions and compares them with the file.
///
/// # Errors
///
/// Returns an error if a count differs, or the program can't be built or run.
pub(crate) fn check(known: Counts) -> Result<()> {
    compare(&known.instructions, &count()?)
}

/// Checks that Valgrind can be run.
fn valgrind() -> Result<()> {
    let output = Command::new("valgrind").arg("--version").output();
    output.map(drop).context("valgrind is not installed (Debian, Ubuntu, Fedora: package `valgrind`)")
}

/// Compares all counts. Both must have the same operations and schemes.
fn compare(known: &Instructions, found: &Instructions) -> Result<()> {
    let flat = |counts: &Instructions| -> BTreeMap<String, u64> {
        let counts = counts.iter().flat_map(|(operation, schemes)| {
            schemes.iter().map(move |(scheme, count)| (format!("{operation} of {scheme}"), *count))
        });
        counts.collect()
    };
    let (known, found) = (flat(known), flat(found));
    let number = |count: Option<&u64>| count.map_or_else(|| "no count".to_owned(), u64::to_string);
    let names: BTreeSet<_> = known.keys().chain(found.keys()).collect();
    let problems: Vec<_> = names
        .into_iter()
        .filter(|name| known.get(*name) != found.get(*name))
        .map(|name| {
            let (expected, found) = (number(known.get(name)), number(found.get(name)));
            format!("{name}: expected {expected}, found {found} (instructions for an ID)")
        })
        .collect();
    ensure!(problems.is_empty(), "{}\n       to accept: {COMMAND}", problems.join("\n       "));
    Ok(())
}

/// Builds the program like a benchmark and runs it once.
fn count() -> Result<Instructions> {
    valgrind()?;
    let mut steps = Steps::new(2);
    steps.next("build the program that is measured");
    let program = build()?;
    steps.next("count the instructions of each operation");
    let directory = tempfile::tempdir().context("failed to create a temporary directory")?;
    let out = directory.path().join("callgrind.out");
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind", "--combine-dumps=yes", MARK]).args(WITHOUT_CLOCK);
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(&program);
    let runs = command::read(&mut command)?;
    evaluate(&runs, &files::read(&out)?)
}

fn build() -> Result<PathBuf> {
    let mut command = Command::new("cargo");
    command.args(["build", "--profile=bench", "--package=bench", "--bin=count"]);
    command.arg("--message-format=json-render-diagnostics").current_dir(root());
    // Incremental builds optimize less across functions.
    command.env("CARGO_INCREMENTAL", "0");
    command::forget_flags(&mut command);
    let messages = command::output(&mut command)?;
    let executable = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    executable.context("`cargo build --bin=count` built no program")
}

/// Combines the runs with the counts. Each run has four counts: before the run, for the run, between the two runs, and
/// for twice as many IDs. If an operation has several runs, the smallest counts are used. They exclude work that is
/// only done occasionally.
fn evaluate(runs: &str, dumps: &str) -> Result<Instructions> {
    let totals: Result<Vec<u64>, _> =
        dumps.lines().filter_map(|line| line.strip_prefix("totals: ")).map(str::parse).collect();
    let totals = totals.context("expected numbers as callgrind's totals")?;
    // The last total covers the end of the program, after the last mark.
    let (expected, found) = (runs.lines().count() * 4 + 1, totals.len());
    ensure!(expected == found, "expected {expected} totals of callgrind, found {found}");
    let mut least: BTreeMap<(&str, &str), [u64; 3]> = BTreeMap::new();
    for (run, totals) in runs.lines().zip(totals.chunks_exact(4)) {
        let words: Vec<_> = run.split(' ').collect();
        let ([operation, scheme, ids], [_, once, _, twice]) = (words.as_slice(), totals) else {
            bail!("expected a run, found `{run}`");
        };
        let ids: u64 = ids.parse().with_context(|| format!("`{run}`: expected a number of IDs"))?;
        let [_, least_once, least_twice] = least.entry((operation, scheme)).or_insert([ids, *once, *twice]);
        *least_once = *once.min(least_once);
        *least_twice = *twice.min(least_twice);
    }
    let mut all = Instructions::new();
    for ((operation, scheme), [ids, once, twice]) in least {
        let instructions = (twice.saturating_sub(once) + ids / 2) / ids.max(1);
        all.entry(operation.to_owned()).or_default().insert(scheme.to_owned(), instructions);
    }
    Ok(all)
}
