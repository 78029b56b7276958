//! SCRU64.

#[cfg(all(unix, feature = "std"))]
mod forks;
mod id;
mod node_spec;
mod shared;
