//! What the `sortid` scheme crates share: text codecs, clocks, random sources, errors, and the monotonic driver.
//!
//! Use a scheme crate instead, `scru128` for example: it re-exports whatever of this crate appears in its own API.
//! `idcore` itself promises nothing between versions but to the scheme crates of the same release.
//!
//! Data flows one way, and each arrow is one module:
//!
//! ```text
//! clock ─┐
//!        ├─► driver ─► a scheme's step ─► ID ─► codec ─► text
//! draws ─┘
//! ```
//!
//! - [`Clock`] and [`RandomSource`] are the rim: two traits with one required method each, both of which may fail.
//! - [`Scheme`] is what a specification says, as pure functions: state and draws in, state out.
//! - [`Generator`] reads the clock, lets the driver decide, and keeps the state of the last ID.
//! - [`base16`], [`base32`] and [`base36`] turn integers and bytes into digits and back; [`Text`] holds the digits.
//!
//! # Features
//!
//! - `std` (default): [`SystemClock`], [`SystemRandom`], [`ProcessWide`]. Brings `alloc`.
//! - `alloc`: conversions to and from `String`.
//! - `serde`: `Serialize` and `Deserialize` of every ID, also without `alloc`.
//! - `rand_core_0_10`: `RandCore010`, any generator of `rand_core` 0.10 as a [`RandomSource`].

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod base16;
pub mod base32;
pub mod base36;
mod clock;
pub mod divide;
mod driver;
mod error;
mod generator;
mod id_traits;
#[cfg(feature = "std")]
mod process_wide;
#[cfg(feature = "std")]
mod published;
#[cfg(feature = "rand_core_0_10")]
mod rand_core_0_10;
mod random;
mod scheme;
#[cfg(feature = "std")]
mod seed;
#[cfg(feature = "std")]
mod system_random;
#[cfg(all(test, feature = "std"))]
mod test_scheme;
mod text;
#[allow(unsafe_code, reason = "the workspace's one exception; each block has its proof")]
mod trusted;

#[cfg(feature = "std")]
pub use clock::SystemClock;
pub use clock::{Clock, MicrosecondClock, Microseconds, Milliseconds, NoClock, Unit};
pub use error::{
    BytesError, FillError, GenerateError, ParseError, ParseErrorKind, RangeError, SampleError, TextFormat,
};
pub use generator::Generator;
#[cfg(feature = "std")]
pub use process_wide::{Origin, ProcessWide, SystemError, no_id};
#[cfg(feature = "rand_core_0_10")]
pub use rand_core_0_10::RandCore010;
pub use random::{Draw, RandomSource};
pub use scheme::{AdvanceError, AfterFork, Scheme, Word, sample};
#[cfg(feature = "std")]
pub use system_random::{SystemRandom, SystemRandomError};
pub use text::Text;

/// What the macros of this crate name in the crates that call them.
#[doc(hidden)]
pub mod macros {
    #[cfg(feature = "alloc")]
    pub use alloc::string::String;
    #[cfg(feature = "serde")]
    pub use serde;
}
