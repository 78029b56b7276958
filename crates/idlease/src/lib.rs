#![doc = include_str!("../README.md")]
//!
//! # What a lease is
//!
//! A lease is a rectangle: a node id × the **timestamps of IDs** from a start up to an end. A [`Registry`](registry::Registry) grants it by
//! compare-and-set, and the next grant of the node id starts at or after the end of this one. The generator itself refuses an ID
//! at or after the end. It compares the end with the computed ID, and not with the clock.
//!
//! ```text
//! node id
//!    2 │            ┌────────── C ──────────┐
//!    1 │ ┌──── A ────┐┌───────── B ─────────────────┐      A expired, then B acquired
//!    0 │ ┌──────────────────── A ────────────────────┐    renewed again and again
//!      └──────────────────────────────────────────────── timestamp of the ID
//! ```
//!
//! So uniqueness rests on one authoritative registry. Pauses, crashes, partitions and wrong clocks of processes can delay or prevent
//! IDs, but no two processes make the same one, unless the registry goes back unnoticed or a running process is cloned:
//!
//! | fault                                         | what happens                                                                   |
//! | --------------------------------------------- | ------------------------------------------------------------------------------ |
//! | the process crashes                           | its slot is blocked until the end of its lease, a window, or two if its IDs ran ahead |
//! | the process is frozen longer than the window  | afterwards, it makes no ID until it has another lease                          |
//! | the registry is down                          | IDs can be made up to the end of the lease, then not                           |
//! | a request or a reply is lost, or late         | the keeper reads back, and counts only what has its own token and epoch        |
//! | this machine's clock is wrong                 | an error: IDs are made only while the clock is inside the lease                |
//! | the process forks                             | the child makes no ID: the lease is its parent's                               |
//! | the registry is lost                          | an error: an operator must initialise it again                                 |
//! | the registry goes back to a backup            | depends on the registry: it notices, or an operator must [fence](registry::fence) it |
//!
//! # Which way
//!
//! Start with [`scru64()`], [`scalable_ulid_flake`] or [`scru160()`], which return a [`LeaseBuilder`].
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
//! | another store with compare-and-set  | your own [`registry::Registry`]                                 |
//! | tests                               | the `testing` feature: a registry that fails on demand, and a clock |
//!
//! # Modules
//!
//! Programs that lease node IDs need only the root. The modules are for:
//!
//! | module       | for                                                                              |
//! | ------------ | -------------------------------------------------------------------------------- |
//! | [`registry`] | operators, who create and fence registries, and authors of registries            |
//! | [`engine`]   | authors of registries on servers: deadlines, forks                               |
//! | [`status`]   | health checks, metrics and logs                                                  |
//! | [`target`]   | programs with their own generator, or with none                                  |
//! | [`error`]    | handling errors by kind                                                          |
//! | [`protocol`] | tools that show or check a registry, and models of the whole                     |
//! | `testing`    | tests, with the feature of this name                                             |
//!
//! # The protocol
//!
//! [`protocol::Client`] is the protocol without any I/O, as a state machine of pure functions. [`Keeper`] runs it, and so does a
//! model check, through every order of events that two clients can see.

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
