//! Base 32 for cores with 32-bit arithmetic: groups in 32-bit words, digit by digit through tables of digits and
//! values.

use super::{Digits, Values};
use crate::sys::Ascii;

#[inline]
pub(super) const fn write<const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    digits: &mut [Ascii; DIGITS],
    to: &Digits,
) {
    let (mut head, mut bytes) = bytes.split_at(BYTES % 5);
    let (mut head_digits, mut digits) = digits.split_at_mut(DIGITS % 8);

    let mut bits = 0;
    while let Some((byte, after)) = head.split_first() {
        bits = bits << 8 | *byte as u32;
        head = after;
    }
    while let Some((digit, before)) = head_digits.split_last_mut() {
        *digit = to.digit(bits);
        bits >>= 5;
        head_digits = before;
    }
    while let (Some((group, bytes_after)), Some((group_digits, digits_after))) =
        (bytes.split_first_chunk(), digits.split_first_chunk_mut())
    {
        *group_digits = group_of_digits(group, to);
        (bytes, digits) = (bytes_after, digits_after);
    }
}

/// Returns the digits of a group.
const fn group_of_digits(bytes: &[u8; 5], to: &Digits) -> [Ascii; 8] {
    let [a, b, c, d, e] = *bytes;
    // Six digits are within the word, one crosses its end, and one is only in the last byte.
    let word = u32::from_be_bytes([a, b, c, d]);
    let rest = word << 8 | e as u32;
    [
        to.digit(word >> 27),
        to.digit(word >> 22),
        to.digit(word >> 17),
        to.digit(word >> 12),
        to.digit(word >> 7),
        to.digit(word >> 2),
        to.digit(rest >> 5),
        to.digit(rest),
    ]
}

#[inline]
pub(super) const fn read_into<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    digits: &[u8; DIGITS],
    bytes: &mut [u8; BYTES],
    from: &Values,
) -> bool {
    let (mut head, mut bytes) = bytes.split_at_mut(BYTES % 5);
    let (head_digits, mut digits) = digits.split_at(DIGITS % 8);

    // If a byte is not a digit, all high bits are set, so one comparison detects both that and an overflow. Without a
    // head, `head_bits` is 0.
    let mut head_bits = read(head_digits, from);
    if head_bits >> (BITS - BYTES / 5 * 40) != 0 {
        return false;
    }
    while let Some((byte, before)) = head.split_last_mut() {
        *byte = (head_bits & 255) as u8;
        head_bits >>= 8;
        head = before;
    }
    while let (Some((high, after_high)), Some((group, bytes_after))) =
        (digits.split_first_chunk::<4>(), bytes.split_first_chunk_mut::<5>())
    {
        let Some((low, digits_after)) = after_high.split_first_chunk::<4>() else { break };
        let (high, low) = (read(high, from), read(low, from));
        if (high | low) >> 20 != 0 {
            return false;
        }
        let [a, b, c, d] = (high << 12 | low >> 8).to_be_bytes();
        *group = [a, b, c, d, (low & 255) as u8];
        (digits, bytes) = (digits_after, bytes_after);
    }
    true
}

/// Returns the bits of at most six digits in the low bits. If a byte is not a digit, all higher bits are set.
#[inline]
const fn read(mut digits: &[u8], from: &Values) -> u32 {
    let mut bits = 0;
    while let Some((digit, after)) = digits.split_first() {
        let Some(value) = from.value(*digit) else { return u32::MAX };
        bits = bits << 5 | value;
        digits = after;
    }
    bits
}
