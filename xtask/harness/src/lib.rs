//! Runs each crate through the test vectors, on a computer and on a microcontroller.
//!
//! - [`case`]: the cases, borrowed from the buffer that they were read into.
//! - [`schemes`]: the catalogue, one row for each scheme. [`scheme`], [`row`]: the meaning of a row.
//! - [`check`]: checks a crate against a case; `typed`, against a case with a prefix. `kinds`: the prefixes of all cases.
//! - [`checker`]: collects the failures.
//! - [`play`], [`script`]: run a generator through a trace, with a clock and a random source that follow its steps.
//! - [`table`]: the cases as bytes that a microcontroller can read.
//!
//! The expected values come from the files in `test-vectors/` or from the `oracle` package, which does not depend on
//! this one.

#![no_std]
#![allow(clippy::missing_errors_doc, reason = "each error states what was rejected or is missing")]

#[cfg(feature = "std")]
extern crate std;

#[allow(missing_docs, reason = "`test-vectors/README.md` explains each field")]
pub mod case;
pub mod check;
pub mod checker;
#[cfg(feature = "typed")]
pub mod kinds;
pub mod play;
mod refusal;
pub mod row;
pub mod scheme;
pub mod schemes;
pub mod script;
pub mod table;
#[cfg(feature = "typed")]
pub mod typed;

pub use idcore;
pub use schemes::crates::*;
pub use schemes::ids;
