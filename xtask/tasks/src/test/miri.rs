//! Runs the unsafe code and the shared generators under Miri, which finds undefined behaviour, data races and
//! deadlocks.

use anyhow::Result;
use xshell::{Cmd, Shell, cmd};

use super::apart::REPEAT;
use super::plan::Plan;
use crate::command;
use crate::pinned::{NIGHTLY, check_nightly};
use crate::report::{Report, tests_passed};

/// The packages and the modules whose unit tests run: `idcore`, and a scheme that uses all of `idcore`'s unsafe code.
/// The other schemes reach no other unsafe code.
const TESTS: [&str; 5] = ["--package=idcore", "--package=scru128", "--", "sys::", "process_wide::"];

/// This machine, a different byte order, and a different word size.
const MACHINES: [(Option<&str>, &str); 3] = [
    (None, "as here"),
    (Some("s390x-unknown-linux-gnu"), "big-endian, 64 bits"),
    (Some("i686-unknown-linux-gnu"), "little-endian, 32 bits"),
];

/// Adds a step that runs each test once.
pub(super) fn add(plan: &mut Plan<'_>) -> Result<()> {
    let shell = command::shell()?;
    plan.with_tools("miri", REPEAT, installed(&shell), |plan, ()| {
        plan.command(unit_tests(&shell, None, "0..1"))
    });
    Ok(())
}

/// Runs each test several times, with a different thread schedule each time, for this and for other machines. Miri
/// doesn't need tools for those machines.
pub(crate) fn check<'a>(report: &mut Report<'a>, shell: &'a Shell, is_wanted: impl Fn(Option<&str>) -> bool) {
    for (target, what) in MACHINES.into_iter().filter(|(target, _)| is_wanted(*target)) {
        let what = format!("{what}: unsafe code, process-wide generators");
        report.check("Miri", what, installed(shell), move |()| {
            // Each test has a result for each seed.
            let printed = command::output(&mut unit_tests(shell, target, "0..4").into())?;
            Ok(format!("{} runs of tests passed", tests_passed(&printed)?))
        });
    }
}

fn unit_tests<'a>(shell: &'a Shell, target: Option<&str>, seeds: &str) -> Cmd<'a> {
    let target = target.map(|target| format!("--target={target}"));
    // The tests read the real clock. A `LeakCell` never frees its values, so Miri would report leaks.
    let flags = format!("-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-many-seeds={seeds}");
    let nightly = &*NIGHTLY;
    let miri = cmd!(shell, "cargo {nightly} miri test --target-dir=target/miri --lib {target...} {TESTS...}");
    // A test must not install a compiler. Two tests wait for a panic for a limited time, and a backtrace takes too long
    // in Miri.
    // Miri would put its sysroot into the home directory, which not each user can write.
    let miri = miri.env("XDG_CACHE_HOME", crate::root().join("target/miri"));
    miri.env("RUSTUP_AUTO_INSTALL", "0").env("MIRIFLAGS", flags).env("RUST_BACKTRACE", "0")
}

fn installed(shell: &Shell) -> Result<()> {
    check_nightly(shell, Some("miri"))
}
