//! Leases with real servers and processes. The tests mostly wait, so run more of them at once than you have processors:
//!
//! ```console
//! $ cargo test --package trials --all-features --test it -- --test-threads=16
//! ```
//!
//! To select an engine, pass its name: `etcd`, `postgres` or `redis`. The tests of an engine that is not installed are
//! skipped, but they fail under `CI=true`. Tests that need neither a server nor time are in `tests/local`.

#![cfg(unix)]

mod etcd;
mod operator;
mod postgres;
mod processes;
mod redis;
mod tls;
