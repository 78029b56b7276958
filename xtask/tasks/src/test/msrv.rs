//! Checks the published crates with the oldest supported compiler and its cargo.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::core;
use super::plan::Plan;
use crate::workspace::{Package, features, selected};
use crate::{command, files, root};

/// The features whose libraries need a newer compiler, and the features that turn these on. All other features are
/// checked. A new feature whose check fails because of its library belongs here.
const NEWER: [&str; 11] = [
    "diesel_2",
    "diesel_2_sqlite",
    "sea_orm_1",
    "sea_orm_2",
    "sqlx_0_8",
    "sqlx_0_8_postgres",
    "sqlx_0_9",
    "sqlx_0_9_postgres",
    "time_0_3",
    "utoipa_6",
    "uuid_1",
];

/// Adds checks of the published crates with that compiler.
pub(super) fn add(plan: &mut Plan<'_>, published: &[Package]) -> Result<()> {
    let version = rust_version()?;
    plan.with_tools("msrv", "cargo xtask test --all", Toolchain::find(&version), |plan, toolchain| {
        add_checks(plan, published, &toolchain);
    });
    Ok(())
}

fn add_checks(plan: &mut Plan<'_>, published: &[Package], toolchain: &Toolchain) {
    let features = format!("--features={}", checked_features(published).join(","));
    let others = published.iter().filter(|package| package.is_library && !package.is_core());
    for (packages, features) in [
        (selected(core(published)), "--no-default-features"),
        (selected(core(published)), &features),
        (selected(others), "--all-features"),
    ] {
        let mut cargo = toolchain.cargo();
        // `--locked`, so that this step checks the same versions as all other tests.
        cargo.args(["check", "--locked", "--target-dir=target/msrv", features]).args(packages);
        cargo.current_dir(root());
        plan.command(cargo);
    }
}

/// Returns the oldest supported version of the compiler.
pub(crate) fn rust_version() -> Result<String> {
    let manifest: toml::Value = files::read_toml(&root().join("Cargo.toml")).map(toml::Value::Table)?;
    let package = manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let version = package.and_then(|package| package.get("rust-version")).and_then(toml::Value::as_str);
    version.map(str::to_owned).context("Cargo.toml: expected a rust-version")
}

fn checked_features(published: &[Package]) -> Vec<&str> {
    features(published).into_iter().filter(|feature| !NEWER.contains(feature)).collect()
}

/// The location of one version of the compiler.
pub(crate) enum Toolchain {
    /// Debian's packages, unpacked by `.ci/run`.
    Unpacked(PathBuf),
    /// The name in rustup, such as `+1.85`.
    Rustup(String),
}

impl Toolchain {
    /// Finds a version, without a download.
    pub(crate) fn find(version: &str) -> Result<Self> {
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

    /// Creates a command that runs its Cargo.
    pub(crate) fn cargo(&self) -> Command {
        match self {
            Self::Unpacked(directory) => {
                let programs = directory.join("usr/bin");
                let mut cargo = Command::new(programs.join("cargo"));
                cargo.env("RUSTC", programs.join("rustc")).env("LD_LIBRARY_PATH", libraries(directory));
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

/// Returns the directories for shared libraries. Debian has a directory for each architecture.
fn libraries(directory: &Path) -> OsString {
    let directories = ["lib", "usr/lib"].iter().filter_map(|name| fs::read_dir(directory.join(name)).ok());
    let directories = directories.flatten().flatten().map(|entry| entry.path());
    env::join_paths(directories).unwrap_or_default()
}
