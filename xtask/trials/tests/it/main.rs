//! Leases with real servers and processes. The tests mostly wait, so run more of them at once than there are processors:
//!
//! ```console
//! $ cargo test --package trials --all-features --test it -- --test-threads=16
//! ```
//!
//! A name selects an engine: `etcd`, `postgres`, `redis`. The tests of an engine that is not installed are skipped, and fail under
//! `CI=true`. The program `local` has the tests that need neither a server nor time.

#![cfg(unix)]

mod etcd;
mod postgres;
mod processes;
mod redis;
