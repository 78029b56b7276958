//! `cargo xtask test`: everything that must pass before a change lands.

mod manifests;
mod miri;
mod msrv;

use std::env;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::firmware::toolchain::line;
use crate::{bench, firmware, root, vectors};

/// The crates that are published, by their folders in `crates/`.
pub const PUBLISHED: &[&str] = &["idcore", "scru160", "scru128", "scru64", "ulid", "ulid-flake"];

/// The package outside the workspace.
const FIRMWARE: &str = "--manifest-path=crates/firmware/Cargo.toml";

/// The feature sets with which the published crates must build: each feature alone, all that need no `std`, and all.
const FEATURE_SETS: &[&[&str]] = &[
    &["--no-default-features"],
    &["--no-default-features", "--features=alloc"],
    &["--no-default-features", "--features=serde"],
    &["--no-default-features", "--features=rand_core_0_10"],
    &["--no-default-features", "--features=alloc,serde,rand_core_0_10"],
    &[],
    &["--all-features"],
];

/// Runs all steps, cheapest first, and stops at the first failure. The tests come last, so that the output ends with
/// their results.
///
/// # Errors
///
/// A step failed. The message names the command or the fault.
pub fn run() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["fmt", FIRMWARE, "--check"], &[])?;
    step("manifests of published crates against the workspace's");
    manifests::check()?;
    step("vectors --check");
    vectors::run(&vectors::Mode::Check)?;

    for features in FEATURE_SETS {
        cargo(&published(&["clippy", "--quiet", "--all-targets"], features, &["--", "-D", "warnings"]), &[])?;
    }
    cargo(
        &["clippy", "--quiet", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
        &[],
    )?;
    // Without the images, which only build for another target.
    cargo(
        &["clippy", "--quiet", FIRMWARE, "--target-dir=target/firmware", "--locked", "--", "-D", "warnings"],
        &[],
    )?;
    for features in [&[] as &[_], &["--all-features"]] {
        cargo(
            &published(&["doc", "--quiet", "--no-deps"], features, &[]),
            &[("RUSTDOCFLAGS", "-D warnings")],
        )?;
    }
    msrv::check_where_possible()?;
    miri::check_where_possible()?;

    step("firmware --check");
    firmware::check_where_possible()?;
    step("bench --counts --check");
    bench::counts::check_where_possible()?;

    // These packages would turn on the scheme crates' `std` for everything in the same build.
    let without_features = ["--exclude=bench", "--exclude=sortid", "--no-default-features"];
    cargo(&[&["test", "--workspace"], without_features.as_slice()].concat(), &[])?;
    cargo(&["test", "--workspace"], &[])?;
    cargo(&["test", "--workspace", "--all-features"], &[])
}

/// A cargo command on all published crates.
fn published<'a>(before: &[&'a str], features: &[&'a str], after: &[&'a str]) -> Vec<&'a str> {
    let packages = PUBLISHED.iter().flat_map(|&package| ["--package", package]);
    let features = features.iter().copied();
    before.iter().copied().chain(packages).chain(features).chain(after.iter().copied()).collect()
}

fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    run_command(Command::new("cargo").args(arguments).envs(environment.iter().copied()))
}

/// Runs a command at the root of the repository. Prints it first.
fn run_command(command: &mut Command) -> Result<()> {
    let line = line(command);
    step(&line);
    let status = command.current_dir(root()).status().with_context(|| format!("`{line}` can't be run"))?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// Returns the tools of a step, or `None` to skip the step if they are missing. In CI, missing tools are an error.
fn tools<T>(name: &str, found: Result<T>) -> Result<Option<T>> {
    match found {
        Err(missing) if env::var_os("CI").is_none_or(|ci| ci != "true") => {
            step(name);
            println!("SKIPPED: {name}: {missing:#}");
            Ok(None)
        }
        found => found.map(Some).with_context(|| name.to_owned()),
    }
}

fn step(name: &str) {
    println!("\n=== {name}");
}
