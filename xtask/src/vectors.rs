//! `cargo xtask vectors`: write the test vectors, validate them, hold the crates against them.
//!
//! A program of `crates/conformance` does it, so that the other tasks start without building that.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use lexopt::prelude::{Long, ValueExt as _};

use crate::root;

/// What to do with which files.
#[derive(Debug)]
pub enum Mode {
    /// Regenerate `test-vectors/`, then hold the crates against it.
    Write,
    /// Fail if `test-vectors/` is not what would be written, then hold the crates against it.
    Check,
    /// Hold the crates against the vectors in another folder.
    Verify(PathBuf),
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
        Some(Long("verify")) => Mode::Verify(arguments.value()?.parse()?),
        Some(other) => return Err(other.unexpected().into()),
    })
}

/// Runs the task.
///
/// # Errors
///
/// A file is unreadable, invalid or out of date, or a crate fails a case; the program has said where.
pub fn run(mode: &Mode) -> Result<()> {
    match mode {
        Mode::Write => program(&[]),
        Mode::Check => program(&["--check".as_ref()]),
        Mode::Verify(folder) => program(&["--verify".as_ref(), folder.as_ref()]),
    }
}

/// Writes the vectors as a table that a small core can read; if `spoilt`, with one case that must fail.
pub(crate) fn write_table(file: &Path, spoilt: bool) -> Result<()> {
    program(&[if spoilt { "--spoilt-table" } else { "--table" }.as_ref(), file.as_ref()])
}

fn program(arguments: &[&OsStr]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=conformance", "--bin=vectors"]);
    // Cargo is not started in the root, since `--verify` takes a folder relative to the user's.
    command.arg("--manifest-path").arg(root().join("Cargo.toml")).arg("--").args(arguments);
    let status = command.status().context("`cargo run` can't be run")?;
    if status.success() { Ok(()) } else { bail!("the vectors or the crates are not as they should be") }
}
