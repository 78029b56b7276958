//! Ulid-Flake: 64-bit sortable identifiers, stand-alone and scalable.
//!
//! Implements [the specification](https://github.com/ulid-flake/spec).
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use ulid_flake::UlidFlake;
//!
//! let id = UlidFlake::new();
//! println!("{id}"); // 13 digits, like 00CMXB6TAK4SA
//!
//! let same: UlidFlake = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < UlidFlake::new());
//! # }
//! # Ok::<(), ulid_flake::error::ParseError>(())
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
//! - `timestamp` is the number of milliseconds since the start of 2024. It lasts until the year 2302. You can set a
//!   different epoch.
//! - `randomness` starts at a random number for each new timestamp. From one ID to the next, it grows by a random
//!   number from 1 to 2^n − 1. By default, n is 8, so an observer who guesses has 255 choices. When the randomness is
//!   exhausted, the generator returns an error.
//! - `scalability` is a number from 0 to 31 that keeps several generators apart.
//!
//! # Which function to use
//!
//! | you want                                                  | use                                                                                                           |
//! | --------------------------------------------------------- | ------------------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                                       | [`UlidFlake::new`], [`UlidFlake::try_new`]                                                                    |
//! | IDs from several generators                               | [`ScalableUlidFlake::configure`], then [`ScalableUlidFlake::new`]; see [`scalable`]                           |
//! | a faster generator, with times a few ms behind            | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                                      |
//! | a generator without a lock, instead of [`UlidFlake::new`] | [`Generator::new`](idcore::Generator::new), [`generate_or_wait`](idcore::Generator::generate_or_wait)         |
//! | your own clock or random source, or no `std`              | [`Generator::with_config`](idcore::Generator::with_config), [`clock::from_fn`], [`random::from_fn`]           |
//! | a generator in a constant or a static                     | [`Config::generator`]                                                                                         |
//! | an ID for a past instant                                  | [`UlidFlake::sample_at`]                                                                                      |
//! | a scalability granted for a limited time                  | [`ScalableUlidFlake::configure_within`], or [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms) |
//! | IDs for old rows, in the order of their times             | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                              |
//! | the bounds of a search by time                            | [`UlidFlake::min_at`], [`UlidFlake::max_at`], [`UlidFlake::min_at_time`]                                      |
//! | a literal, checked at compile time                        | [`ulid_flake!`], [`scalable_ulid_flake!`]                                                                     |
//! | IDs with a prefix, a separate type for each kind          | [`Typed`], [`scalable::Typed`], [`kind!`]                                                                     |
//! | code that is generic over the schemes                     | [`Id`](id::Id)                                                                                                |
//!
//! Use only one generator per process: either [`UlidFlake::new`] or a [`Generator`], never both. 20 random bits are too
//! few to keep two generators apart. For the same reason, the crate has no per-thread generators.
//!
//! # Edge cases
//!
//! | input                                   | result   |
//! | --------------------------------------- | -------- |
//! | lowercase, mixed case                   | accepted |
//! | a value above `7ZZZZZZZZZZZZ`           | an error |
//! | `I`, `L`, `O`, `U`, hyphens             | an error |
//! | whitespace, signs, fewer or more digits | an error |
//! | an integer above 2^63 − 1, or below 0   | an error |
//! | a clock before the epoch                | an error |
//!
#![doc = idcore::features!("times: ")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// First, because the compiler proposes functions in the order of the modules.
#[cfg(feature = "std")]
mod process_wide;

mod layout;

mod generator;
pub mod scalable;

/// The two forms as types, for code that is generic over them.
#[doc(hidden)]
pub mod form {
    pub use crate::generator::{Form, Scalable, StandAlone};
}

pub use generator::{Config, Generator};
pub use layout::{ScalableUlidFlake, UlidFlake};

#[doc(hidden)]
pub use idcore::typed_literal;
#[doc(inline)]
pub use idcore::{clock, error, id, kind, random};

idcore::__private::with_serde! {
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    #[doc(inline)]
    pub use idcore::serde;
}

idcore::literal!(($ crate) ulid_flake, UlidFlake, "a Ulid-Flake", "00CMXB6TAK4SA");
idcore::literal!(($ crate) scalable_ulid_flake, ScalableUlidFlake, "a scalable Ulid-Flake", "00CMXB6TAK4SA");
idcore::typed!(UlidFlake, "00CMXB6TAK4SA");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
