//! The test oracle. It computes what every implementation of the specifications should do, without using any of the
//! crates.
//!
//! - [`origin`]: the source of each rule. Each case names the rules that its computation followed.
//! - [`layout`]: an ID as a big integer, in the terms of the specifications.
//! - [`model`]: a generator in the simplest form that its specification allows.
//! - [`schemes`]: the layout, the model and the cases of each scheme.
//! - [`format`](mod@format), [`load`], [`index`]: the types of the files in `test-vectors/`, the strict parser for
//!   them, and their index.

#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error states what failed, and a wrong case must stop the generation"
)]

mod codec_cases;
mod files;
pub mod format;
mod generator_cases;
#[cfg(feature = "load")]
pub mod index;
#[cfg(feature = "load")]
mod json;
mod kind_cases;
pub mod layout;
#[cfg(feature = "load")]
pub mod load;
pub mod model;
mod order_cases;
pub mod origin;
pub mod port;
mod refused_cases;
pub mod rules;
#[cfg(feature = "load")]
pub mod schema;
mod scheme;
pub mod schemes;
mod strings;
mod text_form;
mod typed_cases;

use std::path::{Path, PathBuf};

/// Returns the directory of the test vectors.
#[must_use]
pub fn test_vectors() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).join("test-vectors")
}
