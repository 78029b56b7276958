//! The published crates and these side by side.
//!
//! - [`contenders`]: the one table of implementations, and what each can do.
//! - [`operations`]: what is measured, one file for each.
//! - [`agreement`]: every contender gives the same results as the others of its scheme; asserted before anything is timed.
//! - [`Meter`]: what measures. The benchmarks have one that takes times, the program `count` one that is run under callgrind.
//!
//! `cargo xtask bench` runs all of it, and prints the ratios.

#![allow(
    clippy::missing_panics_doc,
    reason = "a contender that fails must stop the comparison, whatever the reason"
)]

#[macro_use]
pub mod contenders;
pub mod agreement;
mod meter;
pub mod operations;
pub mod sources;

pub use meter::{Meter, Name};
