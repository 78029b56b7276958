//! `wasm32-unknown-unknown` without the `js` feature: the environment that runs the program is unknown.

use core::time::Duration;

use thiserror::Error;

use super::NoTime;

#[derive(Debug, Error)]
#[error(
    "wasm32-unknown-unknown has no random source: enable the `js` feature in a browser or Node.js, or pass your own \
     random source to the generator"
)]
pub(crate) struct NoSeed;

pub(crate) const fn since_1970() -> Result<Duration, NoTime> {
    Err(NoTime::NoClock)
}

pub(crate) const fn seed() -> Result<[u8; 32], NoSeed> {
    Err(NoSeed)
}

/// Returns `None`, because no program can wait without a clock.
pub(crate) const fn pause(_: Duration) -> Option<Duration> {
    None
}
