//! Ulid-Flake, in its stand-alone and its scalable form.

mod generator;
mod model;

use serde_json::json;

use crate::generator_cases::Traces;
use crate::origin::Origin::{Ours, Section};
use crate::scheme::{Scheme, Specification, TextOrigins, crockford};

/// Stand-alone Ulid-Flake.
pub static ULID_FLAKE: Scheme = Scheme {
    name: "ulid-flake",
    spec: Specification {
        name: "Ulid-Flake",
        // The specification has no version.
        version: "unversioned",
        title: "Ulid-Flake: A 64-bit ULID variant featuring Snowflake",
        url: "https://github.com/ulid-flake/spec",
    },
    layout: model::STAND_ALONE.layout,
    new_model: |config, rules| model::new_model(&model::STAND_ALONE, config, rules),
    ranges: |_| model::ranges(&model::STAND_ALONE),
    makes: model::makes,
    origins: TextOrigins {
        layout: Section("Binary Layout and Byte Order"),
        text: Section("Canonical String Representation"),
        digits: Section("Encoding"),
        range: Section("Timestamp and Over All"),
        order: Section("Sorting"),
    },
    lenient: Some((Ours("Aliases"), crockford)),
    // The last day is 2302-09-27, the end of the time in which the IDs are "usable".
    published: include_str!("ulid_flake/published.txt"),
    traces: |scheme| Traces::of(scheme, |traces| generator::add(traces, &model::STAND_ALONE)),
    own_config: || json!({"entropy_bits": 8, "epoch_unix_ms": model::EPOCH_UNIX_MS}),
    ..Scheme::BASE
};

/// Scalable Ulid-Flake.
pub static SCALABLE_ULID_FLAKE: Scheme = Scheme {
    name: "ulid-flake-scalable",
    layout: model::SCALABLE.layout,
    new_model: |config, rules| model::new_model(&model::SCALABLE, config, rules),
    ranges: |_| model::ranges(&model::SCALABLE),
    published: include_str!("ulid_flake/published-scalable.txt"),
    traces: |scheme| Traces::of(scheme, |traces| generator::add(traces, &model::SCALABLE)),
    own_config: || json!({"entropy_bits": 8, "epoch_unix_ms": model::EPOCH_UNIX_MS, "scalability": 7}),
    // The usual scalability is 7.
    not_resumed: include_str!("ulid_flake/not-resumed.txt"),
    ..ULID_FLAKE
};
