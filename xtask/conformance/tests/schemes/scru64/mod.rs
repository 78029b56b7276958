//! SCRU64.

mod every_scheme;
#[cfg(all(unix, feature = "std"))]
pub(crate) mod forks;
mod id;
mod node_spec;
