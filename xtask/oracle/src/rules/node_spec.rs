//! How node specs are parsed.

rules! {
    /// The decisions of a node spec parser.
    NodeSpecRules():

    /// Prepares a string before it is parsed.
    prepare: fn(spec: &str) -> String = str::to_owned;
    /// The parts before and after the slash.
    parts: fn(spec: &str) -> Option<(&str, &str)> = |spec| spec.split_once('/');
    /// Decides whether the part before the slash is an ID.
    is_id: fn(node: &str) -> bool = |node| node.len() == 12;
    /// The digits after the prefix of a hexadecimal number.
    hex: fn(node: &str) -> Option<&str> = |node| node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
    /// Prepares the digits of a number in some radix.
    digits: fn(digits: &str, radix: u32) -> String = |digits, _| digits.to_owned();
    /// Decides whether a character is a digit.
    is_digit: fn(digit: char, radix: u32) -> bool = char::is_digit;
    /// Decides whether a number is short enough, given the largest number of digits.
    is_short: fn(digits: usize, most_digits: usize) -> bool = |digits, most_digits| digits <= most_digits;
    /// A number, if it fits in 32 bits.
    integer: fn(integer: u128) -> Option<u32> = |integer| u32::try_from(integer).ok();
    /// The size of the node ID in bits, if it is in range.
    size: fn(size: u32) -> Option<u32> = |size| (1..=23).contains(&size).then_some(size);
    /// The node ID, if it fits in the given number of bits.
    fit: fn(node_id: u32, size: u32) -> Option<u32> =
        |node_id, size| (node_id < 1 << size).then_some(node_id);
    /// The node ID in the 24 bits of `node_ctr`.
    node_id: fn(node_ctr: u32, size: u32) -> u32 = |node_ctr, size| node_ctr >> (24 - size);
    /// Decides whether a generator can continue after an ID with this timestamp. `last` is the largest timestamp.
    is_usable: fn(timestamp: u64, last: u64) -> bool = |timestamp, last| timestamp < last;
    /// Decides whether a generator continues after an ID with this timestamp. If not, the ID only names the node.
    is_continued: fn(timestamp: u64) -> bool = |timestamp| timestamp > 0;
}
