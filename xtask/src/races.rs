//! `cargo xtask prove races`: looks for data races and invalid memory accesses, in every order of threads and under sanitizers.
//!
//! A short form is in `cargo xtask test`: the tests of `xtask/models`, and Miri on the unsafe code.

mod planted;
mod sanitizers;

use std::process::Command;

use anyhow::Result;

use crate::report::{Report, tests_passed};
use crate::{command, root};

/// Runs all checks, and prints one table. A failure does not stop the others.
///
/// # Errors
///
/// A check failed. Under `CI=true`, a missing tool is an error too.
pub(crate) fn run() -> Result<()> {
    let mut report = Report::new();
    let what = "every order of threads, forks and leases; then one planted fault at a time";
    report.check("loom, stateright", what, Ok(()), |()| {
        let mut test = Command::new("cargo");
        // Optimised, because the long form visits many millions of states.
        test.args(["test", "--release", "--package=models", "--", "--include-ignored"]);
        Ok(format!("{} tests passed", tests_passed(&command::read(test.current_dir(root()))?)?))
    });
    sanitizers::check(&mut report);
    report.finish()
}
