//! Tests with real databases, in one program: they share the servers, and wait for them at the same time.
#![cfg(unix)]

mod drivers;
mod fleet;
#[path = "../common/ids.rs"]
mod ids;
mod service;
mod sql;
mod vectors;
