//! `cargo xtask vectors`: writes the test vectors, validates them and checks the crates against them.
//!
//! A program in `xtask/conformance` does this, so that the other tasks start without building that package.

pub(crate) mod peers;
mod readers;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{command, flags, root};

/// Runs the task.
///
/// # Errors
///
/// Returns an error if a file is unreadable, invalid or out of date, or if a crate fails a case. The program has
/// printed the location.
pub(crate) fn run(options: &flags::Vectors) -> Result<()> {
    match &options.verify {
        Some(directory) => program(&["--verify".as_ref(), directory.as_ref()]),
        None if options.readers => readers::check(),
        None if options.check => program(&["--check".as_ref()]),
        None => program(&[]),
    }
}

/// Writes the vectors as a table that a microcontroller can read.
pub(crate) fn write_table(file: &Path) -> Result<()> {
    program(&["--table".as_ref(), file.as_ref()])
}

/// Checks the vectors against ports with one injected bug each. Each must fail a case.
///
/// The program is in the oracle, so that it needs none of the crates.
pub(crate) fn check_ports() -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=oracle", "--features=bugs", "--bin=ports"]);
    command::run(command.current_dir(root()))
        .context("checking the vectors against ports with injected bugs failed")
}

fn program(arguments: &[&OsStr]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=conformance", "--bin=vectors"]);
    // Cargo runs in the user's current directory, because `--verify` accepts a relative path.
    command.arg("--manifest-path").arg(root().join("Cargo.toml")).arg("--").args(arguments);
    command::run(&mut command).context("checking the vectors failed")
}
