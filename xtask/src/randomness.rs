//! `cargo xtask randomness`: tests the bits of IDs that should be random.
//!
//! A program of `crates/randomness` does this.

use std::ffi::OsString;
use std::process::Command;

use anyhow::Result;
use lexopt::prelude::Long;

use crate::{command, root};

/// The arguments for the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<OsString>);

/// Reads the arguments after `randomness`.
///
/// # Errors
///
/// An argument is unknown, or has no value.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    let mut passed = Vec::new();
    while let Some(argument) = arguments.next()? {
        let name = match argument {
            Long("quick") => {
                passed.push("--quick".into());
                continue;
            }
            Long(name @ ("megabytes" | "write")) => format!("--{name}"),
            other => return Err(other.unexpected().into()),
        };
        passed.extend([name.into(), arguments.value()?]);
    }
    Ok(Options(passed))
}

/// Runs the program. It prints a table, or writes a stream to stdout.
///
/// # Errors
///
/// The program can't be built, bits are not random, or a broken source is not caught.
pub fn run(options: &Options) -> Result<()> {
    program(&["--release"], &options.0)
}

/// Runs the short form.
pub(crate) fn check() -> Result<()> {
    // Unoptimised, the workspace's crates are built already.
    program(&[], &["--quick".into()])
}

fn program(profile: &[&str], arguments: &[OsString]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package=randomness"]).args(profile).arg("--").args(arguments);
    command::run(command.current_dir(root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_passed_on() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments));
        let expected = ["--quick", "--megabytes", "5"].map(OsString::from).to_vec();
        assert_eq!(parsed(&["--quick", "--megabytes=5"]).unwrap(), Options(expected));
        assert!(parsed(&["--megabytes"]).is_err() && parsed(&["--fast"]).is_err());
    }
}
