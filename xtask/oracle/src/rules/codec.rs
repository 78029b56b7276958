//! How IDs are formatted, parsed and sorted.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use crate::layout::Layout;

rules! {
    /// The decisions of a codec.
    CodecRules(layout: Layout, alternative: Option<Layout>):

    /// The fields and the text form.
    layout: Layout = layout;
    /// An alternative text form of a different length.
    alternative: Option<Layout> = alternative;
    /// Prepares a string before it is parsed, given the expected number of digits.
    prepare: fn(text: &str, digits: usize) -> String = |text, _| text.to_owned();
    /// The length of a string.
    length: fn(text: &str) -> usize = str::len;
    /// The value of a digit in an alphabet.
    digit: fn(alphabet: &str, digit: char) -> Option<usize> =
        |alphabet, digit| alphabet.chars().position(|known| known.eq_ignore_ascii_case(&digit));
    /// The reasons for rejecting a string, in the order in which they are checked.
    reasons: [&'static str; 3] = ["length", "digit", "overflow"];
    /// The wrong character to report, given the first and a later wrong character.
    reported: fn(known: Option<usize>, found: usize) -> usize = |known, found| known.unwrap_or(found);
    /// The position that is reported for a character that is not a digit.
    position: fn(text: &str, byte: usize) -> usize = |_, byte| byte;
    /// The integer of a string whose digits are valid, if an ID has this integer.
    fit: fn(int: BigUint, layout: &Layout) -> Option<BigUint> =
        |int, layout| (int < (layout.limit)()).then_some(int);
    /// The text form of an ID, from its digits.
    written: fn(digits: String) -> String = |digits| digits;
    /// The bytes of an ID, from the most significant down.
    bytes: fn(bytes: Vec<u8>) -> Vec<u8> = |bytes| bytes;
    /// The number of bytes that an ID is read from, given the correct and the actual number.
    byte_count: fn(right: usize, present: usize) -> Option<usize> =
        |right, present| (right == present).then_some(right);
    /// The integer from bytes or from an integer, if an ID has this integer.
    int: fn(int: BigInt, layout: &Layout) -> Option<BigUint> =
        |int, layout| int.to_biguint().filter(|int| layout.is_id(int));
    /// The integer that is shown.
    shown: fn(int: BigUint, layout: &Layout) -> BigInt = |int, _| int.into();
    /// The value of a field, given the number of its bits and its largest value.
    field: fn(value: BigInt, bits: u32, largest: &BigUint) -> Option<BigUint> =
        |value, _, largest| value.to_biguint().filter(|value| value <= largest);
    /// The value of a field that is the same in every ID, given the correct value.
    constant: fn(value: BigUint, right: BigUint) -> Option<BigUint> = |value, right| (value == right).then_some(value);
    /// The order of two IDs.
    compare: fn(one: &BigUint, other: &BigUint, layout: &Layout) -> Ordering = |one, other, _| one.cmp(other);
}
