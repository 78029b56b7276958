//! SCRU64.

mod every_scheme;
#[cfg(all(unix, feature = "std"))]
mod forks;
mod id;
mod node_spec;
