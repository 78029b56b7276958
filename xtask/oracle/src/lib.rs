//! The test oracle. It computes what every implementation of the specifications should do, without using any of the
//! crates.
//!
//! - `schemes/NAME/model.rs`: the layout and the generator of a scheme, in the words of its specification.
//!   `schemes/NAME.rs` has the source of the rule for each event of the model, and the cases.
//! - [`model`]: what all generators share. `rules` lists the events, and our own rules.
//! - [`codec`], [`accept`], `typed`: the strings, values and configurations that are valid.
//! - [`origin`]: the source of a rule. Each case names the rules that its computation followed.
//! - [`format`](mod@format): the types of the cases in `test-vectors/`.

#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error states what failed, and a wrong case must stop the generation"
)]

pub mod accept;
pub mod codec;
pub mod codec_cases;
pub mod config;
pub mod draws;
#[allow(missing_docs, reason = "`test-vectors/README.md` explains each field")]
pub mod format;
pub mod generator_cases;
mod kind_cases;
pub mod layout;
pub mod model;
pub mod order_cases;
pub mod origin;
pub mod refused_cases;
mod rules;
pub mod runs;
mod scheme;
pub mod schemes;
mod strings;
mod text_form;
mod typed;
pub mod typed_cases;

use std::path::{Path, PathBuf};

/// Returns the directory of the test vectors.
#[must_use]
pub fn test_vectors() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).join("test-vectors")
}
