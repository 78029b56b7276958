//! Functions of the operating system, or of JavaScript on a target without an operating system.

use core::time::Duration;

use thiserror::Error;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod operating_system;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use operating_system::{NoSeed, pause, seed, since_1970};

#[cfg(all(target_arch = "wasm32", target_os = "unknown", feature = "js"))]
mod javascript;
#[cfg(all(target_arch = "wasm32", target_os = "unknown", feature = "js"))]
pub(crate) use javascript::{NoSeed, pause, seed, since_1970};

#[cfg(all(target_arch = "wasm32", target_os = "unknown", not(feature = "js")))]
mod unsupported;
#[cfg(all(target_arch = "wasm32", target_os = "unknown", not(feature = "js")))]
pub(crate) use unsupported::{NoSeed, pause, seed, since_1970};

/// The reason why the time is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(dead_code, reason = "each platform has one of them")]
pub(crate) enum NoTime {
    #[error("the system's clock is set to {0:?} before 1970")]
    Before1970(Duration),
    #[error("`Date.now` failed or did not return a number")]
    NotANumber,
    #[error(
        "wasm32-unknown-unknown has no clock: enable the `js` feature in a browser or Node.js, or pass your own clock \
         to the generator"
    )]
    NoClock,
}
