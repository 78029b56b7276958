//! UUIDv7.

mod codec;
mod generator;
mod model;

use serde_json::json;

use crate::origin::Origin;
use crate::rules::Range;
use crate::scheme::{Scheme, Specification};

/// UUIDv7.
pub static UUID7: Scheme = Scheme {
    name: "uuid7",
    spec: Specification {
        name: "UUIDv7",
        version: "RFC 9562",
        title: "Universally Unique IDentifiers (UUIDs)",
        url: "https://www.rfc-editor.org/rfc/rfc9562",
    },
    layout: &model::LAYOUT,
    alternative: None,
    typed: Some(&model::TYPED),
    new_model: model::new_model,
    ranges: |_| vec![Range::ALLOWANCE],
    makes: |_, _| Ok(()),
    origins: codec::ORIGINS,
    lenient: Some((Origin::Ours("Text"), codec::with_hyphens)),
    codec: codec::cases,
    traces: generator::add,
    own_config: || json!({}),
    not_resumed: generator::NOT_RESUMED,
    node_specs: None,
};
