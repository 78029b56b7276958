//! SCRU128.

mod codec;
mod generator;
mod model;

use serde_json::json;

use crate::rules::Range;
use crate::scheme::{Scheme, Specification};

/// SCRU128.
pub static SCRU128: Scheme = Scheme {
    name: "scru128",
    spec: Specification {
        name: "SCRU128",
        version: "2.0.1",
        title: "SCRU128: Sortable, Clock and Random number-based Unique identifier",
        url: "https://github.com/scru128/spec",
    },
    layout: &model::LAYOUT,
    alternative: None,
    typed: None,
    new_model: model::new_model,
    ranges: |_| vec![Range::ALLOWANCE],
    makes: model::makes,
    origins: codec::ORIGINS,
    lenient: None,
    codec: codec::cases,
    traces: generator::add,
    own_config: || json!({}),
    not_resumed: generator::NOT_RESUMED,
    node_specs: None,
};
