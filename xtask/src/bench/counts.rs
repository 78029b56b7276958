//! Instructions per ID, counted by callgrind and kept in a file. Unlike times, they do not drift.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::machine;
use super::results::{OURS, Results};
use super::rows::rows;
use super::times::target;
use crate::test::{needs_all_tools, tools};
use crate::{command, files, markdown, root};

/// The tolerated growth of our counts, as a fraction of the count in the file.
const TOLERANCE: f64 = 0.03;

/// The mark at which callgrind writes its counts, as in `xtask/bench/src/bin/count.rs`.
const MARK: &str = "--dump-before=*callgrind_mark*";

/// Instructions per ID, by operation, scheme and implementation.
type Instructions = BTreeMap<String, BTreeMap<String, BTreeMap<String, u64>>>;

/// The contents of the file.
#[derive(Debug, Deserialize, PartialEq)]
struct Counts {
    builder: Builder,
    instructions: Instructions,
}

/// The environment that the counts depend on.
#[derive(Debug, Deserialize, PartialEq)]
struct Builder {
    rustc: String,
    target: String,
}

impl Builder {
    fn this() -> Result<Self> {
        let (rustc, target) = machine::compiler()?;
        Ok(Self { rustc, target })
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "rustc {} for {}", self.rustc, self.target)
    }
}

fn path() -> PathBuf {
    root().join("xtask/bench/counts.toml")
}

/// Counts the instructions and writes the file.
///
/// # Errors
///
/// Valgrind is missing, or the program can't be built or run.
pub(crate) fn write() -> Result<()> {
    let counts = count()?;
    print!("{}", ratios(&counts));
    files::write(&path(), &render(&counts))
}

/// Counts the instructions and compares them with the file.
///
/// # Errors
///
/// One of our counts has grown, or has no counterpart. Valgrind is missing, or the program can't be built or run.
pub(crate) fn check() -> Result<()> {
    let path = path();
    let known: Counts = files::read_toml(&path)?;
    let builder = Builder::this()?;
    if known.builder != builder {
        let other = format!("{} is for {}, but this is {builder}", path.display(), known.builder);
        ensure!(!needs_all_tools(), "{other}; to count anew: cargo xtask bench --counts");
        println!("    skipped: {other}");
        return Ok(());
    }
    let faults = compare(&known, &count()?);
    ensure!(faults.is_empty(), "{}\n       to accept: cargo xtask bench --counts", faults.join("\n       "));
    println!("    no count of ours exceeds {}", path.display());
    Ok(())
}

/// Runs [`check`] if valgrind is installed.
pub(crate) fn check_where_possible() -> Result<()> {
    tools("bench --counts --check", valgrind())?.map_or(Ok(()), |()| check())
}

/// Checks that valgrind can be run.
fn valgrind() -> Result<()> {
    let output = Command::new("valgrind").arg("--version").output();
    output.map(drop).context("valgrind is not installed (Debian, Ubuntu, Fedora: the package `valgrind`)")
}

/// Lists the counts that have grown, and those that only one side has.
fn compare(known: &Counts, found: &Counts) -> Vec<String> {
    let ours = |counts: &Counts| {
        let operations = counts.instructions.iter();
        let all = operations.flat_map(|(operation, schemes)| {
            schemes.iter().filter_map(move |(scheme, implementations)| {
                let count = implementations.get(OURS)?;
                Some(((operation.clone(), scheme.clone()), *count))
            })
        });
        all.collect::<BTreeMap<_, _>>()
    };
    let (known, mut found) = (ours(known), ours(found));
    let mut faults = Vec::new();
    for ((operation, scheme), before) in known {
        match found.remove(&(operation.clone(), scheme.clone())) {
            None => faults
                .push(format!("{operation} of {scheme}: expected {before} instructions, found no count")),
            Some(now) if is_more(before, now) => {
                faults.push(format!(
                    "{operation} of {scheme}: expected at most {before} instructions, found {now}"
                ));
            }
            Some(_) => {}
        }
    }
    faults.extend(
        found
            .keys()
            .map(|(operation, scheme)| format!("{operation} of {scheme}: the count is not in the file")),
    );
    faults
}

/// Whether the growth exceeds both the tolerance and the effect of rounding.
fn is_more(before: u64, now: u64) -> bool {
    number(now) > number(before) * (1.0 + TOLERANCE) + 0.5
}

/// Builds the program like a benchmark, and runs it once.
fn count() -> Result<Counts> {
    valgrind()?;
    let program = build()?;
    let out = target().join("xtask-callgrind.out");
    files::remove(&out)?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind", "--combine-dumps=yes", MARK]);
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(&program);
    let runs = command::read(&mut command)?;
    let dumps = files::read(&out)?;
    Ok(Counts { builder: Builder::this()?, instructions: evaluate(&runs, &dumps)? })
}

fn build() -> Result<PathBuf> {
    let mut command = Command::new("cargo");
    command.args(["build", "--quiet", "--profile=bench", "--package=bench", "--bin=count"]);
    command.arg("--message-format=json-render-diagnostics").current_dir(root());
    let messages = command::read(command.stderr(Stdio::inherit()))?;
    let executable = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    executable.context("`cargo build --bin=count` built no program")
}

