//! Runs the unsafe code and the generators that threads share under Miri, which finds undefined behaviour, data races and
//! deadlocks.

use anyhow::{Context, Result};
use xshell::{Cmd, Shell, cmd};

use super::steps::Steps;
use super::tools;
use crate::command;
use crate::report::{Report, tests_passed};

/// `idcore`, and one scheme that uses all of its unsafe code. The other schemes reach no other unsafe code. Of both, the modules
/// whose unit tests run.
const TESTS: [&str; 5] = ["--package=idcore", "--package=scru128", "--", "sys::", "process_wide::"];

/// This machine, another byte order, and another word size.
const MACHINES: [(Option<&str>, &str); 3] = [
    (None, "as here"),
    (Some("s390x-unknown-linux-gnu"), "big-endian, 64 bits"),
    (Some("i686-unknown-linux-gnu"), "little-endian, 32 bits"),
];

/// Runs each test once if Miri is installed.
///
/// # Errors
///
/// Returns an error if Miri is missing under `CI=true`. Failures are recorded.
pub(super) fn check_where_possible(steps: &mut Steps) -> Result<()> {
    let shell = command::shell()?;
    if let Some(()) = tools("miri", installed(&shell))? {
        steps.run(unit_tests(&shell, None, "0..1"));
    }
    Ok(())
}

/// Runs each test several times, with another schedule of the threads each time, also for other machines. Miri needs no tools of
/// theirs.
pub(crate) fn check(report: &mut Report, is_wanted: impl Fn(Option<&str>) -> bool) -> Result<()> {
    let shell = command::shell()?;
    for (target, what) in MACHINES.into_iter().filter(|(target, _)| is_wanted(*target)) {
        let what = format!("{what}: unsafe code, process-wide generators");
        report.check("Miri", &what, installed(&shell), |()| {
            // Each test has a result for each seed.
            let printed = command::read(&mut unit_tests(&shell, target, "0..4").into())?;
            Ok(format!("{} runs of tests passed", tests_passed(&printed)?))
        });
    }
    Ok(())
}

fn unit_tests<'a>(shell: &'a Shell, target: Option<&str>, seeds: &str) -> Cmd<'a> {
    let target = target.map(|target| format!("--target={target}"));
    // The tests read the real clock. The values of a `LeakCell` live as long as the process, so Miri would report them as leaks.
    let flags = format!("-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-many-seeds={seeds}");
    let miri =
        cmd!(shell, "cargo +nightly miri test --quiet --target-dir=target/miri --lib {target...} {TESTS...}");
    // A test must not install a compiler. Two others wait only so long for a panic: Miri takes long for its backtrace.
    miri.env("RUSTUP_AUTO_INSTALL", "0").env("MIRIFLAGS", flags).env("RUST_BACKTRACE", "0")
}

fn installed(shell: &Shell) -> Result<()> {
    let version = cmd!(shell, "cargo +nightly miri --version").env("RUSTUP_AUTO_INSTALL", "0");
    version.ignore_stdout().ignore_stderr().quiet().run().context(
        "Miri is missing; install it with `rustup toolchain install nightly --profile minimal --component miri,rust-src`",
    )
}
