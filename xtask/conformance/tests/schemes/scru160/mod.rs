//! SCRU160.

mod every_scheme;
mod id;
