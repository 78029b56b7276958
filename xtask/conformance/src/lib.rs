//! Tests of every crate against the oracle, and tests that are written once and apply to every scheme.
//!
//! - [`every_scheme`](every_scheme!): the tests for every scheme. `tests/schemes/<scheme>/` runs them with the scheme's
//!   types.
//!
//! These tests are not in the published crates, which need no dev-dependencies and still build when their directory is
//! copied out of the repository.

#![allow(clippy::missing_panics_doc, reason = "a test fails with a panic")]

pub mod codec;
mod every_scheme;
pub mod facts;
pub mod generator;
#[cfg(all(unix, feature = "std"))]
mod in_child;
#[cfg(all(unix, feature = "std"))]
pub mod processes;
pub mod sources;
pub mod surface;
#[cfg(feature = "std")]
pub mod threads;
pub mod typed;
#[cfg(feature = "std")]
pub mod windows;

/// Only scheme crates implement the traits of clocks and schemes, which have hidden items.
///
/// ```compile_fail,E0046
/// struct Seconds;
/// impl<C: idcore::clock::Clock> idcore::clock::Unit<C> for Seconds {}
/// ```
///
/// ```compile_fail,E0046
/// struct Config;
/// impl idcore::Scheme for Config {
///     type Id = u64;
///     type Unit = idcore::clock::Milliseconds;
/// }
/// ```
#[cfg(doctest)]
pub struct Sealed;

/// Runs the example in the README.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// Runs the examples in the guide for firmware.
#[cfg(doctest)]
pub mod embedded {
    #[doc = include_str!("../../../docs/embedded/start.md")]
    pub struct Start;
    #[doc = include_str!("../../../docs/embedded/time.md")]
    pub struct Time;
    #[doc = include_str!("../../../docs/embedded/power-loss.md")]
    pub struct PowerLoss;
    #[doc = include_str!("../../../docs/embedded/sharing.md")]
    pub struct Sharing;
}

use harness::scheme::SchemeUnderTest;
use oracle::schemes::{SCHEMES, Scheme};

/// Returns a scheme as the specification defines it.
#[must_use]
pub fn oracle<S: SchemeUnderTest>() -> &'static Scheme {
    SCHEMES.iter().find(|scheme| scheme.name == S::NAME).expect("the oracle has every scheme")
}

/// The crates and the files in `test-vectors/`. The tests of `xtask/vectors` are for the program.
#[cfg(test)]
mod our_vectors_pass {
    // Each scheme has its own test, so that mutation testing can run only the tests of the changed crate.
    macro_rules! tests {
        ($($module:ident: $scheme:ident, $column:ident;)+) => {
            $(#[test]
            fn $module() {
                let name = <harness::schemes::$scheme as harness::scheme::SchemeUnderTest>::NAME;
                vectors::check_scheme(name).expect("the crate passes every case");
            })+
        };
    }
    harness::for_each_scheme!(tests!);
}
