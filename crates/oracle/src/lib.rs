//! The specifications' second voice: what every implementation should do, computed without any of the crates.
//!
//! - [`layout`]: an ID as an integer, in the words of the specifications and on big integers.
//! - [`model`]: a generator in the plainest form that its specification allows.
//! - [`schemes`]: the layout, the model and the cases of each scheme.
//! - [`format`](mod@format), [`load`]: the files in `test-vectors/`, as types, and read strictly.

#![allow(
    clippy::missing_panics_doc,
    reason = "assertions are about the cases themselves; a wrong one must stop the generation"
)]

mod codec_cases;
pub mod format;
mod generator_cases;
mod json;
pub mod layout;
pub mod load;
pub mod model;
mod schema;
pub mod schemes;

use std::path::{Path, PathBuf};

/// The folder of the test vectors.
#[must_use]
pub fn test_vectors() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).join("test-vectors")
}
