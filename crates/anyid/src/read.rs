//! The results of a [`Reader`](crate::Reader): a detected ID, or the reason why an input is not an ID.

mod digits;
mod error;
pub(crate) mod reader;
mod text;

pub use digits::{UuidVersion, uuid_version};
pub use error::{Hint, ReadError};
pub use reader::{Detected, MIN_INTEGER_DIGITS};
pub use text::MAX_INPUT_BYTES;
