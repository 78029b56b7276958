//! `cargo xtask test`: what must pass before a change lands, in two tiers. The first needs Rust alone.

mod all;
mod apart;
mod locks;
mod manifests;
pub(crate) mod miri;
mod msrv;
mod pages;
mod platforms;

use std::sync::LazyLock;
use std::time::Instant;

use anyhow::Result;
use xshell::{Cmd, Shell, cmd};

use crate::report::skip;
use crate::workspace::{self, Package, selected};
use crate::{command, flags};

/// What the first tier leaves to the second one.
const LEFT_OUT: &str = "the crates without `std`, the features one by one, integrations, databases, servers, C, the book, the page, \
    vendored projects, the microcontroller, Miri, Rust 1.85, the fuzzer's stored inputs, the readers of the vectors, and tests of \
    the test tools";
/// What both tiers leave to the proofs.
const LEFT_TO_PROOFS: &str = "new inputs, faulty ports, mutants, long runs, further machines and sanitizers";

/// Runs all steps of a tier, cheapest first, and stops at the first failure. The tests come last, so that the output ends with
/// their results.
///
/// # Errors
///
/// A step failed. The message names the command or the fault.
pub(crate) fn run(options: &flags::Test) -> Result<()> {
    let published = &workspace::published()?;
    if options.apart {
        apart::run(published)
    } else if options.all {
        all::run(published)
    } else {
        let shell = command::shell()?;
        check_texts(&shell, published)?;
        test(&shell, published)
    }
}

/// Checks what needs no build.
fn check_texts(shell: &Shell, published: &[Package]) -> Result<()> {
    run_step(cmd!(shell, "cargo fmt --all --check"))?;
    step("manifests of published crates against the workspace's");
    manifests::check(published)?;
    step("tests and tasks that the pages name");
    pages::check()?;
    step("sources in the lock files");
    locks::check_sources()
}

/// Lints and tests in one build.
fn test(shell: &Shell, published: &[Package]) -> Result<()> {
    // `cargo clippy` starts clippy in the same way, but with `cargo check`, which would build all dependencies a second time.
    shell.set_var("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    shell.set_var("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    // More threads than cores, because tests with leases and of the program mostly wait.
    shell.set_var("RUST_TEST_THREADS", "8");

    let leases = ["--lib", "--test=forks", "--test=local"];
    run_step(cmd!(shell, "cargo test --quiet --package=trials {leases...}"))?;
    run_step(cmd!(shell, "cargo test --quiet --package=xtask --lib --bins"))?;
    println!(
        "\n=== left out, for `cargo xtask test --all`: {LEFT_OUT}; for `cargo xtask prove`: {LEFT_TO_PROOFS}"
    );
    let all = selected(published);
    // One of the tests of `conformance` is `cargo xtask vectors --check`.
    run_step(cmd!(shell, "cargo test {all...} --package=conformance --package=web --package=models"))
}

/// The crates that build without `std`.
fn core(published: &[Package]) -> impl Iterator<Item = &Package> {
    published.iter().filter(|package| package.is_core())
}

/// Runs a command. Prints it first.
fn run_step(command: Cmd<'_>) -> Result<()> {
    step(&command.to_string());
    Ok(command.quiet().run()?)
}

/// Begins a step. Returns its tools, or `None` to skip it if they are missing. Under `CI=true`, missing tools are an error.
pub(crate) fn tools<T>(name: &str, found: Result<T>) -> Result<Option<T>> {
    step(name);
    match found {
        Ok(found) => Ok(Some(found)),
        Err(missing) => skip(name, missing).map(|()| None),
    }
}

/// Names a step, with the minutes and seconds since the first one, so that the log shows which steps are slow.
fn step(name: &str) {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let seconds = FIRST.elapsed().as_secs();
    println!("\n=== {:02}:{:02} {name}", seconds / 60, seconds % 60);
}
