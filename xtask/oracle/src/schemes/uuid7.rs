//! UUIDv7.

mod codec;
mod generator;
mod model;

use super::{Scheme, Specification};
use crate::port::ALLOWANCE;

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
    ranges: |_| vec![ALLOWANCE],
    makes: |_, _| true,
    references: &codec::REFERENCES,
    codec: codec::cases,
    traces: generator::cases,
    usual_config: generator::usual_config,
    wrong_configs: &[],
    node_specs: None,
};
