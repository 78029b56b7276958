//! ULID.

mod codec;
mod generator;
mod model;

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
    traces: generator::cases,
    usual_config: generator::usual_config,
    not_resumed: "",
    node_specs: None,
};
