//! A comparison of published crates and this workspace's.
//!
//! - [`contenders`]: the table of all implementations and their capabilities.
//! - [`operations`]: the measured operations, one file for each.
//! - [`agreement`]: asserts, before any measurement, that all contenders of a scheme give the same results.
//! - [`Meter`]: measures routines. The benchmarks have one for times. The program `count` has one that runs under callgrind.
//!
//! `cargo xtask bench` runs all of it and prints the ratios.

#![allow(clippy::missing_panics_doc, reason = "a contender that fails must stop the comparison")]

#[macro_use]
pub mod contenders;
pub mod agreement;
mod meter;
pub mod operations;
pub mod sources;

pub use meter::{Meter, Name};
