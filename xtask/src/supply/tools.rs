//! The tools that the checks need.

use std::path::Path;
use std::process::Command;

use crate::report::Outcome;
use crate::{command, root};

/// Cargo at the root of the repository.
pub(super) fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(arguments).current_dir(root());
    cargo
}

/// Cargo of the nightly toolchain, in a folder.
pub(super) fn nightly(folder: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    // A check must not install a compiler.
    cargo.arg("+nightly").env("RUSTUP_AUTO_INSTALL", "0").current_dir(folder);
    cargo
}

/// Returns the version of a tool that Cargo builds.
///
/// # Errors
///
/// It is missing.
pub(super) fn version(tool: &str) -> Result<String, Outcome> {
    let subcommand = tool.strip_prefix("cargo-").unwrap_or(tool);
    command::read(&mut cargo(&[subcommand, "--version"])).map(|text| text.trim().to_owned()).map_err(|_| {
        Outcome::Skipped(format!("{tool} is missing; install it with `cargo install --locked {tool}`"))
    })
}

/// Returns the version of the nightly toolchain.
///
/// # Errors
///
/// It is missing.
pub(super) fn nightly_version() -> Result<String, Outcome> {
    let version = command::read(nightly(&root()).arg("--version"));
    version.map(|text| text.trim().to_owned()).map_err(|_| {
        let install = "rustup toolchain install nightly --profile minimal";
        Outcome::Skipped(format!("nightly Rust is missing; install it with `{install}`"))
    })
}
