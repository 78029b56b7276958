//! SCRU128.

mod codec;
mod generator;
mod model;

use super::Scheme;

/// SCRU128.
pub static SCRU128: Scheme = Scheme {
    name: "scru128",
    spec: ("SCRU128", "2.0.1"),
    layout: &model::LAYOUT,
    alternative: None,
    new_model: model::new_model,
    codec: codec::cases,
    traces: generator::cases,
};
