//! All errors: the types of `idcore::error`, and two that only SCRU64 has.
//!
//! A string that is not a node spec is a [`NodeSpecError`]. The error of [`Scru64::try_new`](crate::Scru64::try_new) is
//! `NewError`, which also covers the `SCRU64_NODE_SPEC` environment variable. Each message describes only its own
//! error, and the cause is the [`source`](core::error::Error::source).
//!
//! ```
//! use scru64::Scru64;
//! use scru64::error::ParseError;
//!
//! let error: ParseError = "0u375nxqh5c".parse::<Scru64>().unwrap_err();
//! assert_eq!(error.reason(), "length"); // one word; `to_string` shows what was expected and what was found
//! ```

pub use idcore::error::*;

pub use crate::node_spec::NodeSpecError;
#[cfg(feature = "std")]
pub use crate::process_wide::NewError;
