//! Runs the unsafe code and the generators that threads share under Miri, which finds undefined behaviour, data races and
//! deadlocks.

use std::process::Command;

use anyhow::{Result, ensure};

use super::{run_command, tools};
use crate::command;

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
    let Some(mut miri) = tools("miri", find())? else { return Ok(()) };
    miri.args(["test", "--quiet", "--target-dir=target/miri", "--lib"]);
    miri.args(PACKAGES.iter().map(|package| format!("--package={package}"))).arg("--").args(MODULES);
    // The tests read the real clock. The values of a `Latest` live as long as the process, so Miri would report them as leaks.
    let flags = format!("-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-many-seeds={SEEDS}");
    run_command(miri.env("MIRIFLAGS", flags))
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
