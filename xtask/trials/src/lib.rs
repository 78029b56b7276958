//! Leases under faults: the contract of every registry, real servers, and killed or frozen processes.

#![cfg(unix)]
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error states what failed, and a check panics where it fails"
)]

pub mod contract;
pub mod deadline;
pub mod engine;
pub mod faults;
pub mod fleet;
#[path = "../../conformance/src/in_child.rs"]
pub mod in_child;
/// The tasks and the trials share the table printer.
#[path = "../../tasks/src/markdown.rs"]
mod markdown;
mod registries;
pub mod restarts;
pub mod trial;
mod worker;
