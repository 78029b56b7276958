//! The second tier: everything that a change must pass.

use anyhow::Result;
use xshell::cmd;

use super::apart::{self, Apart};
use super::plan::Plan;
use super::{core, msrv};
use crate::command;
use crate::vectors::ports;
use crate::workspace::{Package, features, selected};

/// The packages outside the workspace.
const OUTSIDE: [&str; 4] = [
    "crates/capi/Cargo.toml",
    "xtask/firmware/Cargo.toml",
    "xtask/js/Cargo.toml",
    "xtask/migrations/Cargo.toml",
];

/// The options that select the tables of code from other crates. It shares dependencies with the workspace.
const MIGRATIONS: &[&str] =
    &["--locked", "--manifest-path=xtask/migrations/Cargo.toml", "--target-dir=target"];

/// The feature sets with which the published crates must build, in addition to each single feature.
const FEATURE_SETS: [&[&str]; 4] = [
    &["--no-default-features"],
    &["--no-default-features", "--features=alloc,serde,rand_core_0_6,rand_core_0_9,rand_core_0_10"],
    &[],
    &["--all-features"],
];

/// Adds the lints and the tests of the core, which run while another process runs other builds, and then all tests.
pub(super) fn add<'a>(plan: &mut Plan<'a>, published: &'a [Package], apart: Apart) -> Result<()> {
    add_lints(plan, published)?;
    // This step builds in a separate directory too, but the other process has more work.
    msrv::add(plan, published)?;
    add_tests_of_core(plan, published)?;
    let shell = command::shell()?;
    plan.tests(None, cmd!(shell, "cargo test --no-fail-fast {MIGRATIONS...}"), MIGRATIONS);
    plan.listing("the steps that run alongside the lints", apart::REPEAT, || apart.finish());
    // More threads than cores, because the tests with servers mostly wait.
    shell.set_var("RUST_TEST_THREADS", "16");
    plan.command(cmd!(shell, "cargo test --no-run --workspace --all-features"));
    let tests = cmd!(shell, "cargo test --no-fail-fast --workspace --all-features");
    plan.tests(None, tests, &["--all-features"]);
    Ok(())
}

fn add_lints(plan: &mut Plan<'_>, published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    plan.command(cmd!(shell, "cargo fmt --all --check"));
    for package in OUTSIDE {
        plan.command(cmd!(shell, "cargo fmt --manifest-path {package} --check"));
    }
    let target = cmd!(shell, "rustc --print host-tuple").quiet().read()?;
    for manifest in ["Cargo.toml"].into_iter().chain(OUTSIDE) {
        // This fails if the lock file lacks a dependency.
        plan.command(cmd!(shell, "cargo fetch --locked --target {target} --manifest-path {manifest}"));
    }
    plan.check("vectors --templates", "cargo xtask vectors --templates", ports::check_templates);

    let core = &selected(core(published));
    for feature in features(published) {
        let features = ["--no-default-features", &format!("--features={feature}")];
        plan.command(cmd!(shell, "cargo clippy {core...} {features...} -- -D warnings"));
    }
    // A scheme crate without a feature can get features of `idcore` that another crate turns on.
    let of_others = features(published).into_iter().map(|feature| format!("--features=idcore/{feature}"));
    plan.command(cmd!(shell, "cargo clippy {core...} --no-default-features {of_others...} -- -D warnings"));
    for features in FEATURE_SETS {
        plan.command(cmd!(shell, "cargo clippy --all-targets {core...} {features...} -- -D warnings"));
    }
    plan.command(cmd!(shell, "cargo clippy --workspace --all-targets --all-features -- -D warnings"));
    // This excludes the firmware's images, which only build for a different target. `js` lints its own builds.
    for (package, directory, features) in
        [(OUTSIDE[0], "target/capi", "header"), (OUTSIDE[1], "target/firmware", "")]
    {
        let package = ["--manifest-path", package, "--target-dir", directory, "--features", features];
        plan.command(cmd!(shell, "cargo clippy --locked {package...} -- -D warnings"));
    }
    plan.command(cmd!(shell, "cargo clippy --all-targets {MIGRATIONS...} -- -D warnings"));
    // With all features, the pages are built like those on docs.rs, at the same time.
    let libraries = selected(published.iter().filter(|package| package.is_library));
    plan.command(cmd!(shell, "cargo doc --no-deps {libraries...}").env("RUSTDOCFLAGS", "-D warnings"));
    Ok(())
}

fn add_tests_of_core(plan: &mut Plan<'_>, published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    // Other packages in the same build would turn on features of these packages. Two passes are enough for the other
    // packages. A third pass over everything would build most dependencies again.
    let core = selected(core(published));
    let test = || cmd!(shell, "cargo test --no-fail-fast").args(&core);
    let without_std = test().args(["--package=conformance", "--no-default-features", "--", "--quiet"]);
    plan.tests(None, without_std, &["--no-default-features"]);
    plan.tests(None, test().args(["--", "--quiet"]), &[]);
    Ok(())
}
