//! ULID.

mod codec;
mod generator;
mod model;
mod refused;

use super::Scheme;

/// ULID.
pub static ULID: Scheme = Scheme {
    name: "ulid",
    // The specification has no version.
    spec: ("ULID", "unversioned"),
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
