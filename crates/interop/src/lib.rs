//! Tests with real databases. [`servers`] starts them.

#[cfg(unix)]
pub mod servers;
