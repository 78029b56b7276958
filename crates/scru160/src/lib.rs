//! SCRU160: sortable, clock and random number-based 160-bit unique identifiers.
//!
//! Implements [version 0.1.0 of the specification](https://github.com/scru160/spec), dated 2021-09-24.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use scru160::Scru160;
//!
//! let id = Scru160::new();
//! println!("{id}"); // 32 digits, like 05TTUP1HNCPNH30VEK64KDQT9BSNU4C4
//!
//! let same: Scru160 = id.encode_hex().parse()?; // also parses 40 hex digits
//! assert_eq!(id, same);
//! assert!(id < Scru160::new());
//! # }
//! # Ok::<(), scru160::error::ParseError>(())
//! ```
//!
//! # Layout
//!
//! ```text
//!  0                       48      64       80                                159
//! ┌───────────────────────┬───────┬────────┬─────────────────────────────────────┐
//! │ timestamp             │counter│random16│ random80                            │
//! │ 48 bits               │ 16    │ 16 bits│ 80 bits                             │
//! └───────────────────────┴───────┴────────┴─────────────────────────────────────┘
//! ```
//!
//! - `timestamp` is the number of milliseconds since 1970. It lasts until the year 10889. The values 0 and 2^48 − 1 are
//!   reserved and never generated.
//! - `counter` starts at 15 random bits in each millisecond and is incremented for each further ID. When it is
//!   exhausted, the next ID takes the next timestamp, ahead of the clock, and a new counter.
//! - `random16` and `random80` are new random numbers in each ID.
//!
//! [`Config`] has the specification's options: a counter that starts with fewer random bits, microseconds in the
//! counter, and a `random16` that holds a counter extension and a node ID above its random bits.
//!
//! # Which function to use
//!
//! | you want                                                 | use                                                                                                 |
//! | -------------------------------------------------------- | --------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                                      | [`Scru160::new`], [`Scru160::try_new`]                                                              |
//! | many IDs from many threads, unordered among the threads  | [`per_thread::new`]                                                                                 |
//! | a faster generator, with times a few ms behind           | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                            |
//! | a generator without a lock, for a hot loop or one thread | [`Generator::new`](idcore::Generator::new)                                                          |
//! | your own clock or random source, or no `std`             | [`Generator::with_config`](idcore::Generator::with_config), [`clock::from_fn`], [`random::from_fn`] |
//! | microseconds in the IDs                                  | [`MicrosecondGenerator`]                                                                            |
//! | a generator in a constant or a static                    | [`Config::generator`]                                                                               |
//! | an ID for a past instant                                 | [`Scru160::sample_at`]                                                                              |
//! | a node ID granted for a limited time                     | [`Scru160::configure_within`], or [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms) |
//! | IDs for old rows, in the order of their times            | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                    |
//! | the bounds of a search by time                           | [`Scru160::min_at`], [`Scru160::max_at`], [`Scru160::min_at_time`]                                  |
//! | a literal, checked at compile time                       | [`scru160!`]                                                                                        |
//! | IDs with a prefix, a separate type for each kind         | [`Typed`], [`kind!`]                                                                                |
//! | code that is generic over the schemes                    | [`Id`](id::Id)                                                                                      |
//!
//! # Edge cases
//!
//! | input                                                  | result                                 |
//! | ------------------------------------------------------ | -------------------------------------- |
//! | uppercase, mixed case                                  | accepted, as the specification says    |
//! | 40 digits                                              | accepted as hex                        |
//! | whitespace, signs, hyphens, any other number of digits | an error                               |
//! | the reserved timestamps 0 and 2^48 − 1                 | parsed and formatted, never generated  |
//! | a clock that reads 1970-01-01T00:00:00.000Z            | an error: the clock is not set         |
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
#[cfg(feature = "std")]
pub mod per_thread;

#[doc(hidden)]
pub use generator::Mode;
pub use generator::{Config, Generator, MicrosecondGenerator};
pub use layout::Scru160;
#[cfg(feature = "std")]
pub use process_wide::Window;

#[doc(hidden)]
pub use idcore::typed_literal;
#[doc(inline)]
pub use idcore::{clock, error, id, kind, random};

idcore::__private::with_serde! {
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    #[doc(inline)]
    pub use idcore::serde;
}

idcore::literal!(($ crate) scru160, Scru160, "a SCRU160 ID", "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4");
idcore::typed!(Scru160, "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
