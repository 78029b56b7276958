//! SCRU128.

mod codec;
mod generator;
mod model;
mod refused;

use super::Scheme;

/// SCRU128.
pub static SCRU128: Scheme = Scheme {
    name: "scru128",
    spec: ("SCRU128", "2.0.1"),
    layout: &model::LAYOUT,
    alternative: None,
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    references: &codec::REFERENCES,
    codec: codec::cases,
    traces: generator::cases,
    usual_config: generator::usual_config,
    refused_configs: refused::configs,
    node_specs: None,
};
