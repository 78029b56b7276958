//! SCRU64.

mod model;
mod node_spec;

use serde_json::json;

use crate::generator_cases::Traces;
use crate::origin::Origin::Section;
use crate::scheme::{Scheme, Specification, TextOrigins};

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
    new_model: model::new_model,
    ranges: model::ranges,
    makes: model::makes,
    origins: TextOrigins {
        layout: Section("Specification v1.0.0"),
        ..TextOrigins::all(Section("Textual representation"))
    },
    // The largest ID is "the maximum value denotable in a 12-digit Base36 string", so no string overflows.
    published: include_str!("scru64/published.txt"),
    traces: |scheme| Traces::of(scheme, add_traces),
    own_config: || json!({"node_id": 42, "node_id_size": 8, "guard_bits": 0}),
    // The usual node is 42/8.
    not_resumed: include_str!("scru64/not-resumed.txt"),
    node_specs: Some(node_spec::cases),
    ..Scheme::BASE
};

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
