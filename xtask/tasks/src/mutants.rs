//! `cargo xtask prove mutants`: tests the tests. `cargo mutants` changes the code in one place at a time, and each
//! change must make a test fail. `.cargo/mutants.toml` lists what is changed, and which changes make no difference.

use anyhow::{Context, Result, bail};
use xshell::cmd;
use xtask::progress::{self, Steps};

use crate::{command, flags, pinned, root, workspace};

/// The directory for the results.
const OUTPUT: &str = "target/mutants";

/// Runs the quick tests for all chosen mutants and then all tests for the mutants that survived.
pub(crate) fn run(options: &flags::Passed) -> Result<()> {
    let shell = command::shell()?;
    pinned::check_tool(&shell, "cargo-mutants")?;
    let mut chosen = options.arguments.clone();
    let published = workspace::published()?;
    let core = published.iter().filter(|package| package.is_core()).map(|package| &*package.name);
    // The tests of the published packages that are changed, and the vectors, which `conformance` runs.
    chosen.extend(core.chain(["conformance"]).map(|name| format!("--test-package={name}").into()));
    let chosen = &chosen;
    shell.create_dir(root().join(OUTPUT))?;
    // These take seconds: the unit tests, and the test vectors in `conformance`.
    let quick = cmd!(shell, "cargo mutants --output {OUTPUT} {chosen...} --cargo-arg=--lib");
    let mut steps = Steps::new(2);
    steps.next("run the quick tests with each mutant");
    match progress::run(&mut quick.into())?.code() {
        Some(0) => return Ok(()),
        // Some mutants were missed or timed out.
        Some(2 | 3) => {}
        code => bail!("`cargo mutants` failed with {code:?}"),
    }
    steps.next("run all tests with each mutant that the quick tests missed");
    // This adds all histories of the driver, in `models`.
    let rest = cmd!(shell, "cargo mutants --output {OUTPUT} {chosen...} --test-package=models --iterate");
    command::run(&mut rest.into()).with_context(|| format!("see {OUTPUT}/mutants.out/missed.txt"))
}
