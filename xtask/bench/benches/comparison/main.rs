//! The times of published crates and this workspace's, side by side: `cargo xtask bench`.
//!
//! - [`contenders`]: the table of all implementations and their capabilities.
//! - [`operations`]: the measured operations, one file for each.
//! - [`meter`]: measures routines.

#![allow(clippy::missing_panics_doc, reason = "a contender that fails must stop the comparison")]

#[macro_use]
mod contenders;
mod meter;
mod operations;
mod sources;

use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    // `cargo test` runs each routine once, without optimisation.
    let is_measured = std::env::args().any(|argument| argument == "--bench");
    operations::run_all(&mut criterion, if is_measured { 1_000_000 } else { 1_000 });
    criterion.final_summary();
}
