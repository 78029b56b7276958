//! SCRU64.

mod codec;
mod generator;
mod model;

use super::Scheme;

/// SCRU64.
pub static SCRU64: Scheme = Scheme {
    name: "scru64",
    spec: ("SCRU64", "1.0.0"),
    layout: &model::LAYOUT,
    alternative: None,
    new_model: model::new_model,
    codec: codec::cases,
    traces: generator::cases,
};
