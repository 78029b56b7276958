//! For handling what a [`Reader`](crate::Reader) returns: what it detected, or why an input is not an ID.

mod digits;
mod error;
pub(crate) mod reader;
mod text;

pub use digits::{UuidVersion, uuid_version};
pub use error::{Hint, ReadError};
pub use reader::{Detected, MIN_INTEGER_DIGITS};
pub use text::MAX_INPUT_BYTES;
