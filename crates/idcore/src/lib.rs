//! The shared core of the `sortid` scheme crates: text codecs, clocks, random sources, errors, and the monotonic
//! driver.
//!
//! Use a scheme crate instead, such as `scru128`. It re-exports every item of this crate that its own API needs. This
//! page lists those items: [`Generator`], [`Clock`] and [`RandomSource`] with their implementations, the errors, and
//! [`Text`]. They follow semantic versioning, as part of the API of the scheme crates.
//!
//! [`Scheme`] and [`Unit`] are traits for bounds. Only the crates of the same release implement them.
//!
//! Everything else is public only for the scheme crates of the same release, and hidden from this page: most items of
//! `Scheme`, the codecs, the process-wide generator, and the macros. It may change in any release. No public signature
//! needs it.
//!
//! Data flows one way, and each arrow is one module:
//!
//! ```text
//! clock ─┐
//!        ├─► driver ─► a scheme's step ─► ID ─► codec ─► text
//! draws ─┘
//! ```
//!
//! # Features
//!
//! - `std` (default): [`SystemClock`], [`SystemRandom`], the process-wide generators. Implies `alloc`.
//! - `alloc`: conversions to and from `String`.
//! - `js`: time and randomness of a browser or Node.js on `wasm32-unknown-unknown`. Implies `std`.
//! - `serde`: `Serialize` and `Deserialize` for every ID. Works without `alloc`.
//! - `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: `RandCore06`, `RandCore09` and `RandCore010`, which make any
//!   generator of that version of `rand_core` a [`RandomSource`].

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[doc(hidden)]
pub mod __private;
pub mod clock;
mod codec;
pub mod error;
mod generate;
pub mod id;
#[doc(hidden)]
pub mod integrations;
pub mod random;
#[allow(unsafe_code, reason = "the workspace's one exception: each block has its proof")]
mod sys;
#[cfg(test)]
mod test_support;

#[cfg(feature = "std")]
pub use generate::process_wide::Window;
pub use generate::{generator::Generator, scheme::Scheme};
#[cfg(feature = "serde")]
pub use integrations::serde_with as serde;

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
