//! SCRU64: sortable, clock-based, realm-specifically unique 63-bit identifiers.
//!
//! Implements [version 1.0.0 of the specification](https://github.com/scru64/spec).
//!
//! IDs of different generators differ because each generator has its own node. The process-wide generator takes its
//! node from [`Scru64::configure`] or from the `SCRU64_NODE_SPEC` environment variable:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use scru64::Scru64;
//!
//! Scru64::configure("42/8".parse()?); // node 42, with 8-bit node IDs
//! let id = Scru64::new();
//! println!("{id}"); // 12 digits, like 0u375nxqh5cq
//!
//! let same: Scru64 = id.to_string().parse()?;
//! assert_eq!(id, same);
//! assert!(id < Scru64::new());
//! # }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Layout
//!
//! ```text
//!  0 1                                              40                         63
//! ┌─┬──────────────────────────────────────────────┬─────────────────────────────┐
//! │0│ timestamp                                    │ node_ctr                    │
//! │ │ 39 bits                                      │ 24 bits                     │
//! └─┴──────────────────────────────────────────────┴─────────────────────────────┘
//! ```
//!
//! - `timestamp` is the number of 256 ms units since 1970. It lasts until the year 4261. The values 0 and 282429536480
//!   are reserved and never generated.
//! - `node_ctr` holds the node ID in its upper 1 to 23 bits and the counter below it. The counter starts at a random
//!   value in each 256 ms tick and is incremented for each further ID. When it is exhausted, the next ID takes the next
//!   timestamp, ahead of the clock, and a new counter.
//!
//! # Which function to use
//!
//! | you want                                         | use                                                                                                |
//! | ------------------------------------------------ | -------------------------------------------------------------------------------------------------- |
//! | IDs from any thread                              | [`Scru64::configure`], then [`Scru64::new`], [`Scru64::try_new`]                                   |
//! | a faster generator, with times a few ms behind   | a [`Generator`] with [`CoarseClock`](clock::CoarseClock)                                           |
//! | a generator without a lock                       | [`Generator::with_config`](idcore::Generator::with_config)                                         |
//! | your own clock or random source, or no `std`     | the same, with [`clock::from_fn`], [`random::from_fn`]                                             |
//! | a generator in a constant or a static            | [`Config::generator`]                                                                              |
//! | an ID for a past instant                         | [`Scru64::sample_at`]                                                                              |
//! | a node granted for a limited time                | [`Scru64::configure_within`], or [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms) |
//! | IDs for old rows, in the order of their times    | [`generate_at`](idcore::Generator::generate_at) with [`NoClock`](clock::NoClock)                   |
//! | the bounds of a search by time                   | [`Scru64::min_at`], [`Scru64::max_at`], [`Scru64::min_at_time`]                                    |
//! | a literal, checked at compile time               | [`scru64!`]                                                                                        |
//! | IDs with a prefix, a separate type for each kind | [`Typed`], [`kind!`]                                                                               |
//! | code that is generic over the schemes            | [`Id`](id::Id)                                                                                     |
//!
//! SCRU64 has no per-thread generators, because each thread would need its own node.
//!
//! # Edge cases
//!
//! | input                                            | result                                            |
//! | ------------------------------------------------ | ------------------------------------------------- |
//! | uppercase, mixed case                            | accepted, as the specification says               |
//! | any 12 digits                                    | accepted: none is above the largest ID            |
//! | the reserved IDs 0 and 36^12 − 1                 | parsed and formatted, never generated             |
//! | whitespace, signs, hyphens, fewer or more digits | an error                                          |
//! | an integer above 36^12 − 1, or below 0           | an error                                          |
//! | a call in a child forked after the first use     | an error until the child has its own node         |
//! | processes with the same `SCRU64_NODE_SPEC`       | duplicate IDs: give each process its own node     |
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

pub mod error;
mod generator;
mod node_spec;

pub use generator::{Config, Generator};
pub use layout::Scru64;
pub use node_spec::NodeSpec;
#[cfg(feature = "std")]
pub use process_wide::Window;

#[doc(hidden)]
pub use idcore::typed_literal;
#[doc(inline)]
pub use idcore::{clock, id, kind, random};

idcore::__private::with_serde! {
    #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
    #[doc(inline)]
    pub use idcore::serde;
}

idcore::literal!(($ crate) scru64, Scru64, "a SCRU64 ID", "0u2pf62ji4b9");
idcore::typed!(Scru64, "0u2pf62ji4b9");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
