//! ThreadSanitizer and AddressSanitizer on the tests of threads and forks.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::planted::{Planted, RACE, READ_PAST_THE_END};
use crate::report::{Report, tests_passed};
use crate::test::PUBLISHED;
use crate::{command, root, slow_tests};

/// The target of the sanitizers. It must be named, so that cargo builds build scripts and macros without them.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// A sanitizer of LLVM.
pub(super) struct Sanitizer {
    name: &'static str,
    /// Its name for the compiler.
    flag: &'static str,
    options: (&'static str, &'static str),
    /// What it must find before its silence counts.
    planted: Planted,
}

const SANITIZERS: [Sanitizer; 2] = [
    Sanitizer {
        name: "ThreadSanitizer",
        flag: "thread",
        // A child that continued would end without the exit code for a race.
        options: ("TSAN_OPTIONS", "halt_on_error=1"),
        planted: RACE,
    },
    Sanitizer {
        name: "AddressSanitizer",
        flag: "address",
        // The values of a `Latest` live as long as the process.
        options: ("ASAN_OPTIONS", "detect_leaks=0"),
        planted: READ_PAST_THE_END,
    },
];

/// The tests of leases that need no server and start no program.
const LEASE_TESTS: [&str; 5] = ["fence", "file", "forks", "keeper", "memory"];

/// Runs the tests under each sanitizer, after a fault that it must find.
pub(super) fn check(report: &mut Report) {
    for sanitizer in &SANITIZERS {
        let Sanitizer { name, planted, .. } = sanitizer;
        report.check(name, planted.what, tools(), |()| planted.must_be_found(sanitizer));
        report.check(name, "idcore, all schemes: generators, threads, forks", tools(), |()| {
            let mut test = sanitizer.cargo_test();
            test.args(PUBLISHED.iter().map(|package| format!("--package={package}")));
            test.args([
                "--package=conformance",
                "--features=serde,rand_core_0_6,rand_core_0_9,rand_core_0_10",
            ]);
            slow_tests::leave_out(&mut test)?;
            sanitizer.finds_nothing(&mut test)
        });
        report.check(name, "idlease: keepers and forks", tools(), |()| {
            let mut test = sanitizer.cargo_test();
            test.args(["--package=idlease", "--package=trials", "--lib"]);
            test.args(LEASE_TESTS.map(|file| format!("--test={file}")));
            sanitizer.finds_nothing(&mut test)
        });
    }
}

fn tools() -> Result<()> {
    let sysroot = command::read(
        Command::new("rustc").args(["+nightly", "--print=sysroot"]).env("RUSTUP_AUTO_INSTALL", "0"),
    );
    let has_sources =
        sysroot.is_ok_and(|path| Path::new(path.trim()).join("lib/rustlib/src/rust/library/std").exists());
    ensure!(
        cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) && has_sources,
        "needs Linux on x86_64, and `rustup toolchain install nightly --profile minimal --component rust-src`"
    );
    Ok(())
}

impl Sanitizer {
    /// `cargo test`, with everything instrumented: the standard library's locks and memory are part of what is checked.
    pub(super) fn cargo_test(&self) -> Command {
        let mut cargo = Command::new("cargo");
        // A test must not install a compiler.
        cargo.arg("+nightly").env("RUSTUP_AUTO_INSTALL", "0");
        cargo.args(["test", "--quiet", "-Zbuild-std", &format!("--target={TARGET}")]);
        cargo.arg(format!(
            "--target-dir={}",
            root().join(format!("target/sanitizers-{}", self.flag)).display()
        ));
        cargo.env("RUSTFLAGS", format!("-Zsanitizer={}", self.flag)).env(self.options.0, self.options.1);
        cargo.current_dir(root());
        cargo
    }

    /// Runs tests, which pass without a report. A forked child can report something that does not fail its parent's test.
    fn finds_nothing(&self, test: &mut Command) -> Result<String> {
        let (passed, printed) = command::outcome(test)?;
        let line = command::line(test);
        ensure!(passed && !printed.contains(&format!("{}:", self.name)), "`{line}` failed:\n{printed}");
        Ok(format!("{} tests passed", tests_passed(&printed)?))
    }
}
