//! `cargo xtask test`: everything that must pass before a change lands.

mod apart;
mod manifests;
pub(crate) mod miri;
mod msrv;
mod newest_rusqlite;
mod pages;

use std::env;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{command, flags, program, root, soak, supply, vectors};
use apart::Apart;

/// The crates that are published, by their folders in `crates/`.
pub const PUBLISHED: &[&str] = &["idcore", "scru160", "scru128", "scru64", "ulid", "ulid-flake"];

/// Those among them that are schemes.
pub const SCHEMES: &[&str] = PUBLISHED.split_at(1).1;

/// The published crates that always need `std`, and have no features.
pub const PUBLISHED_FOR_STD: &[&str] = &["idlease", "idlease-etcd", "idlease-postgres", "idlease-redis"];

/// The packages outside the workspace.
const CAPI: &str = "--manifest-path=crates/capi/Cargo.toml";
const FIRMWARE: &str = "--manifest-path=xtask/firmware/Cargo.toml";
const FIRMWARE_HAL: &str = "--manifest-path=xtask/firmware-hal/Cargo.toml";
const FUZZ_TARGETS: &str = "--manifest-path=xtask/fuzz/targets/Cargo.toml";

/// The feature sets with which the published crates must build, beside each feature alone: without `std`, as they are, and all.
const FEATURE_SETS: &[&[&str]] = &[
    &["--no-default-features"],
    &["--no-default-features", "--features=alloc,serde,rand_core_0_6,rand_core_0_9,rand_core_0_10"],
    &[],
    &["--all-features"],
];

/// Runs all steps of a part, cheapest first, and stops at the first failure. The tests come last, so that the output ends with
/// their results.
///
/// # Errors
///
/// A step failed. The message names the command or the fault.
pub fn run(options: &flags::Test) -> Result<()> {
    if options.apart {
        return apart::run();
    }
    let apart = Apart::start()?;
    lint()?;
    apart.finish()?;
    test()
}

/// Checks what no test runs: formatting, lints, documentation, vectors and packages.
fn lint() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    for package in [CAPI, FIRMWARE, FIRMWARE_HAL, FUZZ_TARGETS] {
        cargo(&["fmt", package, "--check"], &[])?;
    }
    step("manifests of published crates against the workspace's");
    manifests::check()?;
    step("tests that the pages name");
    pages::check()?;
    step("files of the packages, sources in the lock files");
    supply::check_fast()?;
    step("vectors --check");
    vectors::run(&flags::Vectors { check: true, ..Default::default() })?;
    step("vectors --readers");
    vectors::run(&flags::Vectors { readers: true, ..Default::default() })?;

    for feature in manifests::features()? {
        let features = ["--no-default-features", &format!("--features={feature}")];
        cargo(&published(&["clippy", "--quiet"], &features, &["--", "-D", "warnings"]), &[])?;
    }
    for features in FEATURE_SETS {
        cargo(&published(&["clippy", "--quiet", "--all-targets"], features, &["--", "-D", "warnings"]), &[])?;
    }
    cargo(
        &["clippy", "--quiet", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
        &[],
    )?;
    cargo(&["clippy", "--quiet", CAPI, "--target-dir=target/capi", "--locked", "--", "-D", "warnings"], &[])?;
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
    let packages: Vec<_> = PUBLISHED_FOR_STD.iter().flat_map(|&package| ["--package", package]).collect();
    cargo(
        &[&["doc", "--quiet", "--no-deps"], packages.as_slice()].concat(),
        &[("RUSTDOCFLAGS", "-D warnings")],
    )
}

/// Runs the tests.
fn test() -> Result<()> {
    // Other packages in the same build would turn on features of these. Two passes are enough for them: a third one of everything
    // would build most dependencies once more.
    cargo(&published(&["test"], &["--package=conformance", "--no-default-features"], &[]), &[])?;
    cargo(&published(&["test"], &[], &[]), &[])?;
    soak::check_where_possible()?;
    step("randomness --quick");
    program::run_unoptimised("randomness", &["--quick".into()])?;
    // More threads than cores, because the tests with servers mostly wait.
    cargo(&["test", "--workspace", "--all-features"], &[("RUST_TEST_THREADS", "4")])
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
    step(&command::line(command));
    command::run(command.current_dir(root()))
}

/// Begins a step. Returns its tools, or `None` to skip it if they are missing. Under `CI=true`, missing tools are an error.
pub(crate) fn tools<T>(name: &str, found: Result<T>) -> Result<Option<T>> {
    step(name);
    match found {
        Err(missing) if !needs_all_tools() => {
            println!("SKIPPED: {name}: {missing:#}");
            Ok(None)
        }
        found => found.map(Some).with_context(|| name.to_owned()),
    }
}

/// Whether a missing tool is an error.
pub(crate) fn needs_all_tools() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}

/// Names a step, with the minutes and seconds since the first one, so that the log shows which steps are slow.
fn step(name: &str) {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let seconds = FIRST.elapsed().as_secs();
    println!("\n=== {:02}:{:02} {name}", seconds / 60, seconds % 60);
}
