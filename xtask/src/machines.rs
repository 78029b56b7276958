//! `cargo xtask prove machines`: the tests on machines with other byte orders and word sizes.
//!
//! Miri interprets the unit tests of unsafe code for these machines. All other tests run as native programs, in an
//! emulator if this machine can't run them.

use std::path::Path;

use anyhow::{Result, ensure};
use walkdir::WalkDir;
use xshell::{Cmd, Shell, cmd};

use crate::report::{Report, tests_passed};
use crate::test::miri;
use crate::workspace::{Package, published, selected};
use crate::{command, flags, root};

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

/// The tests of `conformance` for the program that checks the vectors. They would take many minutes here and find
/// nothing more.
const SLOW_FILE: &str = "vectors";

/// Returns the known targets.
pub(crate) fn targets() -> [&'static str; 3] {
    MACHINES.map(|machine| machine.target)
}

/// Runs the checks of some targets and prints one table. A failure does not stop the other checks.
pub(crate) fn run(options: &flags::Machines) -> Result<()> {
    let is_wanted =
        |target: &str| options.target.is_empty() || options.target.iter().any(|wanted| wanted == target);
    let (shell, published) = (command::shell()?, published()?);
    let mut report = Report::new();
    miri::check(&mut report, |target| target.is_some_and(is_wanted))?;
    for machine in MACHINES.iter().filter(|machine| is_wanted(machine.target)) {
        let what = format!("{}: idcore, all schemes, vectors, threads, forks", machine.what);
        report.check(machine.target, &what, machine.tools(&shell), |()| {
            let printed = command::read(&mut machine.test(&shell, &published)?.into())?;
            Ok(format!("{} tests passed", tests_passed(&printed)?))
        });
    }
    report.finish()
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
        let tests = if emulator.is_some() { quick_tests(published)? } else { all_tests(published) };
        let test = cmd!(shell, "cargo test --quiet --no-fail-fast --target={target} {tests...}");
        // Statically linked, so that a program needs no libraries for its machine.
        let test = test.env("RUSTFLAGS", "-Ctarget-feature=+crt-static").env(variable("LINKER"), linker);
        Ok(match emulator {
            Some(emulator) => test.env(variable("RUNNER"), emulator),
            None => test,
        })
    }
}

/// Returns the arguments for all tests of the crates without `std` and of `conformance`.
fn all_tests(published: &[Package]) -> Vec<String> {
    let mut arguments = selected(published.iter().filter(|package| package.is_core()));
    let conformance =
        ["--package=conformance", "--features=rand_core_0_6,rand_core_0_9,rand_core_0_10", "--lib"];
    arguments.extend(conformance.map(str::to_owned));
    arguments.push("--tests".to_owned());
    arguments
}

/// Returns the arguments for all of these tests except for the slow ones, for emulators and sanitizers.
pub(crate) fn quick_tests(published: &[Package]) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in
        WalkDir::new(root().join("xtask/conformance/tests")).min_depth(1).max_depth(1).sort_by_file_name()
    {
        files.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    let all = files.len();
    files.retain(|file| file != SLOW_FILE);
    ensure!(files.len() < all, "expected a test {SLOW_FILE} of `conformance`, found none");
    let mut arguments = all_tests(published);
    arguments.pop();
    arguments.extend(files.iter().map(|file| format!("--test={file}")));
    Ok(arguments)
}
