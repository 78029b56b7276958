//! SCRU160.

mod codec;
mod generator;
mod model;

use serde_json::json;

use crate::generator_cases::Traces;
use crate::scheme::{Scheme, Specification};

const TITLE: &str = "SCRU160: Sortable, Clock and Random number-based Unique identifier";

/// SCRU160.
pub static SCRU160: Scheme = Scheme {
    name: "scru160",
    spec: Specification {
        name: "SCRU160",
        version: "0.1.0",
        title: TITLE,
        url: "https://github.com/scru160/spec",
    },
    layout: &model::LAYOUT,
    alternative: Some(&model::HEX),
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    origins: codec::ORIGINS,
    published: codec::PUBLISHED,
    own_flags: codec::FLAGS,
    own_texts: codec::texts,
    traces: |scheme| Traces::of(scheme, generator::add),
    own_config: || {
        json!({
            "counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0,
        })
    },
    // The IDs have a `random80` of 6.
    not_resumed: include_str!("scru160/not-resumed.txt"),
    ..Scheme::BASE
};
