//! SCRU128: sortable, clock and random number-based 128-bit unique identifiers.
//!
//! Implements [version 2.0.1 of the specification](https://github.com/scru128/spec).
//!
//! ```
//! # #[cfg(feature = "std")] {
//! let id = scru128::new();
//! println!("{id}"); // 25 digits, like 0372ijojuxuhjsfkeryi2mrtm
//!
//! let same: scru128::Scru128 = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < scru128::new());
//! # }
//! # Ok::<(), scru128::ParseError>(())
//! ```
//!
//! # Layout
//!
//! ```text
//!  0                             48            72             96              127
//! ┌─────────────────────────────┬─────────────┬──────────────┬───────────────────┐
//! │ timestamp                   │ counter_hi  │ counter_lo   │ entropy           │
//! │ 48 bits                     │ 24 bits     │ 24 bits      │ 32 bits           │
//! └─────────────────────────────┴─────────────┴──────────────┴───────────────────┘
//! ```
//!
//! - `timestamp` counts milliseconds since 1970, and lasts until the year 10889. IDs with the timestamps 0 and 2^48 − 1 are reserved; no generator makes them.
//! - `counter_hi` is drawn anew when the last drawing is a second or more ago.
//! - `counter_lo` is drawn for each new timestamp, and counts within it, with a carry to `counter_hi`.
//! - `entropy` is drawn for each ID.
//!
//! # Which way to make IDs
//!
//! | you have                                   | use                                                  |
//! | ------------------------------------------ | ---------------------------------------------------- |
//! | an operating system                        | [`new`], [`new_string`], [`try_new`]                 |
//! | a hot loop, or a thread of its own         | [`Generator::new`](idcore::Generator::new)           |
//! | your own clock or randomness, or no `std`  | [`Generator::with_sources`](idcore::Generator::with_sources) |
//! | a past instant                             | [`Scru128::sample_at`]                               |
//! | a time span to search for                  | [`Scru128::min_at`], [`Scru128::max_at`]             |
//!
//! # Odd inputs
//!
//! | input                                            | result                                       |
//! | ------------------------------------------------ | -------------------------------------------- |
//! | upper case, mixed case                           | read, as the specification demands           |
//! | above `f5lxx1zz5pnorynqglhzmsp33`                | an error                                     |
//! | white space, signs, hyphens, fewer or more digits | an error                                     |
//! | the reserved timestamps 0 and 2^48 − 1           | read and written, never generated            |
//! | a clock that reads 1970-01-01T00:00:00.000Z      | an error: it is not set                      |
//!
//! # Features
//!
//! - `std` (default): [`new`] and its companions, [`SystemClock`], [`SystemRandom`]. Brings `alloc`.
//! - `alloc`: conversions to and from `String`.
//! - `serde`: text where the format is human-readable, bytes where it is not. Works without `alloc`.
//! - `rand_core_0_10`: `RandCore010`, any generator of `rand_core` 0.10 as a [`RandomSource`].

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod generator;
mod id;
#[cfg(feature = "std")]
mod process_wide;

pub use generator::{Config, Generator};
pub use id::Scru128;
#[cfg(feature = "rand_core_0_10")]
pub use idcore::RandCore010;
pub use idcore::{
    BytesError, Clock, Draw, Field, FillError, GenerateError, NoClock, ParseError, ParseErrorKind,
    RandomSource, RangeError, SampleError, Text, sample,
};
#[cfg(feature = "std")]
pub use idcore::{SystemClock, SystemClockError, SystemError, SystemRandom, SystemRandomError};
#[cfg(feature = "std")]
pub use process_wide::{new, new_string, try_new};

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
