//! Tests with real databases, in one program: they share the servers, and wait for them at the same time.
#![cfg(unix)]

mod drivers;
mod fleet;
mod service;
mod sql;
mod vectors;
