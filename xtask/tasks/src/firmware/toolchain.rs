//! The tools that build, link and run firmware on this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::command;

/// The core that the images run on.
pub(crate) const BOARD: &str = "thumbv7m-none-eabi";

/// A smaller core, for which the operations are linked too.
pub(crate) const SMALL: &str = "thumbv6m-none-eabi";

/// The core for which sizes are measured.
pub(crate) const WEIGHED: &str = "thumbv7em-none-eabi";

/// Further cores for which everything is built: RISC-V and Cortex-M33.
pub(crate) const BUILT: &[&str] = &["riscv32imc-unknown-none-elf", "thumbv8m.main-none-eabi"];

/// The linker for Arm.
pub(crate) const LINKER: &str = "arm-none-eabi-ld";

/// The emulator.
pub(crate) const EMULATOR: &str = "qemu-system-arm";

/// The advice on what to install.
const ADVICE: &str = "either the targets, with `rustup target add thumbv6m-none-eabi thumbv7m-none-eabi thumbv7em-none-eabi \
                      thumbv8m.main-none-eabi riscv32imc-unknown-none-elf`, or, on Debian, the packages rustc-web, cargo-web and \
                      rust-web-src";

/// A compiler that can build for all targets.
#[derive(Debug)]
pub(crate) struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// Whether `core` is built from source, because the targets are not installed.
    builds_core: bool,
}

impl Toolchain {
    /// Finds a compiler, the linker and the emulator.
    ///
    /// If one of them is missing, the error names the packages to install.
    pub(crate) fn find() -> Result<Self> {
        for (tool, package) in [(EMULATOR, "qemu-system-arm"), (LINKER, "binutils-arm-none-eabi")] {
            let found = first_line(tool, &["--version"]);
            found.with_context(|| format!("{tool} is missing; install Debian's package {package}"))?;
        }
        let targets = [&[BOARD, SMALL, WEIGHED], BUILT].concat();
        let found = candidates().find_map(|(cargo, rustc)| Self::inspect(cargo, rustc, &targets));
        found.with_context(|| format!("a compiler for microcontrollers is missing; install {ADVICE}"))
    }

    /// Finds a compiler for one target, without a linker.
    pub(crate) fn with_target(target: &str) -> Result<Self> {
        candidates().find_map(|(cargo, rustc)| Self::inspect(cargo, rustc, &[target])).with_context(|| {
            format!(
                "a compiler for {target} is missing; install either the target, with `rustup target add {target}`, or, on \
                 Debian, the packages rustc-web, cargo-web and rust-web-src"
            )
        })
    }

    fn inspect(cargo: PathBuf, rustc: PathBuf, targets: &[&str]) -> Option<Self> {
        let sysroot = PathBuf::from(first_line(&rustc, &["--print", "sysroot"]).ok()?);
        let has_targets = targets.iter().all(|target| library(&sysroot).join(target).join("lib").is_dir());
        let has_source = library(&sysroot).join("src/rust/library/core").is_dir();
        first_line(&cargo, &["--version"]).ok()?;
        (has_targets || has_source).then_some(Self { cargo, rustc, builds_core: !has_targets })
    }

    /// Returns the versions of everything that the figures depend on.
    pub(crate) fn versions(&self) -> Result<String> {
        Ok([first_line(&self.rustc, &["--version"])?, first_line(LINKER, &["--version"])?].join(", "))
    }

    /// Creates a cargo command that runs in a directory and builds for a target with [`flags`](Self::flags).
    pub(crate) fn cargo(&self, target: &str, directory: &Path) -> Command {
        let mut cargo = Command::new(&self.cargo);
        // The libraries belong to the cargo that runs this task, which can be a different one.
        cargo.current_dir(directory).env("RUSTC", &self.rustc).env_remove("LD_LIBRARY_PATH");
        command::forget_flags(&mut cargo);
        if self.builds_core {
            // The only way to build `core` with a released compiler.
            cargo.env("RUSTC_BOOTSTRAP", "1");
        }
        // This linker supports only Arm.
        if target.starts_with("thumb") {
            cargo.env(target_variable(target, "LINKER"), LINKER);
        }
        cargo
    }

    /// Returns the command-line options with which cargo builds for a target.
    pub(crate) fn flags(&self, target: &str) -> Vec<String> {
        let build_std = self.builds_core.then_some("-Zbuild-std=core");
        ["--target", target].into_iter().chain(build_std).map(str::to_owned).collect()
    }

    /// Returns additional options for building without a network and without cargo's cache. The dependencies of `core`
    /// come with its source.
    pub(crate) fn offline_flags(&self) -> Result<Vec<String>> {
        if !self.builds_core {
            return Ok(Vec::new());
        }
        let sysroot = PathBuf::from(first_line(&self.rustc, &["--print", "sysroot"])?);
        let directory = library(&sysroot).join("src/rust/library/vendor");
        let settings = [
            "source.crates-io.replace-with=\"rust-src\"".to_owned(),
            format!("source.rust-src.directory={:?}", directory.display().to_string()),
        ];
        Ok(settings.into_iter().flat_map(|setting| ["--config".to_owned(), setting]).collect())
    }
}

/// Returns the compilers to try.
fn candidates() -> impl Iterator<Item = (PathBuf, PathBuf)> {
    [("cargo", "rustc"), ("/usr/bin/cargo", "/usr/bin/rustc")]
        .into_iter()
        .map(|(cargo, rustc)| (cargo.into(), rustc.into()))
}

/// Returns the name of cargo's environment variable for a setting of a target.
pub(crate) fn target_variable(target: &str, setting: &str) -> String {
    format!("CARGO_TARGET_{}_{setting}", target.to_uppercase().replace('-', "_"))
}

/// Returns the directory that contains a compiler's targets and source.
fn library(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib")
}

fn first_line(program: impl AsRef<Path>, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program.as_ref());
    let printed = command::read(command.args(arguments).env_remove("LD_LIBRARY_PATH"))?;
    Ok(printed.lines().next().unwrap_or_default().to_owned())
}
