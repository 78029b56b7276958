//! Generators: they turn a reading of the clock and random bits into the next ID.

pub(crate) mod driver;
pub(crate) mod generator;
#[cfg(feature = "std")]
pub(crate) mod per_thread;
#[cfg(feature = "std")]
pub(crate) mod process_wide;
#[cfg(feature = "std")]
pub(crate) mod process_wide_id;
pub(crate) mod scheme;
#[cfg(feature = "std")]
pub(crate) mod wait;
