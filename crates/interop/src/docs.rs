//! The examples of the documentation, compiled and run.

#[doc = include_str!("../../../docs/ecosystem.md")]
struct Ecosystem;

#[doc = include_str!("../../../docs/fleet.md")]
struct Fleet;

#[doc = include_str!("../../../docs/migrate.md")]
struct Migrate;
