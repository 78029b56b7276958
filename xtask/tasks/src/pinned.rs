//! The tools whose versions `.ci/versions` pins, because a later one could fail a check without a change here.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

const VERSIONS: &str = include_str!("../../../.ci/versions");

/// Cargo's argument for the pinned nightly compiler. If rustup's `nightly` has the same date, nothing is downloaded.
pub(crate) static NIGHTLY: LazyLock<String> = LazyLock::new(|| {
    let pinned = version("NIGHTLY");
    let date = pinned.trim_start_matches("nightly-");
    let has_date = || {
        let shell = Shell::new().ok()?;
        let sysroot = cmd!(shell, "rustc +nightly --print=sysroot").env("RUSTUP_AUTO_INSTALL", "0");
        let sysroot = sysroot.quiet().ignore_stderr().read().ok()?;
        let manifest = Path::new(&sysroot).join("lib/rustlib/multirust-channel-manifest.toml");
        Some(fs::read_to_string(manifest).ok()?.contains(&format!("date = \"{date}\"")))
    };
    format!("+{}", if has_date() == Some(true) { "nightly" } else { pinned })
});

/// Checks that the pinned nightly compiler is installed, with a Cargo command such as `miri`.
///
/// # Errors
///
/// The error explains how to install the compiler with all components that any task needs.
pub(crate) fn check_nightly(shell: &Shell, command: Option<&str>) -> Result<()> {
    let nightly = &*NIGHTLY;
    // A check must not install a compiler.
    let found = cmd!(shell, "cargo {nightly} {command...} --version").env("RUSTUP_AUTO_INSTALL", "0");
    found.ignore_stdout().ignore_stderr().quiet().run().with_context(|| {
        let pinned = version("NIGHTLY");
        format!(
            "needs `rustup toolchain install {pinned} --profile minimal --component miri,rust-src`, \
             or the `nightly` of that date"
        )
    })
}

/// Checks that a Cargo tool such as `cargo-deny` has the pinned version.
pub(crate) fn check_tool(shell: &Shell, tool: &str) -> Result<()> {
    let command = tool.trim_start_matches("cargo-");
    let found = cmd!(shell, "cargo {command} --version").ignore_stderr().quiet().read().unwrap_or_default();
    let version = version(&tool.to_uppercase().replace('-', "_"));
    ensure!(
        found == format!("{tool} {version}"),
        "expected {tool} {version}, found {found:?}; install it with `cargo install --locked {tool}@{version}`"
    );
    Ok(())
}

/// Returns a version.
fn version(variable: &str) -> &'static str {
    let mut lines = VERSIONS.lines();
    lines.find_map(|line| line.strip_prefix(variable)?.strip_prefix('=')).unwrap_or("(not in .ci/versions)")
}
