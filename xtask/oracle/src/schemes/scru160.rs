//! SCRU160.

mod generator;
mod model;

use serde_json::json;

use crate::generator_cases::Traces;
use crate::origin::Origin::Section;
use crate::scheme::{Scheme, Specification, TextOrigins};

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
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    origins: TextOrigins {
        layout: Section("Binary Layout and Byte Order"),
        order: Section("Sorting"),
        ..TextOrigins::all(Section("Encodings"))
    },
    // The examples in both encodings share one millisecond. In each, the counter increases by one.
    published: include_str!("scru160/published.txt"),
    // The first 'T' of the base32hex form is the first digit that hex does not have.
    no_ids: include_str!("scru160/no-ids.txt"),
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
