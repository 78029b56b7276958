//! The only `unsafe` of the workspace: what the language can't say safely, each behind a safe function.

mod ascii;
#[cfg(feature = "std")]
mod clock;
#[cfg(feature = "std")]
mod forks;
#[cfg(feature = "std")]
mod place;
#[cfg(feature = "std")]
mod seed;
#[cfg(feature = "std")]
mod turn;

pub(crate) use ascii::Ascii;
#[cfg(feature = "std")]
pub(crate) use clock::since_1970;
#[cfg(feature = "std")]
pub(crate) use forks::{forks, forks_so_far};
#[cfg(feature = "std")]
pub(crate) use place::Place;
#[cfg(feature = "std")]
pub(crate) use seed::fill_by_system_call;
#[cfg(feature = "std")]
pub(crate) use turn::Turn;
