//! Checks that the published packages compile for the platforms in README.md on which no test runs. `cargo check` needs
//! their standard libraries, but neither a linker nor a C compiler.

use xshell::cmd;

use anyhow::Result;

use super::steps::Steps;
use super::{core, tools};
use crate::workspace::{Package, selected};
use crate::{command, targets};

/// Platforms with an operating system. All published packages must compile for them.
const SYSTEMS: [&str; 4] =
    ["aarch64-apple-darwin", "aarch64-linux-android", "x86_64-pc-windows-gnu", "x86_64-unknown-freebsd"];

/// Platforms without an operating system. Libraries that need no network must compile for them.
const WASM: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip1"];

/// Checks the platforms if their targets are installed.
///
/// # Errors
///
/// Returns an error if a target is missing under `CI=true`. Failures are recorded.
pub(super) fn check_where_possible(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let found = targets::ensure_installed(&[SYSTEMS.as_slice(), &WASM].concat());
    let Some(()) = tools("platforms", found)? else { return Ok(()) };
    let shell = command::shell()?;
    let is_local = |package: &&Package| package.is_library && !package.name.starts_with("idlease-");
    let local = selected(published.iter().filter(is_local));
    for (targets, packages, features) in [
        (SYSTEMS.as_slice(), selected(published), ""),
        (&WASM, selected(core(published)), "js,serde"),
        (&WASM, local, ""),
    ] {
        let targets = targets.iter().map(|target| format!("--target={target}"));
        // One directory and one call, so that build scripts and macros are built only once.
        let check = ["check", "--quiet", "--locked", "--target-dir=target/platforms", "--features", features];
        steps.run(cmd!(shell, "cargo {check...} {targets...} {packages...}").env("RUSTFLAGS", "-D warnings"));
    }
    Ok(())
}
