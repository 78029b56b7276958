//! The shared core of the `sortid` scheme crates: text codecs, clocks, random sources, errors, and the monotonic
//! driver.
//!
//! Use a scheme crate instead, such as `scru128`. It re-exports every item of this crate that its own API needs. This
//! page lists those items: [`Generator`], [`Clock`] and [`RandomSource`] with their implementations, the errors, and
//! [`Text`]. They follow semantic versioning, as part of the API of the scheme crates.
//!
//! [`Scheme`] and [`Unit`] are traits for bounds. Only the crates of the same release implement them.
//!
//! Everything else is public only for the scheme crates of the same release, and hidden from this page: most items of
//! `Scheme`, the codecs, the process-wide generator, and the macros. It may change in any release. No public signature
//! needs it.
//!
//! Data flows one way, and each arrow is one module:
//!
//! ```text
//! clock ─┐
//!        ├─► driver ─► a scheme's step ─► ID ─► codec ─► text
//! draws ─┘
//! ```
//!
//! # Features
//!
//! - `std` (default): [`SystemClock`], [`SystemRandom`], the process-wide generators. Implies `alloc`.
//! - `alloc`: conversions to and from `String`.
//! - `js`: time and randomness of a browser or Node.js on `wasm32-unknown-unknown`. Implies `std`.
//! - `serde`: `Serialize` and `Deserialize` for every ID. Works without `alloc`.
//! - `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`: `RandCore06`, `RandCore09` and `RandCore010`, which make any
//!   generator of that version of `rand_core` a [`RandomSource`].

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[doc(hidden)]
pub mod base16;
#[doc(hidden)]
pub mod base32;
#[doc(hidden)]
pub mod base36;
mod calendar;
mod clock;
#[doc(hidden)]
pub mod divide;
mod driver;
mod error;
mod field;
mod from_fn;
mod generator;
mod id;
mod id_traits;
#[doc(hidden)]
pub mod interop;
#[cfg(feature = "std")]
mod per_thread;
#[cfg(feature = "std")]
mod platform;
#[doc(hidden)]
pub mod prefix;
#[cfg(feature = "std")]
mod process_wide;
#[cfg(feature = "std")]
mod published;
#[cfg(feature = "rand_core_0_6")]
mod rand_core_0_6;
mod random;
mod scheme;
mod scheme_crate;
#[cfg(feature = "std")]
mod system_random;
#[cfg(test)]
#[allow(unsafe_code, reason = "the macro of `trusted` for `bytemuck`, which has its proof")]
mod test_id;
#[cfg(all(test, feature = "std"))]
mod test_scheme;
mod text;
mod time;
#[allow(unsafe_code, reason = "the workspace's one exception: each block has its proof")]
mod trusted;
#[cfg(any(feature = "rand_core_0_9", feature = "rand_core_0_10"))]
mod try_rng;
mod typed;
#[cfg(feature = "std")]
mod wait;

// For users, through the scheme crates.
#[cfg(feature = "rand_core_0_6")]
pub use self::rand_core_0_6::{RandCore06, RandCore06Error};
pub use calendar::{CalendarTime, unix_days};
pub use clock::{Clock, MicrosecondClock, Microseconds, Milliseconds, NoClock, Unit};
#[cfg(feature = "std")]
pub use clock::{CoarseClock, SystemClock, SystemClockError};
pub use error::{BytesError, FillError, GenerateError, ParseError, ParseErrorKind, RangeError, SampleError};
pub use field::Field;
pub use from_fn::{ClockFn, RandomFn, clock_from_fn, random_from_fn};
pub use generator::{Generator, Iter};
pub use id::Id;
#[cfg(feature = "std")]
pub use process_wide::{SystemError, Window};
pub use random::{Draw, RandomSource};
pub use scheme::Scheme;
#[cfg(feature = "std")]
pub use system_random::{SystemRandom, SystemRandomError};
pub use text::Text;
pub use time::UnixTime;
#[cfg(feature = "rand_core_0_9")]
pub use try_rng::RandCore09;
#[cfg(feature = "rand_core_0_10")]
pub use try_rng::RandCore010;
pub use typed::{Kind, Typed, TypedText};

// For the scheme crates alone.
#[doc(hidden)]
pub use driver::OnRollback;
#[doc(hidden)]
pub use error::TextFormat;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use generator::fork_count;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use interop::serde_with;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use per_thread::PerThread;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use process_wide::{Origin, ProcessWide};
#[doc(hidden)]
pub use scheme::{AfterFork, Since, Word, sample};
#[cfg(feature = "std")]
#[doc(hidden)]
pub use typed::ProcessWideId;
#[doc(hidden)]
pub use typed::{SchemeId, checked_prefix, name_of, suffix_of};
#[cfg(feature = "std")]
#[doc(hidden)]
pub use wait::Patience;

/// The items that the macros of this crate use in the crates that call them.
#[doc(hidden)]
pub mod macros {
    #[cfg(feature = "alloc")]
    pub use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

    #[cfg(feature = "arbitrary_1")]
    pub use arbitrary;
    #[cfg(feature = "borsh_1")]
    pub use borsh;
    #[cfg(feature = "bytemuck_1")]
    pub use bytemuck;
    #[cfg(feature = "defmt_1")]
    pub use defmt;
    #[cfg(feature = "diesel_2")]
    pub use diesel;
    #[cfg(feature = "postgres_types_0_2")]
    pub use postgres_types;
    #[cfg(feature = "proptest_1")]
    pub use proptest;
    #[cfg(feature = "quickcheck_1")]
    pub use quickcheck;
    #[cfg(feature = "rkyv_0_8")]
    pub use rkyv;
    #[cfg(feature = "rusqlite")]
    pub use rusqlite;
    #[cfg(feature = "schemars_1")]
    pub use schemars;
    #[cfg(feature = "sea_orm_2")]
    pub use sea_orm;
    #[cfg(feature = "serde")]
    pub use serde;
    #[cfg(feature = "sqlx_0_9")]
    pub use sqlx;
    #[cfg(feature = "utoipa_6")]
    pub use utoipa;
    #[cfg(feature = "uuid_1")]
    pub use uuid;
    #[cfg(feature = "zerocopy_0_8")]
    pub use zerocopy;
}

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
