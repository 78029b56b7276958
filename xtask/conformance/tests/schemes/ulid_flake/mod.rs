//! Ulid-Flake.

#[cfg(all(unix, feature = "std"))]
mod forks;
mod id;
mod scalable;
mod stand_alone;
#[cfg(feature = "std")]
mod waiting;
