//! ULID.

mod codec;
mod generator;
mod model;

use super::Scheme;

/// ULID.
pub static ULID: Scheme = Scheme {
    name: "ulid",
    // The specification has no version.
    spec: ("ULID", "unversioned"),
    layout: &model::LAYOUT,
    alternative: None,
    new_model: model::new_model,
    codec: codec::cases,
    traces: generator::cases,
};
