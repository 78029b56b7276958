//! Leases with registries in memory and in files. These tests need no server, start no process, and wait for nothing:
//!
//! ```console
//! $ cargo test --package trials --test local --test forks
//! ```
//!
//! The program `forks` has a test that forks, in a process of its own.

mod fence;
mod file;
mod keeper;
mod memory;
