//! The functions of the header, as a table: [`table`] contains the macros, `scheme.rs` the functions, and each scheme's
//! file its data.
//!
//! # The contract
//!
//! A C caller promises for every function:
//!
//! - A pointer is null, or valid for reading or writing as many bytes as its type, or the size next to it, requires. If
//!   a function needs a pointer that is not null, a null pointer is an error code.
//! - The memory of a generator was initialised by its scheme's function, or starts with bytes that differ from an
//!   initialised header. Most violations are error codes: see [`memory`].
//! - No other thread changes the memory that a call uses. A second call with the same generator is an error code: see
//!   [`memory`].
//! - A callback returns and does not jump out of the call. It may call functions with other generators.
//!
//! Only IDs, strings and numbers are passed in either direction. They are read and written byte by byte, so only the
//! memory of generators needs an alignment. All values of the C types are valid, because no `bool` and no enumeration
//! is read from C.

#[macro_use]
pub mod table;
#[macro_use]
mod scheme;

pub mod code;
mod generator;
mod id;
mod memory;
mod pointers;
#[cfg(feature = "scru128")]
pub mod scru128;
#[cfg(feature = "scru160")]
pub mod scru160;
#[cfg(feature = "scru64")]
pub mod scru64;
pub mod sources;
#[cfg(feature = "ulid")]
pub mod ulid;
#[cfg(feature = "ulid-flake")]
pub mod ulid_flake;
#[cfg(feature = "ulid-flake")]
pub mod ulid_flake_scalable;
#[cfg(feature = "uuid7")]
pub mod uuid7;

/// The schemes in the library, in the order of the header.
pub const SCHEMES: &[table::Scheme] = &[
    #[cfg(feature = "scru128")]
    scru128::SCHEME,
    #[cfg(feature = "scru160")]
    scru160::SCHEME,
    #[cfg(feature = "scru64")]
    scru64::SCHEME,
    #[cfg(feature = "ulid")]
    ulid::SCHEME,
    #[cfg(feature = "ulid-flake")]
    ulid_flake::SCHEME,
    #[cfg(feature = "ulid-flake")]
    ulid_flake_scalable::SCHEME,
    #[cfg(feature = "uuid7")]
    uuid7::SCHEME,
];
