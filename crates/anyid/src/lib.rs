#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
//!
//! - [`Reader`] detects the scheme and the form of an input, or expects the ones you set. Its
//!   [errors](read::ReadError) explain why an input is not an ID.
//! - [`Writer`] appends an ID in a [`Form`] to a buffer, without an allocation for each ID.
//! - [`AnyId`] is an ID of any [`Scheme`], with its fields and its time.
//! - Both support typed IDs, whose text has a [`Prefix`]: `ord_0372ijojuxuhjsfkeryi2mrtm`.
//! - [`Prefixed`] is an ID of one scheme with a prefix that is chosen at run time.
//! - [`generate`] creates a generator for any scheme.

// Before the modules that use its macros.
#[macro_use]
mod scheme;

pub mod generate;
pub mod read;

mod instant;
mod prefix;
mod prefixed;
mod schemes;
mod writer;

pub use crate::instant::Instant;
pub use crate::prefix::Prefix;
pub use crate::prefixed::Prefixed;
pub use crate::read::reader::{InputForm, Reader};
pub use crate::scheme::{AnyId, Scheme, SchemeInfo, crates};
pub use crate::schemes::Schemes;
pub use crate::writer::{Form, Writer};
