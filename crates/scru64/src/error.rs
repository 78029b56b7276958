//! The errors.

pub use idcore::error::*;

pub use crate::node_spec::NodeSpecError;
#[cfg(feature = "std")]
pub use crate::process_wide::NewError;
