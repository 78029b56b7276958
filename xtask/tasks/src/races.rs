//! `cargo xtask prove races`: looks for data races and invalid memory accesses in every order of threads, with
//! sanitizers, and in several orders under Miri. `cargo xtask test --all` also runs the tests of `xtask/models` and
//! `xtask/lease-models`, and one order under Miri.

mod injected;

use std::path::Path;

use anyhow::{Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::pinned::{NIGHTLY, check_nightly};
use crate::report::{Report, tests_passed};
use crate::test::miri;
use crate::workspace::published;
use crate::{command, machines, root};
use injected::{InjectedBug, RACE, READ_PAST_THE_END};

/// The target of the sanitizers. It is passed explicitly, so that cargo builds build scripts and macros without
/// sanitizers.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// An LLVM sanitizer.
struct Sanitizer {
    name: &'static str,
    /// The compiler's name for it.
    flag: &'static str,
    options: (&'static str, &'static str),
    /// The injected bug that it must find. Only then does it count if it reports nothing.
    injected: InjectedBug,
}

const SANITIZERS: [Sanitizer; 2] = [
    Sanitizer {
        name: "ThreadSanitizer",
        flag: "thread",
        // If a child continued, it would end without the exit code for a race.
        options: ("TSAN_OPTIONS", "halt_on_error=1"),
        injected: RACE,
    },
    Sanitizer {
        name: "AddressSanitizer",
        flag: "address",
        // A `LeakCell` never frees its values.
        options: ("ASAN_OPTIONS", "detect_leaks=0"),
        injected: READ_PAST_THE_END,
    },
];

/// The tests of leases that need no server and start no program.
const LEASES: [&str; 5] = ["--package=idlease", "--package=trials", "--lib", "--test=forks", "--test=local"];

/// Runs all checks and prints one table. A failure does not stop the other checks.
pub(crate) fn run() -> Result<()> {
    let shell = &command::shell()?;
    let tests = machines::tests(&published()?);
    let leases = LEASES.map(str::to_owned);
    let mut report = Report::new();
    report.check(
        "models",
        "every order of threads, forks and leases, many fleets; then one injected bug at a time",
        Ok(()),
        |()| {
            // Optimised, because the long version visits many millions of states.
            let test = cmd!(
                shell,
                "cargo test --release --package=models --package=lease-models -- --include-ignored"
            );
            Ok(format!("{} tests passed", tests_passed(&command::output(&mut test.into())?)?))
        },
    );
    miri::check(&mut report, shell, |target| target.is_none());
    for sanitizer in &SANITIZERS {
        let Sanitizer { name, injected, .. } = sanitizer;
        report.check(name, injected.what, tools(shell), |()| injected.must_be_found(sanitizer));
        report.check(name, "idcore, all schemes: generators, threads, forks", tools(shell), |()| {
            sanitizer.finds_nothing(shell, &tests)
        });
        report.check(name, "idlease: keepers and forks", tools(shell), |()| {
            sanitizer.finds_nothing(shell, &leases)
        });
    }
    report.run()
}

fn tools(shell: &Shell) -> Result<()> {
    check_nightly(shell, None)?;
    let nightly = &*NIGHTLY;
    let sysroot = cmd!(shell, "rustc {nightly} --print=sysroot").quiet().read();
    let has_sources =
        sysroot.is_ok_and(|path| Path::new(&path).join("lib/rustlib/src/rust/library/std").exists());
    ensure!(
        cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) && has_sources,
        "needs Linux on x86_64, and rustup's `rust-src` component for the nightly compiler"
    );
    Ok(())
}

impl Sanitizer {
    /// Creates a `cargo test` command with everything instrumented, including the standard library's locks and memory.
    fn cargo_test<'a>(&self, shell: &'a Shell, arguments: &[String]) -> Cmd<'a> {
        let directory = root().join(format!("target/sanitizers-{}", self.flag));
        let build = [
            "-Zbuild-std".to_owned(),
            format!("--target={TARGET}"),
            format!("--target-dir={}", directory.display()),
        ];
        let nightly = &*NIGHTLY;
        let test = cmd!(shell, "cargo {nightly} test {build...} {arguments...}");
        // A test must not install a compiler. Two tests wait for a panic for a limited time, and a backtrace would take
        // too long.
        let test = test.env("RUSTUP_AUTO_INSTALL", "0").env("RUST_BACKTRACE", "0");
        test.env("RUSTFLAGS", format!("-Zsanitizer={}", self.flag)).env(self.options.0, self.options.1)
    }

    /// Runs tests, which must pass without any report. A report in a forked child does not make its parent's test fail.
    fn finds_nothing(&self, shell: &Shell, arguments: &[String]) -> Result<String> {
        let test = self.cargo_test(shell, arguments);
        let line = test.to_string();
        let (passed, printed) = command::outcome(&mut test.into())?;
        ensure!(passed && !printed.contains(&format!("{}:", self.name)), "`{line}`:\n{printed}");
        Ok(format!("{} tests passed", tests_passed(&printed)?))
    }
}
