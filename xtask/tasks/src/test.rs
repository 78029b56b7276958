//! `cargo xtask test`: the tests that a change must pass, in two tiers. The first tier needs only Rust and has three
//! groups.

mod all;
mod apart;
mod groups;
#[cfg(test)]
mod manifests;
pub(crate) mod miri;
pub(crate) mod msrv;
#[cfg(test)]
mod pages;
mod plan;
mod platforms;
mod tally;

use anyhow::Result;

use plan::Plan;

use crate::flags;
use crate::workspace::{self, Package};

/// The tests that the first tier leaves to the second tier.
const LEFT_OUT: &str = "the crates without `std`, the features one by one, integrations, databases, servers, C, the book, the moves from \
    other crates, the ID viewer, vendored projects, the packages as users receive them, the microcontroller, Miri, Rust 1.85, the fuzzer's stored inputs, the templates of ports, and tests of \
    the test tools";
/// The tests that both tiers leave to the proofs.
const LEFT_TO_PROOFS: &str = "new inputs, buggy ports, mutants, long runs, further machines and sanitizers";

/// Runs all steps of a tier, cheapest first. A failure does not stop the steps after it. The tests come last, so that
/// the output ends with their results or with the list of failures.
pub(crate) fn run(options: &flags::Test) -> Result<()> {
    let published = &workspace::published()?;
    let mut plan = Plan::default();
    if options.apart {
        apart::add(&mut plan, published)?;
        return plan.run();
    }
    if options.all {
        let apart = apart::Apart::start()?;
        all::add(&mut plan, published, apart)?;
    } else {
        groups::add(&mut plan, published, options.group)?;
        println!("\nnot tested here, but by `cargo xtask test --all`: {LEFT_OUT}");
    }
    println!("\nnot tested here, but by `cargo xtask prove`: {LEFT_TO_PROOFS}");
    plan.run()
}

/// Returns the crates that build without `std`.
fn core(published: &[Package]) -> impl Iterator<Item = &Package> {
    published.iter().filter(|package| package.is_core())
}
