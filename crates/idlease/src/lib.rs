#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
//!
//! # How leases work
//!
//! A lease is a rectangle: a node ID × the **timestamps of IDs** from a start up to an end. A
//! [`Registry`](registry::Registry) grants it by compare-and-set, and the next grant of the node ID starts at or after
//! this end. The generator itself never generates an ID at or after the end. It compares the end with the computed ID,
//! not with the clock.
//!
//! ```text
//! node ID
//!    2 │            ┌────────── C ──────────┐
//!    1 │ ┌──── A ────┐┌───────── B ─────────────────┐      A expired, then B acquired
//!    0 │ ┌──────────────────── A ────────────────────┐    renewed again and again
//!      └──────────────────────────────────────────────── timestamp of the ID
//! ```
//!
//! So uniqueness depends on one authoritative registry. Pauses, crashes, partitions and wrong clocks of processes can
//! delay or prevent IDs. But no two processes generate the same ID, unless the registry is rolled back undetected or a
//! running process is cloned:
//!
//! | failure                                       | what happens                                                                   |
//! | --------------------------------------------- | ------------------------------------------------------------------------------ |
//! | the process crashes                           | its slot stays blocked until its lease ends: for a window, or two if its IDs ran ahead |
//! | the process is frozen longer than the window  | when it continues, it generates no ID until it has a new lease                 |
//! | the registry is down                          | the generator continues until the end of the lease and then stops              |
//! | a request or a reply is lost or late          | the keeper reads back, and accepts only a record with its own token and epoch  |
//! | this machine's clock is wrong                 | an error: a generator needs a clock that is inside the lease                   |
//! | the process forks                             | the child generates no ID, because the lease belongs to its parent             |
//! | the registry is lost                          | an error: an operator must initialise it again                                 |
//! | the registry is restored from a backup        | depends on the registry: it detects this, or an operator must [fence](protocol::fence) it |
//!
//! # Which function to use
//!
//! Start with [`scru64()`], [`scalable_ulid_flake`] or [`scru160()`], which return a [`LeaseBuilder`]. Programs that lease
//! node IDs need only the root of this crate.
//!
//! | you want                            | use                                                             |
//! | ----------------------------------- | --------------------------------------------------------------- |
//! | the process-wide generator          | [`LeaseBuilder::keep`], then `try_new` of the scheme            |
//! | a separate generator                | [`LeaseBuilder::leased`]                                        |
//! | no thread                           | [`LeaseBuilder::keeper`] or [`LeaseBuilder::caller_driven`]     |
//! | another program to generate the IDs | [`Keeper::new`] with [`target::NoGenerator`]                    |
//! | a custom generator                  | [`Keeper::new`] with your [`target::Target`]                    |
//! | a health check, metrics             | [`LeaseGuard::status`], [`LeaseGuard::status_handle`]           |
//! | logs                                | [`LeaseBuilder::on_event`]                                      |
//! | to know whose lease it is           | [`LeaseBuilder::with_label`]                                    |
//! | processes of one machine, no server | [`registry::FileRegistry`]                                      |
//! | several machines                    | the `idlease-postgres`, `idlease-etcd` or `idlease-redis` crate |
//! | a different store with compare-and-set | your own [`registry::Registry`]                                 |
//! | tests                               | the `testing` feature: a registry that fails on demand, and a clock |
//!
//! # The protocol
//!
//! [`protocol::Client`] is the protocol without any I/O, as a state machine of pure functions. [`Keeper`] runs it. So
//! does a model check, which covers every order of events that two clients can see.

pub mod engine;
pub mod error;
pub mod protocol;
pub mod registry;
pub mod status;
pub mod target;
#[cfg(feature = "testing")]
pub mod testing;

mod builder;
mod cell;
mod guard;
mod held;
mod keeper;
mod label;
mod leased;
mod process_wide;
mod scheme;
mod text;
mod time;

pub use builder::{LeaseBuilder, scalable_ulid_flake, scru64, scru160};
pub use guard::LeaseGuard;
pub use keeper::Keeper;
pub use label::Label;
pub use leased::LeasedGenerator;
pub use scheme::NodeScheme;
