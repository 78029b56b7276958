//! UUIDv7: the sortable UUIDs of RFC 9562, strictly ordered within a millisecond.
//!
//! Implements [RFC 9562](https://www.rfc-editor.org/rfc/rfc9562), section 5.7, with the counter of section 6.2
//! (method 1).
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use uuid7::Uuid7;
//!
//! let id = Uuid7::new();
//! println!("{id}"); // 36 characters, like 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
//!
//! let same: Uuid7 = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < Uuid7::new());
//! # }
//! # Ok::<(), uuid7::error::ParseError>(())
//! ```
//!
//! # Layout
//!
//! ```text
//!  0                             48        64                                 127
//! ┌─────────────────────────────┬─┬───────┬─┬────────────────────────────────────┐
//! │ timestamp                   │…│ rand_a│…│ rand_b                             │
//! │ 48 bits                     │ │ 12    │ │ 62 bits                            │
//! └─────────────────────────────┴─┴───────┴─┴────────────────────────────────────┘
//! ```
//!
//! - `timestamp` is the number of milliseconds since 1970. It lasts until the year 10889. RFC 9562 calls it
//!   `unix_ts_ms`.
//! - `ver` (4 bits) and `var` (2 bits) are the same in all IDs: version 7 and variant 2, the variant of RFC 9562.
//! - `rand_a` and the upper 30 bits of `rand_b` hold a 42-bit counter. It is redrawn for each new timestamp, with 0 as
//!   its highest bit, and incremented for each further ID.
//! - The lower 32 bits of `rand_b` are a new random number in each ID.
//!
//! # Which function to use
//!
//! | you want                                                  | use                                                                                                 |
//! | --------------------------------------------------------- | --------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                                       | [`Uuid7::new`], [`Uuid7::try_new`]                                                                  |
//! | many IDs from many threads, unordered among the threads   | [`per_thread::new`]                                                                                 |
//! | a faster generator, with times a few ms behind            | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                            |
//! | a generator without a lock, for a hot loop or one thread  | [`Generator::new`](idcore::Generator::new)                                                          |
//! | your own clock or random source, or no `std`              | [`Generator::with_config`](idcore::Generator::with_config), [`clock::from_fn`], [`random::from_fn`] |
//! | a generator in a constant or a static                     | [`Config::generator`]                                                                               |
//! | an ID for a past instant                                  | [`Uuid7::sample_at`]                                                                                |
//! | no IDs at or after a given instant                        | [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms)                                   |
//! | IDs for old rows, in the order of their times             | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                    |
//! | the bounds of a search by time                            | [`Uuid7::min_at`], [`Uuid7::max_at`], [`Uuid7::min_at_time`]                                        |
//! | a literal, checked at compile time                        | [`uuid7!`]                                                                                          |
//! | IDs with a prefix, a separate type for each kind: TypeIDs | [`Typed`], [`kind!`]                                                                                |
//! | code that is generic over the schemes                     | [`Id`](id::Id)                                                                                      |
//!
//! # Edge cases
//!
//! | input                                                          | [`Uuid7::try_from_str`] | [`Uuid7::try_from_str_lenient`] |
//! | -------------------------------------------------------------- | ----------------------- | ------------------------------- |
//! | uppercase, mixed case                                          | accepted                | accepted                        |
//! | a UUID of a different version or variant, nil or max UUID      | an error                | an error                        |
//! | 32 digits without hyphens                                      | an error                | accepted                        |
//! | braces around the 36 characters, `urn:uuid:` before them       | an error                | accepted                        |
//! | whitespace, signs, other hyphens, the wrong length             | an error                | an error                        |
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
pub use layout::Uuid7;

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
    ($ crate) uuid7, Uuid7, "a UUIDv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "01fwhe4ydgfk1shh6w1g60eecf" after a prefix by try_from_suffix, a UUID by try_from_str
);
idcore::typed!(Uuid7, "01fwhe4ydgfk1shh6w1g60eecf", uuid "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
