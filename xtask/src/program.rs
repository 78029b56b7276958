//! Tasks that a program of another package does. The package has the name of the task.

use std::ffi::OsString;
use std::process::Command;

use anyhow::Result;
use lexopt::prelude::Long;

use crate::{command, root};

/// Reads the arguments after the name of a task: `--quick`, and options with a value. The program checks the values.
///
/// # Errors
///
/// An argument is unknown, or has no value.
pub(crate) fn parse(arguments: &mut lexopt::Parser, options: &[&str]) -> Result<Vec<OsString>> {
    let mut passed = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => passed.push("--quick".into()),
            Long(name) if options.contains(&name) => {
                let name = format!("--{name}").into();
                passed.extend([name, arguments.value()?]);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(passed)
}

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

/// Runs the short form, not optimised.
///
/// # Errors
///
/// The program can't be built, or fails.
pub(crate) fn check(package: &str) -> Result<()> {
    run_unoptimised(package, &["--quick".into()])
}

fn start(package: &str, profile: &[&str], arguments: &[OsString]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", package]).args(profile).arg("--").args(arguments);
    command::run(command.current_dir(root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_passed_on() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments), &["ids"]);
        assert_eq!(parsed(&["--quick", "--ids=5"]).unwrap(), ["--quick", "--ids", "5"]);
        assert!(parsed(&["--ids"]).is_err() && parsed(&["--seed=5"]).is_err());
    }
}
