//! `cargo xtask vectors`: writes the test vectors, validates them, and checks the crates against them.
//!
//! A program of `xtask/conformance` does this, so that the other tasks start without building that package.

mod peers;
mod readers;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use lexopt::prelude::{Long, ValueExt as _};

use crate::{command, root};

/// The task to run.
#[derive(Debug)]
pub enum Mode {
    /// Regenerate `test-vectors/`, then check the crates against it.
    Write,
    /// Fail if `test-vectors/` is out of date, then check the crates against it.
    Check,
    /// Check the crates against the vectors in another folder.
    Verify(PathBuf),
    /// Check ports with one fault each against the vectors. Each must fail.
    Mutants,
    /// Run the published implementations against the vectors, and write `docs/agreement.md`.
    Peers,
    /// Run the readers in other languages.
    Readers,
}

/// Reads the arguments after `vectors`.
///
/// # Errors
///
/// An argument is unknown, or the folder is missing.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Mode> {
    Ok(match arguments.next()? {
        None => Mode::Write,
        Some(Long("check")) => Mode::Check,
        Some(Long("mutants")) => Mode::Mutants,
        Some(Long("peers")) => Mode::Peers,
        Some(Long("readers")) => Mode::Readers,
        Some(Long("verify")) => Mode::Verify(arguments.value()?.parse()?),
        Some(other) => return Err(other.unexpected().into()),
    })
}

/// Runs the task.
///
/// # Errors
///
/// A file is unreadable, invalid or out of date, or a crate fails a case. The program has printed the place.
pub fn run(mode: &Mode) -> Result<()> {
    match mode {
        Mode::Write => program(&[]),
        Mode::Check => program(&["--check".as_ref()]),
        Mode::Mutants => mutants(),
        Mode::Peers => peers::run(),
        Mode::Readers => readers::check(),
        Mode::Verify(folder) => program(&["--verify".as_ref(), folder.as_ref()]),
    }
}

/// Writes the vectors as a table that a microcontroller can read. With `spoilt`, one case must fail.
pub(crate) fn write_table(file: &Path, spoilt: bool) -> Result<()> {
    program(&[if spoilt { "--spoilt-table" } else { "--table" }.as_ref(), file.as_ref()])
}

/// The program is in the oracle, so that it needs none of the crates.
fn mutants() -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=oracle", "--features=faults", "--bin=mutants"]);
    command::run(command.current_dir(root())).context("checking the vectors against ports with faults failed")
}

fn program(arguments: &[&OsStr]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=conformance", "--bin=vectors"]);
    // Cargo runs in the user's current folder, since `--verify` takes a relative path.
    command.arg("--manifest-path").arg(root().join("Cargo.toml")).arg("--").args(arguments);
    command::run(&mut command).context("checking the vectors failed")
}
