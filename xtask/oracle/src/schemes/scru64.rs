//! SCRU64.

mod codec;
mod generator;
mod model;
mod node_spec;
mod refused;

use super::Scheme;

/// SCRU64.
pub static SCRU64: Scheme = Scheme {
    name: "scru64",
    spec: ("SCRU64", "1.0.0"),
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
    node_specs: Some(node_spec::cases),
};
