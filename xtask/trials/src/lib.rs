//! Leases and generators under faults: the contract of every registry, real servers and processes that are killed and frozen,
//! and two long trials.

#![allow(clippy::missing_panics_doc, reason = "a check panics where it fails")]

pub mod contract;
#[cfg(unix)]
pub mod deadline;
#[cfg(unix)]
pub mod fleet;
pub mod registries;
#[cfg(unix)]
pub mod trial;
