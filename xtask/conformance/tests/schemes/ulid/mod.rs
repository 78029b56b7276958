//! ULID.

mod every_scheme;
mod id;
