//! The node specs of SCRU64, as text, and the configurations that they lead to.

use num_bigint::BigUint;
use oracle::schemes::SCRU64;
use scru64::{Config, NodeSpec, Scru64};

/// Specification: 36^12 / 2^24 − 1, which no ID has.
const RESERVED: u64 = 282_429_536_480;
const NODE_CTR_BITS: u32 = 24;

/// What a node spec says.
#[derive(Debug, PartialEq, Eq)]
struct Node {
    id: u32,
    size: u32,
    prev: Option<BigUint>,
}

pub(crate) fn check(data: &[u8]) {
    let Some((&guard_bits, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let expected = read(&text);
    let found = text.parse::<NodeSpec>();
    match (&expected, found) {
        (None, Err(_)) => {}
        (Some(expected), Ok(found)) => {
            let prev = found.node_prev().map(|id| BigUint::from(id.to_u64()));
            let parts = Node { id: found.node_id(), size: found.node_id_size(), prev };
            assert_eq!(&parts, expected, "{text:?}");
            assert_eq!(found.to_string(), write(expected));
            assert_eq!(found.to_string().parse(), Ok(found));
            check_config(found, expected, guard_bits.into());
        }
        (expected, found) => panic!("{text:?}: expected {expected:?}, found {found:?}"),
    }
}

/// Guard bits leave at least no bit of the counter, and an ID of another node can't be continued.
fn check_config(spec: NodeSpec, expected: &Node, guard_bits: u32) {
    let counter_bits = NODE_CTR_BITS - expected.size;
    let config = Config::new(spec).with_guard_bits(guard_bits);
    assert_eq!(config.is_ok(), guard_bits <= counter_bits, "{guard_bits} of {counter_bits} bits");
    if let Some(prev) = expected.prev.as_ref().and_then(|prev| u64::try_from(prev).ok()) {
        let prev = Scru64::try_from_u64(prev).expect("an ID");
        assert_eq!(NodeSpec::with_node_prev(prev, expected.size), Ok(spec));
    } else {
        assert_eq!(NodeSpec::with_node_id(expected.id, expected.size), Ok(spec));
    }
}

/// Reads the three forms of the specification, "Node spec API": `42/8`, `0xb00/12` and `0u2r85hm2pt3/16`.
///
/// Our choices are that numbers have no sign, at most eight digits for an id and three for a size, and that the timestamp 0,
/// which no generator makes, leaves only the node.
fn read(text: &str) -> Option<Node> {
    let (node, size) = text.split_at(text.find('/')?);
    let size = number(&size[1..], 10, 3).filter(|size| (1..=23).contains(size))?;
    if node.len() == SCRU64.layout.digits {
        let int = SCRU64.read(node).ok()?;
        let [timestamp, node_ctr] = &SCRU64.layout.values(&int)[..] else { return None };
        let id = u32::try_from(node_ctr >> (NODE_CTR_BITS - size)).ok()?;
        let timestamp = u64::try_from(timestamp).ok()?;
        let prev = (timestamp > 0).then_some(int);
        return (timestamp < RESERVED).then_some(Node { id, size, prev });
    }
    let id = match node.get(..2) {
        Some("0x" | "0X") => number(&node[2..], 16, 8)?,
        _ => number(node, 10, 8)?,
    };
    (u64::from(id) < 1 << size).then_some(Node { id, size, prev: None })
}

fn number(digits: &str, radix: u32, most: usize) -> Option<u32> {
    let mut values = digits.chars().map(|digit| digit.to_digit(radix));
    if digits.is_empty() || digits.len() > most {
        return None;
    }
    let value = values.try_fold(0_u64, |value, digit| Some(value * u64::from(radix) + u64::from(digit?)))?;
    u32::try_from(value).ok()
}

fn write(node: &Node) -> String {
    match &node.prev {
        Some(prev) => format!("{}/{}", SCRU64.layout.text(prev), node.size),
        None => format!("{}/{}", node.id, node.size),
    }
}
