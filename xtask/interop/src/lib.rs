//! Tests of the integrations and of the SQL functions, with real databases from the `servers` crate.

#[cfg(doctest)]
mod docs;
