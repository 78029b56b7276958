//! What an operating system offers, and what JavaScript offers instead where there is none.

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
