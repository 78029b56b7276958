//! The errors of all scheme crates.
//!
//! Parsing returns a [`ParseError`]. A number that is out of range or a slice of the wrong length is a [`RangeError`],
//! and a generator returns a [`GenerateError`] or, from `fill`, a [`FillError`]. Each message describes only its own
//! error, and the cause is the [`source`](core::error::Error::source), so a program that prints the whole chain repeats
//! nothing.
//!
//! ```
//! # use idcore as scru128;
//! # use scru128::error::{GenerateError, Quantity, RangeError};
//! # use std::convert::Infallible;
//! use std::error::Error;
//!
//! # let cause = RangeError::integer(Quantity::UnixMs, 7, 8, 9);
//! # let generated = Err::<u64, _>(GenerateError::<Infallible, Infallible>::OutOfRange(cause));
//! let error = generated.unwrap_err();
//! assert_eq!(error.to_string(), "no ID can carry this time");
//! assert_eq!(error.source().unwrap().to_string(), "unix_ms is 7, expected 8 to 9");
//! ```

mod generate;
mod parse;
pub(crate) mod range;
#[cfg(feature = "std")]
pub(crate) mod system;
pub(crate) mod text_format;

pub use generate::{FillError, GenerateError};
pub use parse::{ParseError, ParseErrorKind};
pub use range::{Quantity, RangeError};
#[cfg(feature = "std")]
pub use system::{SystemClockError, SystemRandomError};
pub(crate) use text_format::TextFormat;

/// `?` for constant functions, which can't use that operator. Evaluates to the value, or returns the error.
#[doc(hidden)]
#[macro_export]
macro_rules! const_try {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}
