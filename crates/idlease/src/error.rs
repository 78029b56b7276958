//! The errors of leases, of registries, and of strings and addresses that can't be parsed.

mod lease;
mod registry;

pub use lease::{LeaseError, LeasedError, Refusal};
pub use registry::{AddressError, RegistryError, RegistryErrorKind};

pub use crate::text::TextError;
