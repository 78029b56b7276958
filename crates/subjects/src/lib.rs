//! How each crate is driven through the test vectors, on a computer and on a small core alike.
//!
//! - [`case`]: the cases, borrowed from wherever they were read.
//! - [`subject`]: the crates, each as one type.
//! - [`hold`]: a crate held against a case.
//! - [`play`], [`script`]: a generator taken through a trace, with a clock and a random source that give what the step says.
//! - [`table`]: the cases as bytes that a small core can read.
//!
//! The expected values come from the files in `test-vectors/`, or from the package `oracle`, which knows nothing of this one.

#![no_std]

pub mod case;
pub mod hold;
pub mod play;
pub mod script;
pub mod subject;
pub mod table;
