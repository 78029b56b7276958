//! The layout, the model and the cases of each scheme.

mod scru128;
mod scru160;
mod scru64;
mod ulid;
mod ulid_flake;
mod uuid7;

#[cfg(test)]
mod tests;

pub use crate::scheme::{Scheme, Specification};

pub use scru64::SCRU64;
pub use scru128::SCRU128;
pub use scru160::SCRU160;
pub use ulid::ULID;
pub use ulid_flake::{SCALABLE_ULID_FLAKE, ULID_FLAKE};
pub use uuid7::UUID7;

/// All schemes, in the order of the tables.
pub static SCHEMES: [&Scheme; 7] =
    [&SCRU160, &SCRU128, &SCRU64, &ULID, &ULID_FLAKE, &SCALABLE_ULID_FLAKE, &UUID7];
