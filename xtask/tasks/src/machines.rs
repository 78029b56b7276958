//! `cargo xtask prove machines`: the tests on machines with other byte orders and word sizes.
//!
//! Miri interprets the unit tests of unsafe code for these machines. All other tests run as native programs, in an
//! emulator if this machine can't run them.

use std::path::Path;

use anyhow::{Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::command;
use crate::report::{Report, tests_passed};
use crate::test::miri;
use crate::workspace::{Package, published, selected};

/// A kind of machine, and the tools that build and run its programs.
struct Machine {
    target: &'static str,
    what: &'static str,
    linker: &'static str,
    /// The emulator, unless this machine can run the programs itself.
    emulator: Option<&'static str>,
    /// Debian's packages.
    packages: &'static str,
}

const MACHINES: [Machine; 3] = [
    Machine {
        target: "s390x-unknown-linux-gnu",
        what: "big-endian, 64 bits",
        linker: "s390x-linux-gnu-gcc",
        emulator: Some("qemu-s390x"),
        packages: "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
    },
    Machine {
        target: "armv7-unknown-linux-gnueabihf",
        what: "little-endian, 32 bits",
        linker: "arm-linux-gnueabihf-gcc",
        emulator: Some("qemu-arm"),
        packages: "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user",
    },
    Machine {
        target: "i686-unknown-linux-gnu",
        what: "little-endian, 32 bits",
        linker: "i686-linux-gnu-gcc",
        emulator: if cfg!(target_arch = "x86_64") { None } else { Some("qemu-i386") },
        packages: "gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user",
    },
];

/// Runs all checks and prints one table. A failure does not stop the other checks.
pub(crate) fn run() -> Result<()> {
    let (shell, published) = (command::shell()?, published()?);
    let mut report = Report::new();
    miri::check(&mut report, &shell, |target| target.is_some());
    for machine in &MACHINES {
        let what = format!("{}: idcore, all schemes, vectors, threads, forks", machine.what);
        report.check(machine.target, what, machine.tools(&shell), |()| {
            let printed = command::output(&mut machine.test(&shell, &published)?.into())?;
            Ok(format!("{} tests passed", tests_passed(&printed)?))
        });
    }
    report.run()
}

impl Machine {
    fn tools(&self, shell: &Shell) -> Result<()> {
        let Self { target, linker, emulator, packages, .. } = self;
        let runs = |program: &str| cmd!(shell, "{program} --version").ignore_stdout().quiet().run().is_ok();
        let library = cmd!(shell, "rustc --print=target-libdir --target {target}").quiet().read();
        ensure!(
            library.is_ok_and(|directory| Path::new(&directory).exists())
                && runs(linker)
                && emulator.is_none_or(runs),
            "needs `rustup target add {target}` and, on Debian, `apt-get install {packages}`"
        );
        Ok(())
    }

    fn test<'a>(&self, shell: &'a Shell, published: &[Package]) -> Result<Cmd<'a>> {
        let Self { target, linker, emulator, .. } = self;
        let variable =
            |name: &str| format!("CARGO_TARGET_{}_{name}", target.replace('-', "_").to_uppercase());
        let mut tests = tests(published);
        // The tests of the program would take many minutes in an emulator and find nothing more.
        tests.extend(emulator.is_none().then(|| "--package=vectors".to_owned()));
        let test = cmd!(shell, "cargo test --no-fail-fast --target={target} {tests...} -- --quiet");
        // Statically linked, so that a program needs no libraries for its machine.
        let test = test.env("RUSTFLAGS", "-Ctarget-feature=+crt-static").env(variable("LINKER"), linker);
        Ok(match emulator {
            Some(emulator) => test.env(variable("RUNNER"), emulator),
            None => test,
        })
    }
}

/// Returns the arguments for all tests of the crates without `std`, and of `conformance`, which checks the vectors.
pub(crate) fn tests(published: &[Package]) -> Vec<String> {
    let mut arguments = selected(published.iter().filter(|package| package.is_core()));
    let conformance = ["--package=conformance", "--features=rand_core_0_6,rand_core_0_9,rand_core_0_10"];
    arguments.extend(conformance.iter().chain(&["--lib", "--tests"]).map(|argument| (*argument).to_owned()));
    arguments
}
