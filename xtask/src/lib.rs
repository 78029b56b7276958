//! What `cargo xtask` does, as a library, so that tests can use its parts. It is built before any task can start. Tasks
//! that need the crates or large libraries therefore run programs of other packages.
//!
//! - [`bench`](mod@bench): the published crates and these side by side.
//! - [`firmware`]: the schemes on a small core, in an emulator.
//! - [`vectors`]: the files in `test-vectors/`: written, validated, and held against the crates.
//! - [`test`](mod@test): everything that must pass before a change lands.
//! - [`vendor`](mod@vendor): scheme crates in other projects, without a registry.

pub mod bench;
pub mod firmware;
mod markdown;
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
