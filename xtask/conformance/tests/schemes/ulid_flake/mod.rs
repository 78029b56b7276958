//! Ulid-Flake.

mod id;
mod scalable;
mod stand_alone;
#[cfg(feature = "std")]
mod waiting;
