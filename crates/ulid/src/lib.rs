//! ULID: universally unique lexicographically sortable identifiers.
//!
//! Implements [the specification](https://github.com/ulid/spec), its monotonic mode included.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! let id = ulid::new();
//! println!("{id}"); // 26 digits, like 01ARZ3NDEKTSV4RRFFQ69G5FAV
//!
//! let same: ulid::Ulid = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < ulid::new());
//! # }
//! # Ok::<(), ulid::ParseError>(())
//! ```
//!
//! # Layout
//!
//! ```text
//!  0                             48                                           127
//! ┌─────────────────────────────┬────────────────────────────────────────────────┐
//! │ timestamp                   │ randomness                                     │
//! │ 48 bits                     │ 80 bits                                        │
//! └─────────────────────────────┴────────────────────────────────────────────────┘
//! ```
//!
//! - `timestamp` counts milliseconds since 1970, and lasts until the year 10889.
//! - `randomness` is drawn for each new timestamp, and counts within it. When it is exhausted, there is an error.
//!
//! # Which way to make IDs
//!
//! | you have                                   | use                                                  |
//! | ------------------------------------------ | ---------------------------------------------------- |
//! | an operating system                        | [`new`], [`new_string`], [`try_new`]                 |
//! | a hot loop, or a thread of its own         | [`Generator::new`](idcore::Generator::new)           |
//! | your own clock or randomness, or no `std`  | [`Generator::with_sources`](idcore::Generator::with_sources) |
//! | a past instant                             | [`Ulid::sample_at`]                               |
//! | a time span to search for                  | [`Ulid::min_at`], [`Ulid::max_at`]             |
//!
//! # Odd inputs
//!
//! | input                                            | [`Ulid::try_from_str`] | [`Ulid::try_from_str_lenient`] |
//! | ------------------------------------------------ | ---------------------- | ------------------------------ |
//! | lower case, mixed case                           | read                   | read                           |
//! | above `7ZZZZZZZZZZZZZZZZZZZZZZZZZ`               | an error               | an error                       |
//! | `I`, `L` and `O`                                 | an error               | read as `1`, `1` and `0`       |
//! | `U`                                              | an error               | an error                       |
//! | hyphens                                          | an error               | ignored                        |
//! | white space, signs, fewer or more digits         | an error               | an error                       |
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
pub use id::Ulid;
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
