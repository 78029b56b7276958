//! SCRU160.

mod codec;
mod generator;
mod model;

use serde_json::json;

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
    traces: generator::add,
    own_config: || {
        json!({
            "counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0,
        })
    },
    not_resumed: generator::NOT_RESUMED,
    node_specs: None,
};
