//! SCRU160.

mod codec;
mod generator;
mod model;

use super::Scheme;

/// SCRU160.
pub static SCRU160: Scheme = Scheme {
    name: "scru160",
    spec: ("SCRU160", "0.1.0"),
    layout: &model::LAYOUT,
    alternative: Some(&model::HEX),
    new_model: model::new_model,
    codec: codec::cases,
    traces: generator::cases,
};
