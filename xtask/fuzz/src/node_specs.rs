//! SCRU64 node specs as strings, and the configurations that they define.

use oracle::schemes::parse_node_spec;
use scru64::{Config, NodeSpec};

const NODE_CTR_BITS: u32 = 24;

pub(crate) fn check(data: &[u8]) {
    let Some((&guard_bits, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let expected = parse_node_spec(&text);
    let found = text.parse::<NodeSpec>().ok();
    let parts =
        |spec: NodeSpec| (spec.node_id(), spec.node_id_size(), spec.node_prev().map(|id| id.to_string()));
    assert_eq!(found.map(parts), expected, "{text:?}");
    let (Some(found), Some((node_id, size, prev))) = (found, expected) else { return };
    let node = prev.as_ref().map_or_else(|| node_id.to_string(), String::clone);
    assert_eq!(found.to_string(), format!("{node}/{size}"));
    assert_eq!(found.to_string().parse(), Ok(found));
    let again = match prev {
        Some(prev) => NodeSpec::with_node_prev(prev.parse().expect("an ID"), size),
        None => NodeSpec::with_node_id(node_id, size),
    };
    assert_eq!(again, Ok(found));
    // Guard bits can take up to all bits of the counter.
    let config = Config::new(found).with_guard_bits(guard_bits.into());
    let counter_bits = NODE_CTR_BITS - size;
    assert_eq!(config.is_ok(), u32::from(guard_bits) <= counter_bits, "{guard_bits} of {counter_bits} bits");
}
