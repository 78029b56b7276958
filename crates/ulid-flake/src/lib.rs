//! Ulid-Flake: 64-bit sortable identifiers, stand-alone and scalable.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! let id = ulid_flake::new();
//! println!("{id}"); // 13 digits, like 00CMXB6TAK4SA
//!
//! let same: ulid_flake::UlidFlake = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < ulid_flake::new());
//! # }
//! # Ok::<(), ulid_flake::ParseError>(())
//! ```
//!
//! # Layout
//!
//! ```text
//! UlidFlake
//!  0 1                                                   44                    63
//! ┌─┬───────────────────────────────────────────────────┬────────────────────────┐
//! │0│ timestamp                                         │ randomness             │
//! │ │ 43 bits                                           │ 20 bits                │
//! └─┴───────────────────────────────────────────────────┴────────────────────────┘
//!
//! ScalableUlidFlake
//!  0 1                                                   44                 59 63
//! ┌─┬───────────────────────────────────────────────────┬──────────────────┬─────┐
//! │0│ timestamp                                         │ randomness       │scal…│
//! │ │ 43 bits                                           │ 15 bits          │ 5   │
//! └─┴───────────────────────────────────────────────────┴──────────────────┴─────┘
//! ```
//!
//! - `timestamp` counts milliseconds since the start of 2024, or another epoch if one is set, and lasts until the year 2302.
//! - `randomness` is drawn for each new timestamp. Within one it grows by a random number from 1 to 2^n − 1, with n = 8 unless
//!   set, so that the next ID is hard to guess. When it is exhausted, there is an error.
//! - `scalability` is from 0 to 31, one for each of several generators.
//!
//! # Which way to make IDs
//!
//! | you have                                   | use                                                  |
//! | ------------------------------------------ | ---------------------------------------------------- |
//! | an operating system                        | [`new`], [`new_string`], [`try_new`]                 |
//! | several generators                         | [`scalable`], with the same names                    |
//! | a hot loop, or a thread of its own         | [`Generator::new`](idcore::Generator::new), [`generate_or_wait`](idcore::Generator::generate_or_wait) |
//! | your own clock or randomness, or no `std`  | [`Generator::with_sources`](idcore::Generator::with_sources) |
//! | a past instant                             | [`UlidFlake::sample_at`]                             |
//! | a time span to search for                  | [`UlidFlake::min_at`], [`UlidFlake::max_at`]         |
//!
//! # Odd inputs
//!
//! | input                                            | result                                       |
//! | ------------------------------------------------ | -------------------------------------------- |
//! | lower case, mixed case                           | read                                         |
//! | above `7ZZZZZZZZZZZZ`                            | an error                                     |
//! | `I`, `L`, `O`, `U`, hyphens                      | an error                                     |
//! | white space, signs, fewer or more digits         | an error                                     |
//! | integers above 2^63 − 1, or below 0              | an error                                     |
//! | a clock before the epoch                         | an error                                     |
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

pub use generator::{Config, Form, Generator, Scalable, ScalableConfig, ScalableGenerator, StandAlone};
pub use id::{ScalableUlidFlake, UlidFlake};
#[cfg(feature = "rand_core_0_10")]
pub use idcore::RandCore010;
pub use idcore::{
    BytesError, Clock, Draw, Field, FillError, GenerateError, NoClock, ParseError, ParseErrorKind,
    RandomSource, RangeError, SampleError, Text, sample,
};
#[cfg(feature = "std")]
pub use idcore::{SystemClock, SystemClockError, SystemError, SystemRandom, SystemRandomError};
#[cfg(feature = "std")]
pub use process_wide::{configure, new, new_string, scalable, try_new};

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
