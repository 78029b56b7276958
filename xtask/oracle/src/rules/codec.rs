//! How IDs are written, read and sorted.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use crate::layout::Layout;

/// The decisions of a codec.
#[derive(Clone, Copy, Debug)]
pub struct CodecRules {
    /// The fields and the text form.
    pub layout: Layout,
    /// An alternative text form of a different length.
    pub alternative: Option<Layout>,
    /// Prepares a text before it is read as one of so many digits.
    pub prepare: fn(text: &str, digits: usize) -> String,
    /// The length of a text.
    pub length: fn(text: &str) -> usize,
    /// The value of a digit in an alphabet.
    pub digit: fn(alphabet: &str, digit: char) -> Option<usize>,
    /// The reasons for rejecting a text, in the order in which they are looked for.
    pub reasons: [&'static str; 3],
    /// The position that is reported for a character that is not a digit.
    pub position: fn(text: &str, byte: usize) -> usize,
    /// The integer of a text whose digits are valid, if it is an ID's.
    pub fit: fn(int: BigUint, layout: &Layout) -> Option<BigUint>,
    /// The text of an ID, from its digits.
    pub written: fn(digits: String) -> String,
    /// The bytes of an ID, from the most significant down.
    pub bytes: fn(bytes: Vec<u8>) -> Vec<u8>,
    /// The number of bytes that an ID is read from, given the right one and the present one.
    pub byte_count: fn(right: usize, present: usize) -> Option<usize>,
    /// The integer of bytes or of an integer, if it is an ID's.
    pub int: fn(int: BigInt, layout: &Layout) -> Option<BigUint>,
    /// The integer that is shown.
    pub shown: fn(int: BigUint, layout: &Layout) -> BigInt,
    /// The value of a field, given the number of its bits and its largest value.
    pub field: fn(value: BigInt, bits: u32, largest: &BigUint) -> Option<BigUint>,
    /// The order of two IDs.
    pub compare: fn(one: &BigUint, other: &BigUint, layout: &Layout) -> Ordering,
}

impl CodecRules {
    pub(super) const fn right(layout: Layout, alternative: Option<Layout>) -> Self {
        Self {
            layout,
            alternative,
            prepare: |text, _| text.to_owned(),
            length: str::len,
            digit: |alphabet, digit| alphabet.chars().position(|known| known.eq_ignore_ascii_case(&digit)),
            reasons: ["length", "digit", "overflow"],
            position: |_, byte| byte,
            fit: |int, layout| (int < (layout.limit)()).then_some(int),
            written: |digits| digits,
            bytes: |bytes| bytes,
            byte_count: |right, present| (right == present).then_some(right),
            int: |int, layout| int.to_biguint().filter(|int| layout.is_id(int)),
            shown: |int, _| int.into(),
            field: |value, _, largest| value.to_biguint().filter(|value| value <= largest),
            compare: |one, other, _| one.cmp(other),
        }
    }
}
