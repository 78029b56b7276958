//! Tests of leases that no unit test can make: the contract of every registry, every order of events, and real processes
//! that are killed and frozen.

#![allow(clippy::missing_panics_doc, reason = "a check panics where it fails")]

#[cfg(unix)]
pub mod clocks;
pub mod contract;
pub mod deadline;
#[cfg(unix)]
pub mod fleet;
#[cfg(unix)]
pub mod proxy;
pub mod registries;
#[cfg(unix)]
pub mod trial;
