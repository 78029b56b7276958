//! ULID.

mod codec;
mod generator;
mod model;

use super::{Scheme, Specification};
use crate::port::ALLOWANCE;

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
    typed: None,
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
