//! `cargo xtask prove races`: looks for data races and invalid memory accesses, in every order of threads and under sanitizers.
//!
//! A short form is in `cargo xtask test`: the tests of `xtask/models`, and Miri on the unsafe code.

mod models;
mod planted;
mod sanitizers;

use anyhow::Result;

use crate::report::Report;

/// Runs all checks, and prints one table. A failure does not stop the others.
///
/// # Errors
///
/// A check failed. Under `CI=true`, a missing tool is an error too.
pub(crate) fn run() -> Result<()> {
    let mut report = Report::new();
    models::check(&mut report);
    sanitizers::check(&mut report);
    report.finish()
}
