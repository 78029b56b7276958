//! Why there is no lease, why a registry failed, and what is wrong with an input.

mod lease;
mod registry;

pub use lease::{LeaseError, LeasedError, Refusal};
pub use registry::{AddressError, RegistryError, RegistryErrorKind};

pub use crate::text::TextError;
