//! Configurations that no generator has.

use serde_json::{Value, json};

use super::model::{self, MAX_TIMESTAMP};
use crate::generator_cases::T;
use crate::refused_cases::{WrongConfig, wrong};

const DEFAULT_USAGE: &str = "Default counter usage";
const LAYOUT: &str = "Binary Layout and Byte Order";
const RESERVED: &str = "Reserved IDs";
/// The specification is silent.
const POLICY: &str = "";

pub(super) fn configs() -> Vec<WrongConfig> {
    let one = |key, value: i64, comment, reference| wrong([(key, json!(value))], key, comment, reference);
    let node = |key, [extension, bits, node_id]: [i64; 3], comment| {
        wrong(parts(extension, bits, node_id), key, comment, LAYOUT)
    };
    let after = |clock: &str,
                 [extension, bits, node_id]: [i64; 3],
                 (timestamp, counter, random16),
                 comment,
                 reference| {
        let mut changes = parts(extension, bits, node_id).to_vec();
        changes.extend([("clock", json!(clock)), ("resume_after", json!(id(timestamp, counter, random16)))]);
        wrong(changes, "resume_after", comment, reference)
    };
    vec![
        one(
            "counter_init_bits",
            16,
            "a counter that starts from 16 random bits, with none left free",
            DEFAULT_USAGE,
        ),
        one("counter_init_bits", 17, "more random bits than the counter has", DEFAULT_USAGE),
        one("counter_init_bits", 256 + 15, "271 bits: 15 in a port that reads one byte", DEFAULT_USAGE),
        one("counter_init_bits", -1, "a negative number of random bits", DEFAULT_USAGE),
        one("counter_extension_bits", 17, "an extension of more bits than random16 has", LAYOUT),
        one(
            "counter_extension_bits",
            256,
            "an extension of 256 bits: none in a port that reads one byte",
            LAYOUT,
        ),
        one("counter_extension_bits", -1, "an extension of a negative number of bits", LAYOUT),
        node("node_id_bits", [0, 17, 0], "a node id of more bits than random16 has"),
        node("node_id_bits", [1, 16, 0], "an extension of one bit and a node id of 16"),
        node("node_id_bits", [9, 8, 0], "an extension of 9 bits and a node id of 8"),
        node("node_id_bits", [16, 1, 0], "an extension of 16 bits and a node id of one"),
        node("node_id_bits", [0, -1, 0], "a node id of a negative number of bits"),
        node("node_id", [0, 0, 1], "the node id 1 in no bits"),
        node("node_id", [0, 1, 2], "the node id 2 in one bit"),
        node("node_id", [0, 8, 256], "the node id 256 in 8 bits"),
        node(
            "node_id",
            [0, 8, 256 + 42],
            "the node id 298 in 8 bits: 42 in a port that drops the excess bit",
        ),
        node("node_id", [0, 16, 1 << 16], "the node id 2^16 in 16 bits"),
        node("node_id", [0, 8, -1], "a negative node id"),
        after("ms", [0, 0, 0], (0, 5, 5), "an ID with the reserved timestamp 0", RESERVED),
        after(
            "ms",
            [0, 0, 0],
            (MAX_TIMESTAMP, 5, 5),
            "an ID with the largest timestamp, which is reserved",
            RESERVED,
        ),
        after("ms", [0, 8, 42], (T, 5, 43 << 8), "an ID of node 43", POLICY),
        after("ms", [4, 8, 42], (T, 5, 42 << 8), "an ID of the node in another place", POLICY),
        after("us", [0, 0, 0], (T, 1000 << 6, 5), "an ID with the microsecond 1000", POLICY),
        after("us", [0, 0, 0], (T, 1023 << 6 | 63, 5), "an ID with the microsecond 1023", POLICY),
    ]
}

/// The text of an ID with `random16` and `random80` of 6.
fn id(timestamp: u64, counter: u64, random16: u64) -> String {
    let layout = model::LAYOUT;
    layout.text(&layout.int(&[timestamp.into(), counter.into(), random16.into(), 6_u32.into()]))
}

/// The parts of `random16`.
fn parts(extension: i64, bits: i64, node_id: i64) -> [(&'static str, Value); 3] {
    [("counter_extension_bits", json!(extension)), ("node_id_bits", json!(bits)), ("node_id", json!(node_id))]
}
