//! `cargo xtask prove machines`: the tests on machines with other byte orders and word sizes.
//!
//! Miri interprets the unit tests of unsafe code for them. Everything else runs as programs of these machines, in an emulator
//! where this machine can't run them.

mod emulated;

use anyhow::Result;

use crate::flags;
use crate::report::Report;
use crate::test::miri;

/// Runs the checks of some targets, and prints one table. A failure does not stop the others.
///
/// # Errors
///
/// A check failed. Under `CI=true`, a missing tool is an error too.
pub(crate) fn run(options: &flags::Machines) -> Result<()> {
    let is_wanted =
        |target: &str| options.target.is_empty() || options.target.iter().any(|wanted| wanted == target);
    let mut report = Report::new();
    miri::check_others(&mut report, is_wanted);
    emulated::check(&mut report, is_wanted);
    report.finish()
}

/// The known targets.
#[must_use]
pub(crate) fn targets() -> [&'static str; 3] {
    emulated::MACHINES.map(|machine| machine.target)
}
