//! ULID.

mod codec;
mod generator;
mod model;
mod refused;

use super::{Scheme, Specification};

/// ULID.
pub static ULID: Scheme = Scheme {
    name: "ulid",
    spec: Specification {
        name: "ULID",
        // The specification has no version.
        version: "unversioned",
        title: "ULID (Universally Unique Lexicographically Sortable Identifier)",
        url: "https://github.com/ulid/spec",
    },
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
