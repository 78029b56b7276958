//! Tests with real databases. They are in one program so that they share the servers and wait for them at the same
//! time.
#![cfg(unix)]

mod drivers;
mod fleet;
mod http;
#[path = "../common/ids.rs"]
mod ids;
mod service;
mod sql;
mod vectors;
