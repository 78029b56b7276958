//! SCRU64.

pub(super) mod model;
mod node_spec;

use serde_json::json;

use super::Generator;
use crate::config::{Config, Range, number};
use crate::generator_cases::Traces;
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{Event, Rules};
use crate::scheme::{Scheme, Specification, TextOrigins};
use model::{NODE_CTR_BITS, Scru64};
pub use node_spec::parse_node_spec;

/// SCRU64.
pub static SCRU64: Scheme = Scheme {
    name: "scru64",
    spec: Specification {
        name: "SCRU64",
        version: "1.0.0",
        title: "SCRU64: Sortable, Clock-based, Realm-specifically Unique identifier",
        url: "https://github.com/scru64/spec",
    },
    layout: &model::LAYOUT,
    model: |config| Generator::Scru64(Scru64::new(config)),
    rules: |_| RULES,
    ranges,
    origins: TextOrigins { layout: DEFINITION, ..TextOrigins::all(Section("Textual representation")) },
    // The largest ID is "the maximum value denotable in a 12-digit Base36 string", so no string overflows.
    published: include_str!("scru64/published.txt"),
    traces: add_traces,
    own_config: || json!({"node_id": 42, "node_id_size": 8, "guard_bits": 0}),
    // The usual node is 42/8.
    not_resumed: include_str!("scru64/not-resumed.txt"),
    // "Must … ignore cases when interpreting or lexicographically sorting encoded IDs".
    string_order: Some(Section("Textual representation")),
    generated: [Section("Specification v1.0.0"), Section("Specification v1.0.0")],
    node_specs: Some(node_spec::cases),
    ..Scheme::BASE
};

const DEFINITION: Origin = Section("Specification v1.0.0");
const NODE_SPEC: Origin = Section("Node spec API");
const RESERVED: Origin = Section("Special-purpose IDs");

const RULES: Rules = &[
    (Event::MovedForward, DEFINITION),
    (Event::Counted, DEFINITION),
    (Event::Overflowed, Section("Counter overflow handling")),
    (Event::RolledBack, Section("Clock rollback handling")),
    (Event::StartedOver, Ours("Starting over with the same node ID")),
    (Event::TooEarly, RESERVED),
    (Event::TooLate, RESERVED),
    (Event::Resumed, NODE_SPEC),
    (Event::Reserved, RESERVED),
    (Event::OtherNode, NODE_SPEC),
];

/// "1 <= node_id_size <= 23", "0 <= node_id < 1 << node_id_size".
fn ranges(config: &Config) -> Vec<Range> {
    let size = number(config, "node_id_size").min(23);
    vec![
        Range::new("node_id_size", 1, 23, DEFINITION),
        Range::new("node_id", 0, (1 << size) - 1, DEFINITION).up_to("2^`node_id_size` − 1"),
        Range::new("guard_bits", 0, u64::from(NODE_CTR_BITS) - size, DEFINITION).up_to("24 − `node_id_size`"),
        Range::ALLOWANCE,
    ]
}

/// The traces. Unless a trace changes it, the node has the 8-bit ID 42, which leaves 16 bits for the counter.
///
/// `LAST` is the start of the last usable tick, and `MAX` the largest counter, after which the next call in the tick
/// overflows. `TICKS` and `LAST_TICK` are the timestamps of `T` and `LAST`, `NODE` is the smallest `node_ctr` of the
/// node, and `EXAMPLE` is the time of the ID in the specification's node spec, 0u2r85hm2pt3/16.
///
/// "Resetting `timestamp` without refreshing `node_id` is highly discouraged". It therefore happens only with an
/// `on_rollback` of `reset`. The size of a rollback is the distance between the ticks of the two readings.
const SCRIPT: &str = include_str!("scru64/traces.txt");

fn add_traces(traces: &mut Traces) {
    traces.names("TICK=256 MAX=0xffff NODE=42MAX+42 TICKS=6_640_625_000 LAST_TICK=282_429_536_479");
    traces.names("LAST=282_429_536_479TICK OUT=255 EXAMPLE=1_677_927_886_080");
    traces.add(SCRIPT);
    traces.random_walks(900, 400, include_str!("scru64/walks.txt"));
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("AT<END:MAX"));
}
