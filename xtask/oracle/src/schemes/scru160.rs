//! SCRU160.

mod codec;
mod generator;
mod model;

use crate::scheme::{Scheme, Specification};

/// SCRU160.
pub static SCRU160: Scheme = Scheme {
    name: "scru160",
    spec: Specification {
        name: "SCRU160",
        version: "0.1.0",
        title: "SCRU160: Sortable, Clock and Random number-based Unique identifier",
        url: "https://github.com/scru160/spec",
    },
    layout: &model::LAYOUT,
    alternative: Some(&model::HEX),
    typed: None,
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    origins: codec::ORIGINS,
    lenient: None,
    codec: codec::cases,
    traces: generator::cases,
    usual_config: generator::usual_config,
    not_resumed: generator::NOT_RESUMED,
    node_specs: None,
};
