//! Every crate against the oracle, and tests that hold for every scheme, written once.
//!
//! - [`cases`], [`vectors`]: what `cargo xtask vectors` does.
//! - [`every_scheme`](every_scheme!): the tests of every scheme. `tests/<scheme>/` gives them the scheme's types.
//!
//! They are not in the published crates so that those have no dependencies but their own, and still build when their
//! folder is copied out of the repository.

#![allow(clippy::missing_panics_doc, reason = "a test fails by a panic")]

pub mod cases;
pub mod codec;
mod every_scheme;
pub mod generator;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub mod no_randomness;
#[cfg(all(unix, feature = "std"))]
pub mod processes;
pub mod sources;
pub mod surface;
#[cfg(feature = "std")]
pub mod threads;
pub mod vectors;

/// The README's example runs.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// The guide's example runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedded.md")]
pub struct Embedded;

use anyhow::Result;
use oracle::schemes::Scheme;
use serde_json::{Map, Value};
use subjects::hold::{Checker, Held};
use subjects::subject::subject;

/// A scheme whose crate is held against the oracle.
pub trait Tested {
    /// The scheme.
    const SCHEME: &'static Scheme;

    /// Configurations of traces, with all keys of the scheme but those that every scheme has.
    fn configs() -> Vec<Map<String, Value>>;
}

/// Whether the crate of a scheme passes a check. What it fails is printed.
pub fn holds(scheme: &Scheme, check: impl FnOnce(&dyn Held, &mut Checker<'_>) -> Result<()>) -> bool {
    let mut report = |message: std::fmt::Arguments<'_>| println!("{}: {message}", scheme.name);
    let mut checker = Checker::new(&mut report);
    let subject = subject(scheme.name).expect("every scheme has a crate");
    check(subject, &mut checker).expect("the oracle's cases can be held");
    checker.passed()
}

/// The objects of a JSON array.
#[must_use]
pub fn objects(array: &Value) -> Vec<Map<String, Value>> {
    array.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect()
}
