//! Leases under faults: the contract of every registry, real servers, and killed or frozen processes.

#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "each error states what failed, and a check panics where it fails"
)]

pub mod contract;
#[cfg(unix)]
pub mod deadline;
#[cfg(unix)]
pub mod engine;
#[cfg(unix)]
pub mod faults;
#[cfg(unix)]
pub mod fleet;
#[cfg(unix)]
#[path = "../../conformance/src/in_child.rs"]
pub mod in_child;
/// The tasks and the trials share the table printer.
#[cfg(unix)]
#[path = "../../tasks/src/markdown.rs"]
mod markdown;
mod registries;
#[cfg(unix)]
pub mod restarts;
#[cfg(unix)]
pub mod trial;
#[cfg(unix)]
mod worker;
