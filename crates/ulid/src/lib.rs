//! ULID: universally unique lexicographically sortable identifiers.
//!
//! Implements [the specification](https://github.com/ulid/spec), including its monotonic mode.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use ulid::Ulid;
//!
//! let id = Ulid::new();
//! println!("{id}"); // 26 digits, like 01ARZ3NDEKTSV4RRFFQ69G5FAV
//!
//! let same: Ulid = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < Ulid::new());
//! # }
//! # Ok::<(), ulid::error::ParseError>(())
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
//! - `timestamp` is the number of milliseconds since 1970. It lasts until the year 10889.
//! - `randomness` starts at a random number for each new timestamp and is incremented for each further ID. When it is
//!   exhausted, the generator returns an error.
//!
//! # Which function to use
//!
//! | you want                                                 | use                                                                                                 |
//! | -------------------------------------------------------- | --------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                                      | [`Ulid::new`], [`Ulid::try_new`]                                                                    |
//! | many IDs from many threads, unordered among the threads  | [`per_thread::new`]                                                                                 |
//! | a faster generator, with times a few ms behind           | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                            |
//! | a generator without a lock, for a hot loop or one thread | [`Generator::new`](idcore::Generator::new)                                                          |
//! | your own clock or random source, or no `std`             | [`Generator::with_config`](idcore::Generator::with_config), [`clock::from_fn`], [`random::from_fn`] |
//! | a generator in a constant or a static                    | [`Config::generator`]                                                                               |
//! | an ID for a past instant                                 | [`Ulid::sample_at`]                                                                                 |
//! | no IDs at or after a given instant                       | [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms)                                   |
//! | IDs for old rows, in the order of their times            | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                    |
//! | the bounds of a search by time                           | [`Ulid::min_at`], [`Ulid::max_at`], [`Ulid::min_at_time`]                                           |
//! | a literal, checked at compile time                       | [`ulid!`]                                                                                           |
//! | IDs with a prefix, a separate type for each kind         | [`Typed`], [`kind!`]                                                                                |
//! | code that is generic over the schemes                    | [`Id`](id::Id)                                                                                      |
//!
//! # Edge cases
//!
//! | input                                      | [`Ulid::try_from_str`] | [`Ulid::try_from_str_lenient`] |
//! | ------------------------------------------ | ---------------------- | ------------------------------ |
//! | lowercase, mixed case                      | accepted               | accepted                       |
//! | a value above `7ZZZZZZZZZZZZZZZZZZZZZZZZZ` | an error               | an error                       |
//! | `I`, `L` and `O`                           | an error               | read as `1`, `1` and `0`       |
//! | `U`                                        | an error               | an error                       |
//! | hyphens                                    | an error               | ignored                        |
//! | whitespace, `+`, fewer or more digits      | an error               | an error                       |
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
pub use layout::Ulid;

#[doc(hidden)]
pub use idcore::typed_literal;
#[doc(inline)]
pub use idcore::{clock, error, id, kind, random};

idcore::__private::with_serde! {
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    #[doc(inline)]
    pub use idcore::serde;
}

idcore::literal!(($ crate) ulid, Ulid, "a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV", a UUID by try_from_uuid_str);
idcore::typed!(Ulid, "01ARZ3NDEKTSV4RRFFQ69G5FAV", uuid "01563e3a-b5d3-d676-4c61-efb99302bd5b");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
