//! The protocol: who may have a slot, and when. Everything here but [`read`] is a pure function or a state machine without I/O.
//!
//! A program that leases needs none of it, because a [`Keeper`](crate::Keeper) runs it. It is here for registries of your own,
//! which check [`admits`], for programs that show or check a registry, and for models of the whole.

mod client;
mod plan;
mod read;

pub use client::{Client, Observed};
pub use plan::{Lease, Replace, admits, free_from, now, plan_acquire, plan_fence, plan_release, plan_renew};
pub use read::read;
pub(crate) use read::{MAX_ATTEMPTS, check_skew, read_by};
