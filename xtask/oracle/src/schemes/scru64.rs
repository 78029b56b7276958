//! SCRU64.

mod codec;
mod generator;
mod model;
mod node_spec;

use serde_json::json;

use crate::scheme::{Scheme, Specification};

/// SCRU64.
pub static SCRU64: Scheme = Scheme {
    name: "scru64",
    spec: Specification {
        name: "SCRU64",
        version: "1.0.0",
        title: "SCRU64: Sortable, Clock-based, Realm-specifically Unique identifier",
        url: "https://github.com/scru64/spec",
    },
    layout: &model::LAYOUT,
    alternative: None,
    typed: None,
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    origins: codec::ORIGINS,
    lenient: None,
    codec: codec::cases,
    traces: generator::add,
    own_config: || json!({"node_id": 42, "node_id_size": 8, "guard_bits": 0}),
    not_resumed: generator::NOT_RESUMED,
    node_specs: Some(node_spec::cases),
};
