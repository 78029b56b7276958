//! Tasks that a program of another package does. The package has the name of the task.

use std::ffi::OsString;
use std::process::Command;

use anyhow::Result;

use crate::{command, root};

/// Runs the program of a package, optimised.
///
/// # Errors
///
/// It can't be built, or fails.
pub(crate) fn run(package: &str, arguments: &[OsString]) -> Result<()> {
    start(package, &["--release"], arguments)
}

/// Runs the program of a package, not optimised, so that the workspace's crates are built already.
///
/// # Errors
///
/// It can't be built, or fails.
pub(crate) fn run_unoptimised(package: &str, arguments: &[OsString]) -> Result<()> {
    start(package, &[], arguments)
}

fn start(package: &str, profile: &[&str], arguments: &[OsString]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", package]).args(profile).arg("--").args(arguments);
    command::run(command.current_dir(root()))
}
