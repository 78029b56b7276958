//! Runs the unsafe code and the generators that threads share under Miri, which finds undefined behaviour, data races and
//! deadlocks. `cargo xtask prove machines` runs them for other machines too.

use std::process::Command;

use anyhow::{Result, ensure};

use super::{run_command, tools};
use crate::report::{Report, tests_passed};
use crate::{command, root};

/// The number of runs of each test. Each run has its own seed for the schedule of the threads.
const SEEDS: &str = "0..4";

/// `idcore`, and one scheme that uses all of its unsafe code. The other schemes reach no other unsafe code.
const PACKAGES: [&str; 2] = ["idcore", "scru128"];

/// The modules whose unit tests run.
const MODULES: [&str; 2] = ["trusted::", "process_wide::"];

/// Runs the tests if Miri is installed.
///
/// # Errors
///
/// Miri finds a fault. Under `CI=true`, a missing Miri is an error too.
pub(super) fn check_where_possible() -> Result<()> {
    tools("miri", find())?.map_or(Ok(()), |miri| run_command(&mut unit_tests(miri, None)))
}

/// Another byte order, and another word size.
const OTHER_TARGETS: [(&str, &str); 2] = [
    ("s390x-unknown-linux-gnu", "big-endian, 64 bits"),
    ("i686-unknown-linux-gnu", "little-endian, 32 bits"),
];

/// Runs the tests for other machines. Miri needs no tools of theirs.
pub(crate) fn check_others(report: &mut Report, is_wanted: impl Fn(&str) -> bool) {
    for (target, what) in OTHER_TARGETS.into_iter().filter(|(target, _)| is_wanted(target)) {
        let what = format!("{what}: unsafe code, process-wide generators");
        report.check(&format!("Miri, {target}"), &what, find(), |miri| {
            let printed = command::read(unit_tests(miri, Some(target)).current_dir(root()))?;
            // Each test has a result for each seed.
            Ok(format!("{} runs of tests passed", tests_passed(&printed)?))
        });
    }
}

fn unit_tests(mut miri: Command, target: Option<&str>) -> Command {
    miri.args(["test", "--quiet", "--target-dir=target/miri", "--lib"]);
    miri.args(target.map(|target| format!("--target={target}")));
    miri.args(PACKAGES.iter().map(|package| format!("--package={package}"))).arg("--").args(MODULES);
    // The tests read the real clock. The values of a `Latest` live as long as the process, so Miri would report them as leaks.
    let flags = format!("-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-many-seeds={SEEDS}");
    // A test waits ten seconds for a panic. Miri takes longer for its backtrace.
    miri.env("MIRIFLAGS", flags).env("RUST_BACKTRACE", "0");
    miri
}

fn find() -> Result<Command> {
    let miri = || {
        let mut command = Command::new("cargo");
        // A test must not install a compiler.
        command.args(["+nightly", "miri"]).env("RUSTUP_AUTO_INSTALL", "0");
        command
    };
    ensure!(
        command::read(miri().arg("--version")).is_ok(),
        "Miri is missing; install it with `rustup toolchain install nightly --profile minimal --component miri,rust-src`"
    );
    Ok(miri())
}
