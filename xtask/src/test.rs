//! `cargo xtask test`: the tests that a change must pass, in two tiers. The first tier needs only Rust.

mod all;
mod apart;
#[cfg(test)]
mod manifests;
pub(crate) mod miri;
mod msrv;
mod packages;
#[cfg(test)]
mod pages;
mod platforms;
#[cfg(test)]
mod roots;
mod steps;

use anyhow::Result;
use xshell::cmd;

use steps::{Steps, step};

use crate::report::skip;
use crate::workspace::{self, Package, selected};
use crate::{command, flags};

/// The tests that the first tier leaves to the second tier.
const LEFT_OUT: &str = "the crates without `std`, the features one by one, integrations, databases, servers, C, the book, the ID viewer, \
    vendored projects, the packages as users receive them, the microcontroller, Miri, Rust 1.85, the fuzzer's stored inputs, the readers of the vectors, and tests of \
    the test tools";
/// The tests that both tiers leave to the proofs.
const LEFT_TO_PROOFS: &str = "new inputs, buggy ports, mutants, long runs, further machines and sanitizers";

/// Runs all steps of a tier, cheapest first. A failure does not stop the steps after it. The tests come last, so that
/// the output ends with their results or with the list of failures.
pub(crate) fn run(options: &flags::Test) -> Result<()> {
    let published = &workspace::published()?;
    let mut steps = Steps::default();
    if options.apart {
        apart::run(&mut steps, published)?;
    } else if options.all {
        all::run(&mut steps, published)?;
    } else {
        test(&mut steps, published)?;
    }
    steps.finish()
}

/// Lints and tests in one build.
fn test(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let shell = command::shell()?;
    steps.run(cmd!(shell, "cargo fmt --all --check"));
    // `cargo clippy` starts clippy in the same way, but uses `cargo check`, which would build all dependencies a second
    // time.
    shell.set_var("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    shell.set_var("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    // More threads than cores, because tests with leases and of the program mostly wait.
    shell.set_var("RUST_TEST_THREADS", "8");

    steps.test(&shell, &["--quiet", "--package=xtask"], &[]);
    println!(
        "\n=== left out, for `cargo xtask test --all`: {LEFT_OUT}; for `cargo xtask prove`: {LEFT_TO_PROOFS}"
    );
    // All packages in one command, so that Cargo builds some packages while it links the test programs of others. One
    // of `conformance`'s tests is `cargo xtask vectors --check`.
    let models = ["--package=models", "--package=lease-models"];
    let packages = ["--package=conformance", models[0], models[1], "--package=trials", "--package=web"];
    let published = selected(published);
    let packages: Vec<_> = published.iter().map(String::as_str).chain(packages).collect();
    steps.test(&shell, &packages, &[]);
    Ok(())
}

/// Returns the crates that build without `std`.
fn core(published: &[Package]) -> impl Iterator<Item = &Package> {
    published.iter().filter(|package| package.is_core())
}

/// Starts a step. Returns its tools, or `None` to skip the step if they are missing. Under `CI=true`, missing tools are
/// an error.
pub(crate) fn tools<T>(name: &str, found: Result<T>) -> Result<Option<T>> {
    step(name);
    match found {
        Ok(found) => Ok(Some(found)),
        Err(missing) => skip(name, missing).map(|()| None),
    }
}
