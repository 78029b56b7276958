//! The tasks of `cargo xtask` as a library, so that tests can use its parts. It is built before any task can start. Tasks
//! that need the crates or large libraries therefore run programs of other packages.
//!
//! - [`bench`](mod@bench): compares published crates with these.
//! - [`book`]: builds the book, and checks its links, pictures and code.
//! - [`capi`]: tries the C interface with programs in C.
//! - [`firmware`]: runs the schemes on an emulated microcontroller.
//! - [`fuzz`]: looks for inputs that a parser, a decoder, a generator or the program gets wrong.
//! - [`lease_trial`]: disturbs workers and servers of leases.
//! - [`machines`]: runs the tests on machines with other byte orders and word sizes.
//! - [`mutants`]: tests the tests by mutation.
//! - [`races`]: looks for data races and invalid memory accesses.
//! - [`randomness`]: tests the bits of IDs that should be random.
//! - [`soak`]: makes IDs in many processes under faults, and checks every ID.
//! - [`supply`]: checks the packages, their dependencies and their APIs.
//! - [`vectors`]: writes and validates the files in `test-vectors/`, and checks the crates against them.
//! - [`test`](mod@test): runs everything that must pass before a change lands.
//! - [`vendor`](mod@vendor): copies scheme crates into other projects, for builds without a registry.
//! - [`web`]: builds a page that shows IDs, and checks it in a browser.

pub mod bench;
pub mod book;
pub mod capi;
mod command;
mod files;
pub mod firmware;
pub mod fuzz;
pub mod lease_trial;
pub mod machines;
mod markdown;
pub mod mutants;
mod program;
pub mod races;
pub mod randomness;
mod report;
mod slow_tests;
pub mod soak;
pub mod supply;
pub mod test;
pub mod vectors;
pub mod vendor;
pub mod web;

use std::path::PathBuf;

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().map(PathBuf::from).unwrap_or(package)
}
