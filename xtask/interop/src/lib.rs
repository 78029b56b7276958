//! Tests of the integrations and of the SQL functions, with real databases from the crate `servers`.

#[cfg(doctest)]
mod docs;
