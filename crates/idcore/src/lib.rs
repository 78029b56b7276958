//! The shared core of the `sortid` scheme crates: text codecs, clocks, random sources, errors, and the monotonic
//! driver.
//!
//! Use a scheme crate instead, such as `scru128`. It re-exports the public modules of this crate and [`kind!`], so its
//! users need no dependency on `idcore`:
//!
//! - [`clock`]: the system's clocks, your own clocks, and conversions to the time types of other libraries;
//! - [`random`]: the system's random source and your own;
//! - [`id`]: the [`Id`](id::Id) trait of all ID types, typed IDs, and the return types of ID methods;
//! - [`error`]: all errors.
//!
//! ```
//! # use idcore as scru128;
//! use scru128::{clock, random};
//!
//! // A device's clock and random source, for the generator of a scheme.
//! let clock = clock::from_fn(|| Ok::<_, ()>(1_648_986_014_308)); // read the hardware here
//! let random = random::from_fn(|| Ok::<_, ()>(0x5eed_1234)); // and here
//! # let _ = (clock, random);
//! ```
//!
//! [`Generator`] is the generator of every scheme, and each scheme crate has an alias for it. [`Id`](id::Id),
//! [`Scheme`] and [`Unit`](clock::Unit) are traits for bounds. Hidden required items seal them.
//!
//! Everything else is public only for our own crates and hidden from this page: most items of `Scheme`, the codecs, the
//! process-wide generator, and the macros. These items follow semantic versioning too, because Cargo gives published
//! scheme crates the newest compatible version of this crate. No public signature needs them.
//!
//! Data flows one way. The driver decides whether an ID starts a tick, counts within a tick, or is an error:
//!
//! ```text
//! clock ─┐
//!        ├─► driver ─► Scheme::begin | count ─► Scheme::id ─► encode ─► Text
//! draws ─┘
//! ```
//!
//! Unit tests are in their files. The tests of the whole, for each scheme crate too, are in `xtask/conformance`.
//!
//! # Features
//!
//! - `std` (default): the system's clock and random source, and the process-wide generators. Implies `alloc`.
//! - `alloc`: conversions to `String`.
//! - `js`: the clock and the random source of a browser or Node.js on `wasm32-unknown-unknown`. Implies `std`.
//! - `serde`: `Serialize` and `Deserialize` for every ID. Works without `alloc`.
//! - `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: the adapters `RandCore06`, `RandCore09` and `RandCore010`,
//!   which turn any generator of that version of `rand_core` into a [`RandomSource`](random::RandomSource).

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[doc(hidden)]
pub mod __private;
pub mod clock;
mod codec;
pub mod error;
mod features;
mod generate;
pub mod id;
#[doc(hidden)]
pub mod integrations;
pub mod random;
#[allow(unsafe_code, reason = "the only module with such code: each part has its proof")]
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
