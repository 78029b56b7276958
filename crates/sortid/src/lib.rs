//! `sortid`: makes, inspects, converts and checks sortable unique IDs.
//!
//! `sortid --help` explains how to use it. `cli` defines the command line. Each command has a module that turns input into
//! output, and never accesses stdin or stdout itself. `program` connects them. The package is a library for this repository
//! alone. Its tests run the program with streams of their own: see [`with_streams`]. `crates/web` reads and writes IDs as the
//! program does, without the feature `program`.

#![cfg_attr(not(feature = "program"), allow(dead_code, reason = "the commands of the program use the rest"))]

#[cfg(feature = "program")]
mod check;
#[cfg(feature = "program")]
mod cli;
#[cfg(feature = "program")]
mod convert;
#[cfg(feature = "program")]
mod csv;
mod digits;
#[cfg(feature = "program")]
mod failure;
#[cfg(feature = "program")]
mod input;
#[cfg(feature = "program")]
mod inspect;
#[cfg(feature = "program")]
mod json_error;
#[cfg(feature = "program")]
mod layout;
#[cfg(feature = "program")]
mod lease;
mod lines;
mod maker;
#[cfg(feature = "program")]
mod manual;
#[cfg(feature = "program")]
mod new;
mod output;
#[cfg(feature = "program")]
mod program;
#[cfg(feature = "program")]
mod range;
mod read;
#[cfg(feature = "program")]
mod registry;
mod scheme;
#[cfg(feature = "program")]
mod schemes;
#[cfg(feature = "program")]
mod seen;
#[cfg(feature = "program")]
mod sql;
#[cfg(feature = "program")]
mod streams;
mod text;
mod time;
#[cfg(feature = "program")]
mod values;
#[cfg(all(unix, feature = "program"))]
mod watch;
#[cfg(feature = "program")]
mod with_streams;

pub use crate::maker::{Maker, maker};
pub use crate::output::{Form, Writer, hex_digits};
pub use crate::read::{Detected, FEWEST_DIGITS, Hint, InputForm, Reader, Unreadable};
pub use crate::scheme::{AnyId, Scheme};
pub use crate::time::Instant;
#[cfg(feature = "program")]
pub use crate::{program::main, with_streams::with_streams};

/// The requested epoch, or the default of Ulid-Flake.
#[must_use]
pub fn epoch_unix_ms(epoch: Option<Instant>) -> u64 {
    epoch.map_or_else(|| ulid_flake::UlidFlake::MIN.unix_ms(), |epoch| epoch.0)
}
