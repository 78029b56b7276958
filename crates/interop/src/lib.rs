//! Tests with real databases. [`servers`] starts them.

#[cfg(unix)]
#[cfg(doctest)]
mod docs;
pub mod servers;
