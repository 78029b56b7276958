//! SCRU128.

#[cfg(all(unix, feature = "std"))]
mod forks;
mod id;
#[cfg(feature = "serde")]
mod serde;
mod shared;
