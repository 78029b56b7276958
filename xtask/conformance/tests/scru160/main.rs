//! SCRU160.

#[cfg(all(unix, feature = "std"))]
mod forks;
mod id;
mod shared;
