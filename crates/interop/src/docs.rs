//! The examples of the documentation, compiled and run.

#[doc = include_str!("../../../docs/migrate.md")]
struct Migrate;
