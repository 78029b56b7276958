//! Checks the published crates with the oldest supported compiler and its cargo.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{core, manifests, step, tools};
use crate::workspace::{Package, selected};
use crate::{command, root};

/// The features whose dependencies support that compiler too. The others need what their library needs.
const FEATURES: &[&str] = &[
    "arbitrary_1",
    "borsh_1",
    "bytemuck_1",
    "chrono_0_4",
    "defmt_1",
    "jiff_0_2",
    "postgres_types_0_2",
    "quickcheck_1",
    "rand_core_0_10",
    "rand_core_0_6",
    "rand_core_0_9",
    "rkyv_0_8",
    "schemars_1",
    "serde",
    "zerocopy_0_8",
];

/// Checks the published crates if that compiler is installed.
///
/// # Errors
///
/// A crate does not build. Under `CI=true`, a missing compiler is an error too.
pub(super) fn check_where_possible(published: &[Package]) -> Result<()> {
    let version = manifests::rust_version()?;
    let Some(toolchain) = tools("msrv", Toolchain::find(&version))? else { return Ok(()) };
    let features = format!("--features={}", FEATURES.join(","));
    let others = published.iter().filter(|package| package.is_library && !package.is_core());
    for (packages, features) in [
        (selected(core(published)), "--no-default-features"),
        (selected(core(published)), &features),
        (selected(others), "--all-features"),
    ] {
        let mut cargo = toolchain.cargo();
        // Locked, so that this step checks the same versions as all other tests.
        cargo.args(["check", "--quiet", "--locked", "--target-dir=target/msrv", features]).args(packages);
        step(&command::line(&cargo));
        command::run(cargo.current_dir(root()))?;
    }
    Ok(())
}

/// The location of one version of the compiler.
enum Toolchain {
    /// Debian's packages, unpacked by `.ci/run`.
    Unpacked(PathBuf),
    /// rustup's name for it, such as `+1.85`.
    Rustup(String),
}

impl Toolchain {
    fn find(version: &str) -> Result<Self> {
        let unpacked = Self::Unpacked(root().join(format!("target/tools/rust-{version}")));
        let rustup = Self::Rustup(format!("+{version}"));
        [unpacked, rustup].into_iter().find(Self::is_there).with_context(|| {
            format!(
                "Rust {version} is missing; install it with `rustup toolchain install {version} --profile minimal`, \
                 or, on Debian 12, with `.ci/run`"
            )
        })
    }

    fn is_there(&self) -> bool {
        command::read(self.cargo().arg("--version")).is_ok()
    }

    fn cargo(&self) -> Command {
        match self {
            Self::Unpacked(folder) => {
                let programs = folder.join("usr/bin");
                let mut cargo = Command::new(programs.join("cargo"));
                cargo.env("RUSTC", programs.join("rustc")).env("LD_LIBRARY_PATH", libraries(folder));
                cargo
            }
            Self::Rustup(name) => {
                let mut cargo = Command::new("cargo");
                // A test must not install a compiler.
                cargo.arg(name).env("RUSTUP_AUTO_INSTALL", "0");
                cargo
            }
        }
    }
}

/// The folders of shared libraries: Debian has one for each architecture.
fn libraries(folder: &Path) -> OsString {
    let folders = ["lib", "usr/lib"].iter().filter_map(|name| fs::read_dir(folder.join(name)).ok());
    let folders = folders.flatten().flatten().map(|entry| entry.path());
    env::join_paths(folders).unwrap_or_default()
}
