//! SCRU128: sortable, clock and random number-based 128-bit unique identifiers.
//!
//! Implements [version 2.0.1 of the specification](https://github.com/scru128/spec).
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use scru128::Scru128;
//!
//! let id = Scru128::new();
//! println!("{id}"); // 25 digits, like 0372ijojuxuhjsfkeryi2mrtm
//!
//! let same: Scru128 = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < Scru128::new());
//! # }
//! # Ok::<(), scru128::error::ParseError>(())
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
//! - `timestamp` is the number of milliseconds since 1970. It lasts until the year 10889. The values 0 and 2^48 − 1 are
//!   reserved and never generated.
//! - `counter_hi` is a random number. It is redrawn once its value is at least a second old.
//! - `counter_lo` starts at a random number for each new timestamp and is incremented for each further ID. It carries
//!   into `counter_hi`.
//! - `entropy` is a new random number in each ID.
//!
//! # Which function to use
//!
//! | you want                                                 | use                                                                                                 |
//! | -------------------------------------------------------- | --------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                                      | [`Scru128::new`], [`Scru128::try_new`]                                                              |
//! | many IDs from many threads, unordered among the threads  | [`per_thread::new`]                                                                                 |
//! | a faster generator, with times a few ms behind           | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                            |
//! | a generator without a lock, for a hot loop or one thread | [`Generator::new`](idcore::Generator::new)                                                          |
//! | your own clock or random source, or no `std`             | [`Generator::with_config`](idcore::Generator::with_config), [`clock::from_fn`], [`random::from_fn`] |
//! | a generator in a constant or a static                    | [`Config::generator`]                                                                               |
//! | an ID for a past instant                                 | [`Scru128::sample_at`]                                                                              |
//! | no IDs at or after a given instant                       | [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms)                                   |
//! | IDs for old rows, in the order of their times            | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                    |
//! | the bounds of a search by time                           | [`Scru128::min_at`], [`Scru128::max_at`], [`Scru128::min_at_time`]                                  |
//! | a literal, checked at compile time                       | [`scru128!`]                                                                                        |
//! | IDs with a prefix, a separate type for each kind         | [`Typed`], [`kind!`]                                                                                |
//! | code that is generic over the schemes                    | [`Id`](id::Id)                                                                                      |
//!
//! # Edge cases
//!
//! | input                                            | result                                 |
//! | ------------------------------------------------ | -------------------------------------- |
//! | uppercase, mixed case                            | accepted, as the specification says    |
//! | a value above `f5lxx1zz5pnorynqglhzmsp33`        | an error                               |
//! | whitespace, signs, hyphens, fewer or more digits | an error                               |
//! | the reserved timestamps 0 and 2^48 − 1           | parsed and formatted, never generated  |
//! | a clock that reads 1970-01-01T00:00:00.000Z      | an error: the clock is not set         |
//!
#![doc = idcore::features!("UUIDs and times: `uuid_1`, ")]
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
#[cfg(feature = "std")]
pub mod per_thread;

pub use generator::{Config, Generator};
pub use layout::Scru128;

#[doc(hidden)]
pub use idcore::typed_literal;
#[doc(inline)]
pub use idcore::{clock, error, id, kind, random};

idcore::__private::with_serde! {
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    #[doc(inline)]
    pub use idcore::serde;
}

idcore::literal!(
    ($ crate) scru128, Scru128, "a SCRU128 ID", "0372ijojuxuhjsfkeryi2mrtm", a UUID by try_from_uuid_str
);
idcore::typed!(Scru128, "0372ijojuxuhjsfkeryi2mrtm", uuid "017fef39-c264-1ba5-6a94-83188841e05a");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
