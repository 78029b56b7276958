//! `cargo xtask machines`: the tests on machines with other byte orders and word sizes.
//!
//! Miri interprets the unit tests of unsafe code for them. Everything else runs as programs of these machines, in an emulator
//! where this machine can't run them.

mod emulated;

use anyhow::Result;

use crate::report::Report;
use crate::test::miri;

/// Runs all checks, and prints one table. A failure does not stop the others.
///
/// # Errors
///
/// A check failed. Under `CI=true`, a missing tool is an error too.
pub fn run() -> Result<()> {
    let mut report = Report::new();
    miri::check_others(&mut report);
    emulated::check(&mut report);
    report.finish()
}
