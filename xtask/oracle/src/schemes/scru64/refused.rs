//! Configurations that no generator has.

use serde_json::json;

use super::model::{LAYOUT, MAX_TIMESTAMP};
use crate::refused_cases::{WrongConfig, wrong};

const DEFINITION: &str = "Specification v1.0.0";
const RESERVED: &str = "Special-purpose IDs";
const NODE_SPEC: &str = "Node spec API";
/// The usual node, 42/8, with a counter of 5.
const NODE_CTR: u32 = 42 << 16 | 5;
/// An ordinary timestamp.
const TICK: u64 = 6_640_625_000;

pub(super) fn configs() -> Vec<WrongConfig> {
    let size = |size: i64, comment| {
        let changes = [("node_id", json!(0)), ("node_id_size", json!(size))];
        wrong(changes, "node_id_size", comment, DEFINITION)
    };
    let node = |node_id: i64, size: u32, comment| {
        let changes = [("node_id", json!(node_id)), ("node_id_size", json!(size))];
        wrong(changes, "node_id", comment, DEFINITION)
    };
    let guard = |guard_bits: i64, size: u32, comment| {
        let changes =
            [("node_id", json!(0)), ("node_id_size", json!(size)), ("guard_bits", json!(guard_bits))];
        wrong(changes, "guard_bits", comment, DEFINITION)
    };
    let after = |timestamp: u64, node_ctr: u32, comment, reference| {
        let text = LAYOUT.text(&LAYOUT.int(&[timestamp.into(), node_ctr.into()]));
        wrong([("resume_after", json!(text))], "resume_after", comment, reference)
    };
    vec![
        size(0, "a node id of no bits"),
        size(24, "a node id of 24 bits, which leaves none for the counter"),
        size(25, "a node id of 25 bits"),
        size(32, "a node id of 32 bits"),
        size(256 + 8, "264 bits: 8 in a port that reads one byte"),
        size(-1, "a negative number of bits"),
        node(2, 1, "the node id 2 in one bit"),
        node(256, 8, "the node id 256 in 8 bits"),
        node(256 + 42, 8, "the node id 298 in 8 bits: 42 in a port that drops the excess bit"),
        node(1 << 16, 16, "the node id 2^16 in 16 bits"),
        node(1 << 23, 23, "the node id 2^23 in 23 bits"),
        node((1 << 32) + 42, 8, "the node id 2^32 + 42: 42 in a port that reads 32 bits"),
        node(-1, 8, "a negative node id"),
        guard(17, 8, "17 guard bits of a counter of 16"),
        guard(2, 23, "two guard bits of a counter of one"),
        guard(24, 1, "24 guard bits of a counter of 23"),
        guard(256, 8, "256 guard bits: none in a port that reads one byte"),
        guard(-1, 8, "a negative number of guard bits"),
        after(TICK, 43 << 16 | 5, "an ID of node 43", NODE_SPEC),
        after(TICK, 42 << 15, "an ID of node 42/9", NODE_SPEC),
        after(TICK, 0, "an ID of node 0", NODE_SPEC),
        after(0, NODE_CTR, "an ID with the reserved timestamp 0", RESERVED),
        after(MAX_TIMESTAMP, NODE_CTR, "an ID with the largest timestamp, which is reserved", RESERVED),
    ]
}
