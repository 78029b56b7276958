//! The tests as programs of other machines.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::report::{Report, tests_passed};
use crate::test::PUBLISHED;
use crate::{command, root, slow_tests};

/// A kind of machine, and what is needed to build and run its programs.
pub(super) struct Machine {
    pub(super) target: &'static str,
    what: &'static str,
    linker: &'static str,
    /// The emulator, unless this machine can run the programs itself.
    emulator: Option<&'static str>,
    /// Debian's packages.
    packages: &'static str,
}

pub(super) const MACHINES: [Machine; 3] = [
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

/// Runs the tests on each machine that is wanted.
pub(super) fn check(report: &mut Report, is_wanted: impl Fn(&str) -> bool) {
    for machine in MACHINES.into_iter().filter(|machine| is_wanted(machine.target)) {
        let what = format!("{}: idcore, all schemes, vectors, threads, forks", machine.what);
        report.check(machine.target, &what, machine.tools(), |()| {
            Ok(format!("{} tests passed", tests_passed(&command::read(&mut machine.test()?)?)?))
        });
    }
}

impl Machine {
    fn tools(&self) -> Result<()> {
        let Self { target, linker, emulator, packages, .. } = self;
        let runs = |program: &str| command::read(Command::new(program).arg("--version")).is_ok();
        let library =
            command::read(Command::new("rustc").args(["--print=target-libdir", "--target", target]));
        ensure!(
            library.is_ok_and(|folder| Path::new(folder.trim()).exists())
                && runs(linker)
                && emulator.is_none_or(runs),
            "needs `rustup target add {target}` and, on Debian, `apt-get install {packages}`"
        );
        Ok(())
    }

    fn test(&self) -> Result<Command> {
        let Self { target, linker, emulator, .. } = self;
        let variable =
            |name: &str| format!("CARGO_TARGET_{}_{name}", target.replace('-', "_").to_uppercase());
        let mut test = Command::new("cargo");
        test.args(["test", "--quiet", "--no-fail-fast", &format!("--target={target}")]);
        test.args(PUBLISHED.iter().map(|package| format!("--package={package}")));
        test.args(["--package=conformance", "--features=serde,rand_core_0_6,rand_core_0_9,rand_core_0_10"]);
        // Static, so that a program needs no libraries of its machine.
        test.env("RUSTFLAGS", "-Ctarget-feature=+crt-static").env(variable("LINKER"), linker);
        match emulator {
            None => drop(test.arg("--tests")),
            Some(emulator) => slow_tests::leave_out(test.env(variable("RUNNER"), emulator))?,
        }
        test.current_dir(root());
        Ok(test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_has_its_linker_and_emulator() {
        for machine in MACHINES {
            let test = machine.test().unwrap();
            let value = |name: &str| {
                let set = test.get_envs().find(|(key, _)| key.to_string_lossy().ends_with(name));
                set.and_then(|(_, value)| value?.to_str())
            };
            assert_eq!((value("_LINKER"), value("_RUNNER")), (Some(machine.linker), machine.emulator));
            assert!(command::line(&test).contains(&format!("--target={} ", machine.target)));
        }
    }
}
