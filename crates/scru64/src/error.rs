//! The errors.

pub use idcore::error::*;

pub use crate::node_spec::{NodeSpecError, NodeSpecErrorKind};
#[cfg(feature = "std")]
pub use crate::process_wide::NewError;