/// Combines the runs with the counts. Each run has three counts: before it, for it, and for twice as many calls.
fn evaluate(runs: &str, dumps: &str) -> Result<Instructions> {
    let totals: Result<Vec<u64>, _> =
        dumps.lines().filter_map(|line| line.strip_prefix("totals: ")).map(str::parse).collect();
    let totals = totals.context("expected numbers as callgrind's totals")?;
    // The total after the last mark is that of the end of the program.
    let (expected, found) = (runs.lines().count() * 3 + 1, totals.len());
    ensure!(expected == found, "expected {expected} totals of callgrind, found {found}");
    let mut all = Instructions::new();
    for (run, totals) in runs.lines().zip(totals.chunks_exact(3)) {
        let words: Vec<_> = run.split(' ').collect();
        let ([operation, scheme, implementation, calls, ids], [_, once, twice]) = (words.as_slice(), totals)
        else {
            bail!("expected a run, found `{run}`");
        };
        let calls: u64 = calls.parse().with_context(|| format!("`{run}`: expected a number of calls"))?;
        let ids: u64 = ids.parse().with_context(|| format!("`{run}`: expected a number of IDs"))?;
        let ids = (calls * ids).max(1);
        let instructions = (twice.saturating_sub(*once) + ids / 2) / ids;
        let schemes = all.entry((*operation).to_owned()).or_default();
        let implementations = schemes.entry((*scheme).to_owned()).or_default();
        implementations.insert((*implementation).to_owned(), instructions);
    }
    Ok(all)
}

/// A table of our counts beside those of the best peer of each scheme.
fn ratios(counts: &Counts) -> String {
    let mut results = Results::default();
    for (operation, schemes) in &counts.instructions {
        for (scheme, implementations) in schemes {
            for (implementation, instructions) in implementations {
                results.insert(operation, scheme, implementation, number(*instructions));
            }
        }
    }
    let rows = rows(&results).into_iter().map(|row| {
        let (peer, instructions) = row.best_peer.unzip();
        vec![
            row.title.to_owned(),
            row.scheme.to_owned(),
            peer.unwrap_or_default(),
            row.ours.to_string(),
            instructions.map_or_else(String::new, |instructions| instructions.to_string()),
            instructions.map_or_else(String::new, |instructions| format!("{:.2} ×", instructions / row.ours)),
        ]
    });
    markdown::table("operation | scheme | best peer | ours | peer | ratio", rows.collect(), 3)
}

fn number(instructions: u64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "the instructions of one ID are few")]
    let number = instructions as f64;
    number
}

fn render(counts: &Counts) -> String {
    let mut text = format!(
        "# Instructions per ID. Written by `cargo xtask bench --counts`, checked by `cargo xtask test`.\n\n\
        [builder]\nrustc = \"{}\"\ntarget = \"{}\"\n",
        counts.builder.rustc, counts.builder.target
    );
    for (operation, schemes) in &counts.instructions {
        // Writing to a string never fails.
        let _ = writeln!(text, "\n[instructions.{operation}]");
        for (scheme, implementations) in schemes {
            for (implementation, instructions) in implementations {
                let _ = writeln!(text, "{scheme}.{implementation} = {instructions}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(ours: &[(&str, u64)]) -> Counts {
        let mut instructions = Instructions::new();
        for (operation, count) in ours {
            let of_ours = BTreeMap::from([(OURS.to_owned(), *count), ("peer".to_owned(), 7 * count)]);
            instructions.insert((*operation).to_owned(), BTreeMap::from([("ulid".to_owned(), of_ours)]));
        }
        let [rustc, target] = ["1.0.0", "here"].map(str::to_owned);
        Counts { builder: Builder { rustc, target }, instructions }
    }

    #[test]
    fn the_difference_of_two_runs_gives_the_count_of_one_id() {
        // Eight calls for two IDs each: 4 000 - 2 400 instructions for 16.
        let runs = "parse ulid ours 8 2\nparse ulid peer 8 2\n";
        let dumps = "totals: 123456\nfn=x\ntotals: 2400\ntotals: 4000\ntotals: 9\ntotals: 16\ntotals: 32\ntotals: 5\n";
        let found = evaluate(runs, dumps).unwrap();
        assert_eq!(found["parse"]["ulid"], BTreeMap::from([("ours".into(), 100), ("peer".into(), 1)]));
        let error = evaluate(runs, "totals: 1\n").unwrap_err().to_string();
        assert_eq!(error, "expected 7 totals of callgrind, found 1");
        assert!(evaluate("parse ulid ours 8\n", "totals: 1\ntotals: 1\ntotals: 1\ntotals: 1\n").is_err());
    }

    #[test]
    fn growth_beyond_three_percent_is_a_fault() {
        let known = counts(&[("parse", 200)]);
        assert_eq!(compare(&known, &counts(&[("parse", 206)])), [""; 0]);
        assert_eq!(compare(&known, &counts(&[("parse", 100)])), [""; 0]);
        let grown = compare(&known, &counts(&[("parse", 207)]));
        assert_eq!(grown, ["parse of ulid: expected at most 200 instructions, found 207"]);
        // Rounding can add one instruction to a small count, but not two.
        assert!(!is_more(20, 21) && is_more(20, 22));
    }

    #[test]
    fn a_count_without_a_counterpart_is_a_fault() {
        let faults = compare(&counts(&[("parse", 200)]), &counts(&[("text", 100)]));
        assert_eq!(
            faults,
            [
                "parse of ulid: expected 200 instructions, found no count",
                "text of ulid: the count is not in the file"
            ]
        );
    }

    #[test]
    fn a_written_file_can_be_read() {
        let counts = counts(&[("fill-1000", 5), ("parse", 200)]);
        assert_eq!(toml::from_str::<Counts>(&render(&counts)).unwrap(), counts);
    }
}
