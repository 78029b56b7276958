//! ULID.

mod codec;
mod generator;
mod model;

use serde_json::json;

use crate::origin::Origin;
use crate::rules::Range;
use crate::scheme::{Scheme, Specification, crockford};

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
    ranges: |_| vec![Range::ALLOWANCE],
    makes: |_, _| Ok(()),
    origins: codec::ORIGINS,
    lenient: Some((Origin::Ours("Aliases"), crockford)),
    codec: codec::cases,
    traces: generator::add,
    own_config: || json!({}),
    not_resumed: "",
    node_specs: None,
};
