//! The tests that every scheme must pass.

use conformance::generator::T;
use harness::scru64::{Config, NodeSpec, Scru64};

/// A constant.
const NODE: NodeSpec = match NodeSpec::try_from_str("42/8") {
    Ok(node) => node,
    Err(_) => panic!("not a node spec"),
};

fn config() -> Config {
    "42/8".parse().expect("a node spec")
}

conformance::every_scheme! {
    scheme: harness::schemes::Scru64,
    strings: ["000000000000", "0u2pf62ji4b9", "0u375nxqh5cq", "zzzzzzzzzzzz"],
    accessors: [timestamp, node_ctr],
    instants: (0, 282_429_536_480 * 256 + 255, 256),
    last_unix_ms: 282_429_536_480 * 256 - 1, // Section "Special-purpose IDs": not 282429536480.
    config: config,
    almost_last: Scru64::from_parts(T >> 8, 42 << 16 | 0xfff0),
    constant: Config::new(NODE),
    sample_at: |unix_ms, random| Scru64::sample_at(unix_ms, &Config::new(NODE), random),
    words: [1, 0, 1, 1],
}
