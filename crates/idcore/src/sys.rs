//! The only `unsafe` code of the workspace: operations that safe Rust can't express, each behind a safe function.

mod ascii;
#[cfg(feature = "bytemuck_1")]
mod bytemuck_1;
#[cfg(feature = "std")]
mod clock;
#[cfg(feature = "std")]
mod forks;
#[cfg(feature = "std")]
mod leak_cell;
#[cfg(feature = "std")]
#[deny(unsafe_code, reason = "it calls only safe functions")]
pub(crate) mod platform;
#[cfg(all(feature = "std", unix))]
mod wiped;

pub(crate) use ascii::Ascii;
#[cfg(feature = "std")]
pub(crate) use clock::{RealTime, since_1970};
#[cfg(feature = "std")]
pub(crate) use forks::{fork_count, known_fork_count, registered_fork_count};
#[cfg(feature = "std")]
pub(crate) use leak_cell::LeakCell;
#[cfg(all(feature = "std", unix))]
pub(crate) use wiped::wiped_number;
