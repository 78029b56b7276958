//! UUIDv7.

mod every_scheme;
mod id;
mod typed;
