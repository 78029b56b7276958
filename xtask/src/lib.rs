//! What `cargo xtask` does, as a library, so that tests can use the oracle.
//!
//! - [`bench`]: the published crates and these side by side.
//! - [`firmware`]: the schemes on a small core, in an emulator.
//! - [`schemes`]: for each scheme its oracle, its test cases, and how its crate is driven.
//! - [`vectors`]: the files in `test-vectors/`: written, validated, and held against the crates.
//! - [`test`](mod@test): everything that must pass before a change lands.
//! - [`vendor`](mod@vendor): scheme crates in other projects, without a registry.

#![allow(
    clippy::missing_panics_doc,
    reason = "assertions are about the cases themselves; a wrong one must stop the task"
)]

pub mod bench;
pub mod firmware;
mod markdown;
pub mod schemes;
pub mod test;
pub mod vectors;
pub mod vendor;

use std::path::PathBuf;

/// The root of the repository, from where cargo found this package.
#[must_use]
pub fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().map(PathBuf::from).unwrap_or(package)
}
