//! The protocol: who may have a slot, and when. Except for [`read`] and [`fence`], everything here is a pure function
//! or a state machine without I/O.
//!
//! A program that leases node IDs needs none of this, because a [`Keeper`](crate::Keeper) runs it. It is for operators,
//! who [`fence`] registries, for your own registries, which check [`admits`], for programs that show or check a
//! registry, and for models of the whole protocol.

mod client;
mod fence;
mod plan;
mod read;

pub use client::{Client, Observed};
pub use fence::{Fenced, fence};
pub use plan::{Lease, Replace, admits, free_from, now, plan_acquire, plan_fence, plan_release, plan_renew};
pub use read::read;
pub(crate) use read::{MAX_ATTEMPTS, check_skew, read_by};
