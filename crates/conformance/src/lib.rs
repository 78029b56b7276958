//! Tests that hold for every scheme, written once. `tests/<scheme>/` calls them with the scheme's types.
//!
//! They are not in the published crates so that those have no dependencies but their own, and still build when their
//! folder is copied out of the repository.

#![allow(clippy::missing_panics_doc, reason = "a test fails by a panic")]

pub mod codec;
pub mod generator;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub mod no_randomness;
#[cfg(all(unix, feature = "std"))]
pub mod processes;
pub mod sources;
pub mod surface;
#[cfg(feature = "std")]
pub mod threads;

/// The README's example runs.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The guide's example runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedded.md")]
pub struct Embedded;

use idcore::Field;
use serde_json::{Map, Value};
use xtask::schemes::Scheme;
use xtask::schemes::generator_cases::Oracle;
use xtask::schemes::layout::Layout;

/// A scheme as its crate sees it and as the oracle does.
pub trait Subject {
    /// The crate.
    const SCHEME: &'static dyn Scheme;
    /// The codec oracle.
    const LAYOUT: &'static Layout;
    /// The same for another form of text, of another length.
    const ALTERNATIVE: Option<&'static Layout> = None;
    /// The fields as the crate lists them.
    const FIELDS: &'static [Field];

    /// Configurations of traces, with all keys of the scheme but those that every scheme has.
    fn configs() -> Vec<Map<String, Value>>;

    /// The generator oracle for a configuration.
    fn oracle(config: &Map<String, Value>) -> Box<dyn Oracle>;
}

/// The objects of a JSON array.
#[must_use]
pub fn objects(array: &Value) -> Vec<Map<String, Value>> {
    array.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
}
