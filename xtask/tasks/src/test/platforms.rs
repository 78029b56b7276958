//! Checks that the published packages compile for the platforms in README.md on which no test runs. `cargo check` needs
//! their standard libraries, but neither a linker nor a C compiler. So `sortid` is checked without TLS, which compiles C.

use anyhow::Result;
use xshell::{Shell, cmd};

use super::apart::REPEAT;
use super::core;
use super::plan::Plan;
use crate::workspace::{Package, selected};
use crate::{command, targets};

/// Platforms with an operating system. All published packages must compile for them.
const SYSTEMS: [&str; 4] =
    ["aarch64-apple-darwin", "aarch64-linux-android", "x86_64-pc-windows-gnu", "x86_64-unknown-freebsd"];

/// Platforms without an operating system. Libraries that need no network must compile for them.
const WASM: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip1"];

/// Adds checks for the platforms.
pub(super) fn add(plan: &mut Plan<'_>, published: &[Package]) -> Result<()> {
    let found = targets::ensure_installed(&[SYSTEMS.as_slice(), &WASM].concat());
    let shell = command::shell()?;
    plan.with_tools("platforms", REPEAT, found, |plan, ()| add_checks(plan, &shell, published));
    Ok(())
}

fn add_checks(plan: &mut Plan<'_>, shell: &Shell, published: &[Package]) {
    let is_local = |package: &&Package| package.is_library && !package.name.starts_with("idlease-");
    let local = selected(published.iter().filter(is_local));
    let (programs, libraries): (Vec<_>, Vec<_>) = published.iter().partition(|package| !package.is_library);
    let without_tls = ["--no-default-features".to_owned()].into_iter().chain(selected(programs));
    for (targets, packages, features) in [
        (SYSTEMS.as_slice(), selected(libraries), ""),
        (&SYSTEMS, without_tls.collect(), "etcd,postgres,redis"),
        (&WASM, selected(core(published)), "js,serde"),
        (&WASM, local, ""),
    ] {
        let targets = targets.iter().map(|target| format!("--target={target}"));
        // One directory and one call, so that build scripts and macros are built only once.
        let check = ["check", "--locked", "--target-dir=target/platforms", "--features", features];
        plan.command(
            cmd!(shell, "cargo {check...} {targets...} {packages...}").env("RUSTFLAGS", "-D warnings"),
        );
    }
}
