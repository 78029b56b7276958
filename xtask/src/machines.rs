//! `cargo xtask machines`: the tests on machines with other byte orders and word sizes.
//!
//! Miri interprets the unit tests of unsafe code for them. Everything else runs as programs of these machines, in an emulator
//! where this machine can't run them.

mod emulated;

use anyhow::{Result, ensure};
use lexopt::prelude::{Long, ValueExt as _};

use crate::report::Report;
use crate::test::miri;

/// The machines to try, by their targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    targets: Vec<String>,
}

/// Reads the arguments after `machines`.
///
/// # Errors
///
/// An argument or a target is unknown.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    let known: Vec<_> = emulated::MACHINES.iter().map(|machine| machine.target).collect();
    let mut targets = Vec::new();
    while let Some(argument) = arguments.next()? {
        let Long("target") = argument else { return Err(argument.unexpected().into()) };
        let target = arguments.value()?.string()?;
        ensure!(
            known.contains(&target.as_str()),
            "expected one of the targets {}, found {target:?}",
            known.join(", ")
        );
        targets.push(target);
    }
    if targets.is_empty() {
        targets = known.into_iter().map(str::to_owned).collect();
    }
    Ok(Options { targets })
}

/// Runs the checks of some targets, and prints one table. A failure does not stop the others.
///
/// # Errors
///
/// A check failed. Under `CI=true`, a missing tool is an error too.
pub fn run(options: &Options) -> Result<()> {
    let is_wanted = |target: &str| options.targets.iter().any(|wanted| wanted == target);
    let mut report = Report::new();
    miri::check_others(&mut report, is_wanted);
    emulated::check(&mut report, is_wanted);
    report.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(arguments: &[&str]) -> Result<Vec<String>> {
        parse(&mut lexopt::Parser::from_args(arguments)).map(|options| options.targets)
    }

    #[test]
    fn without_targets_all_are_tried() {
        assert_eq!(targets(&[]).unwrap().len(), emulated::MACHINES.len());
        let one = ["--target", "i686-unknown-linux-gnu"];
        assert_eq!(targets(&one).unwrap(), one[1..]);
    }

    #[test]
    fn unknown_targets_are_refused() {
        let error = targets(&["--target", "i686"]).unwrap_err().to_string();
        assert!(error.contains("i686-unknown-linux-gnu") && error.ends_with("found \"i686\""), "{error}");
    }
}
