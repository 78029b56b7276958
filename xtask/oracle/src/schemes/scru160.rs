//! SCRU160.

mod generator;
pub(super) mod model;

use serde_json::json;

use super::Generator;
use crate::config::{Config, Range, bits, number};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::Event;
use crate::scheme::{Scheme, Specification, TextOrigins};
use model::Scru160;

/// SCRU160.
pub static SCRU160: Scheme = Scheme {
    name: "scru160",
    spec: Specification {
        name: "SCRU160",
        version: "0.1.0",
        title: "SCRU160: Sortable, Clock and Random number-based Unique identifier",
        url: "https://github.com/scru160/spec",
    },
    layout: &model::LAYOUT,
    alternative: Some(&model::HEX),
    model: |config| Generator::Scru160(Scru160::new(config)),
    rules: |config| if config["clock"] == "us" { &ALTERNATIVE } else { &DEFAULT },
    settings,
    ranges,
    origins: TextOrigins {
        layout: Section("Binary Layout and Byte Order"),
        order: Section("Sorting"),
        ..TextOrigins::all(Section("Encodings"))
    },
    // The examples in both encodings share one millisecond. In each, the counter increases by one.
    published: include_str!("scru160/published.txt"),
    // The first 'T' of the base32hex form is the first digit that hex does not have.
    no_ids: include_str!("scru160/no-ids.txt"),
    traces: generator::add,
    own_config: || {
        json!({
            "counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0,
        })
    },
    // The IDs have a `random80` of 6.
    not_resumed: include_str!("scru160/not-resumed.txt"),
    // "Must … ignore cases when interpreting or lexicographically sorting encoded IDs".
    // "At least 80 most significant bits … MUST be compared".
    compared_bits: Some((80, Ours("The compared bits"))),
    string_order: Some(Section("Encodings")),
    generated: [Section("timestamp"), Section("Default counter usage")],
    runs: include_str!("scru160/runs.txt"),
    ..Scheme::BASE
};

const RANDOM16: Origin = Section("random16");
const DEFAULT_USAGE: Origin = Section("Default counter usage");
const ALTERNATIVE_USAGE: Origin = Section("Alternative counter usage");
/// The width of a counter that "extends" into `random16` when it starts.
const WIDTH: Origin = Ours("Random bits of a new counter");
const RESERVED: Origin = Section("Reserved IDs");

static DEFAULT: [(Event, Origin); 10] = rules(DEFAULT_USAGE);
static ALTERNATIVE: [(Event, Origin); 10] = rules(ALTERNATIVE_USAGE);

const fn rules(usage: Origin) -> [(Event, Origin); 10] {
    [
        (Event::MovedForward, usage),
        (Event::Counted, usage),
        (Event::DrewExtension, WIDTH),
        (Event::Overflowed, Ours("Overflow")),
        (Event::RolledBack, Ours("Rollback")),
        (Event::TooEarly, RESERVED),
        (Event::TooLate, RESERVED),
        (Event::Reserved, RESERVED),
        (Event::NoMicrosecond, ALTERNATIVE_USAGE),
        (Event::OtherNode, RANDOM16),
    ]
}

fn settings(config: &Config) -> Vec<Origin> {
    let bits = |key| bits(config, key);
    let (extension_bits, node_id_bits) = (bits("counter_extension_bits"), bits("node_id_bits"));
    // "A 15-bit random value", or 5 bits in the alternative usage
    let is_all_random = bits("counter_init_bits") == if config["clock"] == "us" { 5 } else { 15 };
    let rules = [
        (RANDOM16, extension_bits > 0 || node_id_bits > 0),
        (WIDTH, extension_bits > 0 && !is_all_random),
        (Ours("Order in `random16`"), node_id_bits > 0 && extension_bits + node_id_bits < 16),
    ];
    rules.into_iter().filter_map(|(origin, holds)| holds.then_some(origin)).collect()
}

fn ranges(config: &Config) -> Vec<Range> {
    let bits = |key: &str| number(config, key).min(16);
    let (init_bits, usage) =
        if config["clock"] == "us" { (5, ALTERNATIVE_USAGE) } else { (15, DEFAULT_USAGE) };
    vec![
        Range::new("counter_init_bits", 0, init_bits, usage),
        Range::new("counter_extension_bits", 0, 16, RANDOM16),
        Range::new("node_id_bits", 0, 16 - bits("counter_extension_bits"), RANDOM16)
            .up_to("16 − `counter_extension_bits`"),
        Range::new("node_id", 0, (1 << bits("node_id_bits")) - 1, RANDOM16).up_to("2^`node_id_bits` − 1"),
        Range::ALLOWANCE,
    ]
}
