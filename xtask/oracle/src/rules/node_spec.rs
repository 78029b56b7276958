//! How node specs are read.

/// The decisions of a reader of node specs.
#[derive(Clone, Copy, Debug)]
pub struct NodeSpecRules {
    /// Prepares a text before it is read.
    pub prepare: fn(spec: &str) -> String,
    /// The parts before and after the slash.
    pub parts: fn(spec: &str) -> Option<(&str, &str)>,
    /// Whether a text before the slash is an ID.
    pub is_id: fn(node: &str) -> bool,
    /// The digits after the prefix of a hexadecimal number.
    pub hex: fn(node: &str) -> Option<&str>,
    /// A number in some radix, of at most so many digits.
    pub number: fn(digits: &str, radix: u32, most_digits: usize) -> Option<u32>,
    /// The number of bits of the node id.
    pub size: fn(size: u32) -> Option<u32>,
    /// The node id in so many bits.
    pub fit: fn(node_id: u32, size: u32) -> Option<u32>,
    /// The node id in the 24 bits of `node_ctr`.
    pub node_id: fn(node_ctr: u32, size: u32) -> u32,
    /// Whether an ID with this timestamp can be continued after, where `last` is the largest one.
    pub is_usable: fn(timestamp: u64, last: u64) -> bool,
    /// Whether an ID with this timestamp is continued after, or only names its node.
    pub is_continued: fn(timestamp: u64) -> bool,
}

impl NodeSpecRules {
    pub(super) const RIGHT: Self = Self {
        prepare: str::to_owned,
        parts: |spec| spec.split_once('/'),
        is_id: |node| node.len() == 12,
        hex: |node| node.strip_prefix("0x").or_else(|| node.strip_prefix("0X")),
        number: |digits, radix, most_digits| {
            let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
            let number = || u32::from_str_radix(digits, radix).ok();
            (is_number && digits.len() <= most_digits).then(number).flatten()
        },
        size: |size| (1..=23).contains(&size).then_some(size),
        fit: |node_id, size| (node_id < 1 << size).then_some(node_id),
        node_id: |node_ctr, size| node_ctr >> (24 - size),
        is_usable: |timestamp, last| timestamp < last,
        is_continued: |timestamp| timestamp > 0,
    };
}
