//! All errors: the types of `idcore::error`, and two that only SCRU64 has.
//!
//! [`NodeSpecError`] says why a string is not a node spec. `NewError`, the error of [`Scru64::try_new`](crate::Scru64::try_new), also covers
//! the environment variable `SCRU64_NODE_SPEC`. Each message leaves the cause to [`source`](core::error::Error::source).
//!
//! ```
//! use scru64::Scru64;
//! use scru64::error::ParseError;
//!
//! let error: ParseError = "0u375nxqh5c".parse::<Scru64>().unwrap_err();
//! assert_eq!(error.reason(), "length"); // one word; `to_string` says what was expected and what was found
//! ```

pub use idcore::error::*;

pub use crate::node_spec::NodeSpecError;
#[cfg(feature = "std")]
pub use crate::process_wide::NewError;
