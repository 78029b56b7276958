//! ULID: universally unique lexicographically sortable identifiers.
//!
//! Implements [the specification](https://github.com/ulid/spec), including its monotonic mode.
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
//! - `timestamp` counts milliseconds since 1970 and lasts until the year 10889.
//! - `randomness` is drawn anew for each timestamp and counts up within it. When it is exhausted, a generator returns
//!   an error.
//!
//! # What to use
//!
//! | you want                                                 | use                                                                        |
//! | -------------------------------------------------------- | -------------------------------------------------------------------------- |
//! | IDs from any thread                                      | [`new`], [`new_string`], [`try_new`]                                       |
//! | many IDs from many threads, in no order among threads    | [`per_thread::new`]                                                        |
//! | faster IDs from your generator, a few ms late            | [`CoarseClock`]                                                            |
//! | a generator without a lock, for a hot loop or one thread | [`Generator::new`](idcore::Generator::new)                                 |
//! | your own clock or random source, or no `std`             | [`Generator::with_sources`](idcore::Generator::with_sources)               |
//! | an ID for a past instant                                 | [`Ulid::sample_at`]                                                        |
//! | no IDs from some instant on                              | [`with_ceiling_unix_ms`](idcore::Generator::with_ceiling_unix_ms)          |
//! | IDs for old rows, in the order of their times            | [`generate_at`](idcore::Generator::generate_at) with the clock [`NoClock`] |
//! | the bounds of a search by time                           | [`Ulid::min_at`], [`Ulid::max_at`], [`Ulid::min_at_time`]                  |
//! | a constant                                               | [`ulid!`]                                                                  |
//! | code for all schemes                                     | [`Id`]                                                                     |
//!
//! # Edge cases
//!
//! | input                                      | [`Ulid::try_from_str`] | [`Ulid::try_from_str_lenient`] |
//! | ------------------------------------------ | ---------------------- | ------------------------------ |
//! | lower case, mixed case                     | accepted               | accepted                       |
//! | a value above `7ZZZZZZZZZZZZZZZZZZZZZZZZZ` | an error               | an error                       |
//! | `I`, `L` and `O`                           | an error               | read as `1`, `1` and `0`       |
//! | `U`                                        | an error               | an error                       |
//! | hyphens                                    | an error               | ignored                        |
//! | white space, signs, fewer or more digits   | an error               | an error                       |
//!
//! # Features
//!
//! - `std` (default): [`new`] and its companions, [`SystemClock`], [`SystemRandom`]. Implies `alloc`.
//! - `alloc`: conversions to and from `String`.
//! - `serde`: `Serialize` and `Deserialize`: text in human-readable formats, bytes in others. Works without `alloc`.
//! - `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: `RandCore06`, `RandCore09` and `RandCore010`, which make any
//!   generator of that version of `rand_core` a [`RandomSource`].
//!
//! Each integration with another library has a feature of its own:
//!
//! - databases: `diesel_2`, `diesel_2_sqlite`, `postgres_types_0_2`, `rusqlite`, `sea_orm_2`, `sqlx_0_9`,
//!   `sqlx_0_9_postgres`;
//! - UUIDs and times: `uuid_1`, `chrono_0_4`, `jiff_0_2`, `time_0_3`;
//! - serialisers and schemas: `borsh_1`, `bytemuck_1`, `rkyv_0_8`, `schemars_1`, `utoipa_6`, `zerocopy_0_8`;
//! - tests and logs: `arbitrary_1`, `defmt_1`, `proptest_1`, `quickcheck_1`.
//!
//! In the repository, `docs/ecosystem.md` has an example for each.

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod generator;
mod id;
#[cfg(feature = "std")]
pub mod per_thread;
#[cfg(feature = "std")]
mod process_wide;

pub use generator::{Config, Generator};
pub use id::Ulid;
#[cfg(feature = "std")]
pub use process_wide::{new, new_string, try_new};

idcore::re_exports!();

idcore::literal!(($ crate) ulid, Ulid, "a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV");

/// The README's example.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
