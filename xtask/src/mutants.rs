//! `cargo xtask prove mutants`: tests the tests of the published crates by mutation.
//!
//! `cargo mutants` changes one place of the code at a time, and runs the tests. If they still pass, they have a hole, unless
//! the changed code does the same as before. `equivalent.toml` lists such mutants.

mod equivalent;
mod report;
mod stages;
mod tree;

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::test::tools;
use crate::{command, flags, root};
use report::Report;
use stages::Run;

/// A mutant, as `cargo mutants --list --json` prints it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Mutant {
    /// The file, the line, the column and the change. `cargo mutants` calls a mutant by it in all other output.
    pub(crate) name: String,
    package: String,
    file: String,
    span: Span,
}

#[derive(Clone, Debug, Deserialize)]
struct Span {
    start: Position,
}

#[derive(Clone, Debug, Deserialize)]
struct Position {
    line: usize,
}

impl Mutant {
    /// The change without its place, such as `replace + with - in next_tick`.
    fn change(&self) -> &str {
        // `FILE:LINE:COLUMN: CHANGE`
        self.name.split_once(": ").map_or(&self.name, |(_, change)| change)
    }
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A test failed.
    Caught,
    /// The tests did not end.
    TimedOut,
    /// It does not compile.
    Unviable,
    /// No test failed.
    Missed,
}

/// The verdicts by the names of the mutants.
pub(crate) type Verdicts = BTreeMap<String, Verdict>;

/// The version that the list of equivalent mutants is for. Another one can name the same mutants in other words.
const VERSION: &str = "27.1.0";

/// Mutants that the unit tests must catch.
const CERTAIN: &[(&str, &str)] = &[
    ("crates/idcore/src/base16.rs", "replace << with >> in decode"),
    ("crates/idcore/src/divide.rs", "replace % with + in u64_by_u16"),
    ("crates/idcore/src/generator.rs", "replace Generator<S, C, R, L>::ahead_ms_at -> u64 with 0"),
];

/// Tests the mutants, and prints a table.
///
/// # Errors
///
/// `cargo mutants` is not installed or fails, a mutant is missed that is not listed as equivalent, or the list of these is
/// out of date.
pub(crate) fn run(options: &flags::Mutants) -> Result<()> {
    installed()?;
    let run = Run::prepare()?;
    let all = run.list(&[])?;
    let equivalent = equivalent::find(&equivalent::read()?, &all, &run)?;
    let selection = match &options.changed {
        Some(revision) => {
            let difference = difference(revision.as_deref())?;
            vec![format!("--in-diff={}", tree::write_difference(&difference)?.display())]
        }
        None => options.file.iter().map(|file| format!("--file={file}")).collect(),
    };
    let chosen = run.list(&selection)?;
    let files = &options.file;
    ensure!(
        !chosen.is_empty() || files.is_empty(),
        "--file: expected a file with mutants, found none for {files:?}"
    );
    if chosen.is_empty() {
        println!("no mutant is in the lines that differ");
    }
    let verdicts = run.test(&chosen)?;
    Report::new(&chosen, &verdicts, &equivalent).finish()
}

/// Runs the short form if `cargo mutants` is installed: the list of equivalent mutants matches mutants that exist, and the
/// tests catch a few others.
pub(crate) fn check_where_possible() -> Result<()> {
    tools("mutants: the list of equivalent ones, and a few that tests must catch", installed())?
        .map_or(Ok(()), |()| check())
}

fn check() -> Result<()> {
    let run = Run::prepare()?;
    let all = run.list(&[])?;
    equivalent::find(&equivalent::read()?, &all, &run)?;
    let is_certain = |mutant: &Mutant| {
        CERTAIN.iter().any(|(file, change)| mutant.file == *file && mutant.change() == *change)
    };
    let certain: Vec<_> = all.iter().filter(|mutant| is_certain(mutant)).cloned().collect();
    let missing = CERTAIN.iter().find(|(file, change)| {
        !certain.iter().any(|mutant| mutant.file == *file && mutant.change() == *change)
    });
    ensure!(missing.is_none(), "there is no mutant {missing:?} any more: choose another for this check");
    let verdicts = run.test_quickly(&certain)?;
    for mutant in &certain {
        let verdict = verdicts.get(&mutant.name);
        ensure!(
            verdict == Some(&Verdict::Caught),
            "{}: expected it to be caught, found {verdict:?}",
            mutant.name
        );
    }
    println!("{} mutants exist, {} of {} were caught", all.len(), certain.len(), certain.len());
    Ok(())
}

/// The difference between a revision and the files.
fn difference(revision: Option<&str>) -> Result<String> {
    let git = |arguments: &[&str]| command::read(Command::new("git").args(arguments).current_dir(root()));
    let untracked = git(&["ls-files", "--others", "--exclude-standard", "crates/*.rs"])?;
    ensure!(
        untracked.is_empty(),
        "expected all files to be known to git, use `git add` for these:\n{untracked}"
    );
    let base = match revision {
        Some(revision) => revision.to_owned(),
        None => git(&["merge-base", "HEAD", "main"])
            .context("there is no branch `main` to compare with: name a revision, as in --changed=HEAD")?
            .trim()
            .to_owned(),
    };
    // As `cargo mutants` reads it, whatever the settings of the user are.
    let format = ["--no-ext-diff", "--no-color", "--src-prefix=a/", "--dst-prefix=b/"];
    git(&[&["diff"], format.as_slice(), &[&base, "--", "crates"]].concat())
        .with_context(|| format!("--changed: expected a git revision, found {base:?}"))
}

fn installed() -> Result<()> {
    let install = format!("`cargo install --locked cargo-mutants@{VERSION}`");
    let found = command::read(Command::new("cargo").args(["mutants", "--version"]))
        .with_context(|| format!("cargo-mutants is not installed ({install})"))?;
    let found = found.trim();
    ensure!(
        found == format!("cargo-mutants {VERSION}"),
        "expected cargo-mutants {VERSION}, found {found:?} ({install})"
    );
    Ok(())
}
