//! The second tier: everything that a change must pass.

use anyhow::Result;
use xshell::cmd;

use super::apart::Apart;
use super::steps::{Steps, step};
use super::{LEFT_TO_PROOFS, core, msrv};
use crate::workspace::{Package, features, selected};
use crate::{command, flags, vectors};

/// The packages outside the workspace.
const OUTSIDE: [&str; 3] = ["crates/capi/Cargo.toml", "xtask/firmware/Cargo.toml", "xtask/js/Cargo.toml"];

/// The feature sets with which the published crates must build, in addition to each single feature.
const FEATURE_SETS: [&[&str]; 4] = [
    &["--no-default-features"],
    &["--no-default-features", "--features=alloc,serde,rand_core_0_6,rand_core_0_9,rand_core_0_10"],
    &[],
    &["--all-features"],
];

/// Runs the lints and the tests of the core, with other builds in parallel, and then all tests.
///
/// # Errors
///
/// Returns an error if a step can't be run at all. Failures are recorded.
pub(super) fn run(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let apart = Apart::start()?;
    lint(steps, published)?;
    // This step builds in a separate directory too, but the other process has more work.
    let msrv = msrv::check_where_possible(steps, published);
    steps.record("cargo xtask test --all", msrv);
    test_core(steps, published)?;
    apart.finish(steps)?;
    println!("\n=== left out, for `cargo xtask prove`: {LEFT_TO_PROOFS}");
    let shell = command::shell()?;
    // More threads than cores, because the tests with servers mostly wait.
    shell.set_var("RUST_TEST_THREADS", "16");
    steps.test(&shell, &["--workspace"], &["--all-features"]);
    Ok(())
}

fn lint(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    steps.run(cmd!(shell, "cargo fmt --all --check"));
    for package in OUTSIDE {
        steps.run(cmd!(shell, "cargo fmt --manifest-path {package} --check"));
    }
    let target = cmd!(shell, "rustc --print host-tuple").quiet().read()?;
    for manifest in ["Cargo.toml"].into_iter().chain(OUTSIDE) {
        // This fails if the lock file lacks a dependency.
        steps.run(cmd!(shell, "cargo fetch --quiet --locked --target {target} --manifest-path {manifest}"));
    }
    step("vectors --readers");
    let readers = vectors::run(&flags::Vectors { readers: true, ..Default::default() });
    steps.record("cargo xtask vectors --readers", readers);

    let core = &selected(core(published));
    for feature in features(published) {
        let features = ["--no-default-features", &format!("--features={feature}")];
        steps.run(cmd!(shell, "cargo clippy --quiet {core...} {features...} -- -D warnings"));
    }
    // A scheme crate without a feature can get features of `idcore` that another crate turns on.
    let of_others = features(published).into_iter().map(|feature| format!("--features=idcore/{feature}"));
    steps.run(cmd!(
        shell,
        "cargo clippy --quiet {core...} --no-default-features {of_others...} -- -D warnings"
    ));
    for features in FEATURE_SETS {
        steps.run(cmd!(shell, "cargo clippy --quiet --all-targets {core...} {features...} -- -D warnings"));
    }
    steps.run(cmd!(shell, "cargo clippy --quiet --workspace --all-targets --all-features -- -D warnings"));
    // This excludes the firmware's images, which only build for a different target. `js` lints its own builds.
    for (package, directory, features) in
        [(OUTSIDE[0], "target/capi", "header"), (OUTSIDE[1], "target/firmware", "")]
    {
        let package = ["--manifest-path", package, "--target-dir", directory, "--features", features];
        steps.run(cmd!(shell, "cargo clippy --quiet --locked {package...} -- -D warnings"));
    }
    let all = selected(published.iter().filter(|package| package.is_library));
    for packages in [[core.as_slice(), &["--all-features".to_owned()]].concat(), all] {
        let doc = cmd!(shell, "cargo doc --quiet --no-deps {packages...}");
        steps.run(doc.env("RUSTDOCFLAGS", "-D warnings"));
    }
    Ok(())
}

fn test_core(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    // Other packages in the same build would turn on features of these packages. Two passes are enough for the other
    // packages. A third pass over everything would build most dependencies again.
    let core = selected(core(published));
    let core: Vec<_> = ["--quiet"].into_iter().chain(core.iter().map(String::as_str)).collect();
    steps.test(&shell, &[&core[..], &["--package=conformance"]].concat(), &["--no-default-features"]);
    steps.test(&shell, &core, &[]);
    Ok(())
}
