//! Ulid-Flake, in its stand-alone and its scalable form.

mod generator;
pub(super) mod model;

use serde_json::json;

use super::Generator;
use crate::config::{Range, number};
use crate::format::MAX_NUMBER;
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{Event, Rules};
use crate::scheme::{Scheme, Specification, TextOrigins, crockford};
use model::{EPOCH_UNIX_MS, SCALABLE, STAND_ALONE, UlidFlake};

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
    layout: &STAND_ALONE,
    model: |config| Generator::UlidFlake(UlidFlake::new(&STAND_ALONE, config)),
    rules: |_| RULES,
    // "Starting from 2024-01-01T00:00:00.000Z". Every other epoch is our choice.
    settings: |config| {
        let is_ours = number(config, "epoch_unix_ms") != EPOCH_UNIX_MS;
        is_ours.then_some(Ours("The epoch")).into_iter().collect()
    },
    ranges: |_| vec![entropy_bits(24), EPOCH, Range::ALLOWANCE],
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
    traces: |traces| generator::add(traces, false),
    own_config: || json!({"entropy_bits": 8, "epoch_unix_ms": EPOCH_UNIX_MS}),
    other_bytes: Some((16, Ours("\"The components are encoded as 16 octets\""))),
    generated: [COMPONENTS, MONOTONICITY],
    ..Scheme::BASE
};

/// Scalable Ulid-Flake.
pub static SCALABLE_ULID_FLAKE: Scheme = Scheme {
    name: "ulid-flake-scalable",
    layout: &SCALABLE,
    model: |config| Generator::UlidFlake(UlidFlake::new(&SCALABLE, config)),
    ranges: |_| vec![entropy_bits(16), EPOCH, Range::new("scalability", 0, 31, COMPONENTS), Range::ALLOWANCE],
    published: include_str!("ulid_flake/published-scalable.txt"),
    traces: |traces| generator::add(traces, true),
    own_config: || json!({"entropy_bits": 8, "epoch_unix_ms": EPOCH_UNIX_MS, "scalability": 7}),
    // The usual scalability is 7.
    not_resumed: include_str!("ulid_flake/not-resumed.txt"),
    runs: include_str!("ulid_flake/runs-scalable.txt"),
    ..ULID_FLAKE
};

const COMPONENTS: Origin = Section("Components");
const MONOTONICITY: Origin = Section("Monotonicity and Overflow Error Handling");

const INCREMENTS: Origin = Ours("Increments");

const RULES: Rules = &[
    (Event::MovedForward, COMPONENTS),
    (Event::Counted, MONOTONICITY),
    (Event::Overflowed, MONOTONICITY),
    (Event::CalledAgain, Ours("Overflow")),
    (Event::TooEarly, COMPONENTS),
    (Event::TooLate, Section("Timestamp and Over All")),
    (Event::TooLate, Ours("Overflow errors")),
    (Event::DrewLargeIncrement, INCREMENTS),
    (Event::OtherNode, COMPONENTS),
];

/// In the vectors, epochs are at most [`MAX_NUMBER`].
const EPOCH: Range = Range::new("epoch_unix_ms", 0, MAX_NUMBER, Ours("The epoch"));

const fn entropy_bits(max: u64) -> Range {
    let range = Range::new("entropy_bits", 1, max, MONOTONICITY);
    Range { origins: [MONOTONICITY, INCREMENTS], ..range }
}
