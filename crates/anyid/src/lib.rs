//! IDs of any scheme of sortid, read and written in any form: text, hex, integer, UUID, time and JSON.
//!
//! The program `sortid` and a page for browsers show IDs with this crate. A service that knows its scheme needs only the
//! crate of that scheme.
//!
//! - [`Reader`] recognises the scheme and the form of an input, or reads a given one. Its [errors](read::ReadError) say what is
//!   wrong with an input that is not an ID.
//! - [`Writer`] appends an ID in a [`Form`] to a buffer, without an allocation for each ID.
//! - [`AnyId`] is an ID of any [`Scheme`], with its fields and its time.
//! - Both know typed IDs, whose text has a [`Prefix`]: `ord_0372ijojuxuhjsfkeryi2mrtm`.
//! - [`generate`] creates a generator for any scheme.
//!
//! ```
//! use anyid::{Instant, Reader, Scheme};
//!
//! let found = Reader::default().read(b"0372ijojuxuhjsfkeryi2mrtm", Instant::now())?;
//! assert_eq!(found.id.scheme().name(), "scru128");
//! assert_eq!(Instant(found.id.unix_ms(Scheme::DEFAULT_EPOCH_UNIX_MS)).to_string(), "2022-04-03T11:40:14.308Z");
//! for (field, value) in found.id.fields() {
//!     println!("{}: {value}, {} bits", field.name, field.bits);
//! }
//! # Ok::<(), anyid::read::ReadError>(())
//! ```
//!
//! # Features
//!
//! `clap_4`: [`Scheme`], [`Form`] and [`InputForm`] are values of command lines that `clap` 4 parses.

// Before the modules that use its macros.
#[macro_use]
mod scheme;

pub mod generate;
pub mod read;

mod instant;
mod prefix;
mod schemes;
mod writer;

pub use crate::instant::Instant;
pub use crate::prefix::Prefix;
pub use crate::read::reader::{InputForm, Reader};
pub use crate::scheme::{AnyId, Scheme, SchemeInfo, crates};
pub use crate::schemes::Schemes;
pub use crate::writer::{Form, Writer};

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
