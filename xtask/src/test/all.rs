//! The second tier: everything that belongs to a change.

use anyhow::Result;
use xshell::cmd;

use super::apart::Apart;
use super::{LEFT_TO_PROOFS, check_texts, core, locks, manifests, msrv, run_step, step};
use crate::workspace::{Package, selected};
use crate::{command, flags, supply, vectors};

/// The packages outside the workspace.
const OUTSIDE: [&str; 3] = ["crates/capi/Cargo.toml", "xtask/firmware/Cargo.toml", "xtask/js/Cargo.toml"];

/// The feature sets with which the published crates must build, beside each feature alone: without `std`, as they are, and all.
const FEATURE_SETS: [&[&str]; 4] = [
    &["--no-default-features"],
    &["--no-default-features", "--features=alloc,serde,rand_core_0_6,rand_core_0_9,rand_core_0_10"],
    &[],
    &["--all-features"],
];

/// Runs the lints and the tests of the core, other builds beside them, and then all tests.
///
/// # Errors
///
/// A step failed.
pub(super) fn run(published: &[Package]) -> Result<()> {
    let apart = Apart::start()?;
    check_texts(&command::shell()?, published)?;
    lint(published)?;
    // It builds in a folder of its own too, but the other process has more to do.
    msrv::check_where_possible(published)?;
    test_core(published)?;
    apart.finish()?;
    println!("\n=== left out, for `cargo xtask prove`: {LEFT_TO_PROOFS}");
    let shell = command::shell()?;
    // More threads than cores, because the tests with servers mostly wait.
    run_step(cmd!(shell, "cargo test --workspace --all-features").env("RUST_TEST_THREADS", "16"))
}

fn lint(published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    for package in OUTSIDE {
        run_step(cmd!(shell, "cargo fmt --manifest-path {package} --check"))?;
    }
    step("files of the packages");
    supply::check_files(published)?;
    step("dependencies in the lock files");
    locks::check_completeness()?;
    step("vectors --readers");
    vectors::run(&flags::Vectors { readers: true, ..Default::default() })?;

    let core = &selected(core(published));
    for feature in manifests::features(published) {
        let features = ["--no-default-features", &format!("--features={feature}")];
        run_step(cmd!(shell, "cargo clippy --quiet {core...} {features...} -- -D warnings"))?;
    }
    for features in FEATURE_SETS {
        run_step(cmd!(shell, "cargo clippy --quiet --all-targets {core...} {features...} -- -D warnings"))?;
    }
    run_step(cmd!(shell, "cargo clippy --quiet --workspace --all-targets --all-features -- -D warnings"))?;
    // Without the firmware's images, which only build for another target. `js` lints what it builds.
    for (package, folder, features) in
        [(OUTSIDE[0], "target/capi", "header"), (OUTSIDE[1], "target/firmware", "")]
    {
        let package = ["--manifest-path", package, "--target-dir", folder, "--features", features];
        run_step(cmd!(shell, "cargo clippy --quiet --locked {package...} -- -D warnings"))?;
    }
    let all = selected(published.iter().filter(|package| package.is_library));
    for packages in [[core.as_slice(), &["--all-features".to_owned()]].concat(), all] {
        run_step(
            cmd!(shell, "cargo doc --quiet --no-deps {packages...}").env("RUSTDOCFLAGS", "-D warnings"),
        )?;
    }
    Ok(())
}

fn test_core(published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    // Other packages in the same build would turn on features of these. Two passes are enough for them: a third one of everything
    // would build most dependencies once more.
    let core = &selected(core(published));
    run_step(cmd!(shell, "cargo test --quiet {core...} --package=conformance --no-default-features"))?;
    run_step(cmd!(shell, "cargo test --quiet {core...}"))
}
