//! Base 36 for cores with 32-bit arithmetic: it never divides more than 32 bits and can't panic.

#[cfg(test)]
mod proof;

use super::{DIGITS_U64, DIGITS_U128, INVALID, VALUES};
use crate::sys::Ascii;

/// Encoding takes six digits at a time: 36^6 is between 2^31 and 2^32, as the reciprocal below requires.
const POW6: u32 = 36_u32.pow(6);

/// ⌊(2^64 − 1) / 36^6⌋ − 2^32.
#[allow(clippy::cast_possible_truncation, reason = "between 0 and 2^32, as 36^6 is between 2^31 and 2^32")]
const RECIPROCAL_POW6: u32 = (u64::MAX / POW6 as u64 - (1 << 32)) as u32;

/// Half of the six digits.
const POW3: u32 = 36_u32.pow(3);

/// ⌈2^47 / 36^3⌉.
#[allow(clippy::cast_possible_truncation, reason = "36^3 is above 2^15")]
const RECIPROCAL_POW3: u32 = (1_u64 << 47).div_ceil(POW3 as u64) as u32;

/// ⌈2^26 / 36^2⌉.
const RECIPROCAL_POW2: u32 = (1_u32 << 26).div_ceil(36_u32.pow(2));

/// Decoding takes five digits at a time: 36^5 is the largest power below 2^26, and 5 divides 25.
const POW5: u32 = 36_u32.pow(5);

/// The digit of each value.
static DIGITS: [Ascii; 36] = {
    let mut digits = [Ascii::new(b'0'); 36];
    let mut value = 0;
    while value < 36 {
        digits[value as usize] = Ascii::new(super::digit(value));
        value += 1;
    }
    digits
};

/// Returns the digit of a value below 36. Without the comparison, the compiler would add a panic.
const fn digit(value: u32) -> Ascii {
    let index = value as usize;
    if index < DIGITS.len() { DIGITS[index] } else { DIGITS[0] }
}

/// Writes an integer as 25 lowercase digits.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
pub(super) const fn write_u128(integer: u128, digits: &mut [Ascii; DIGITS_U128]) {
    let mut words = [(integer >> 96) as u32, (integer >> 64) as u32, (integer >> 32) as u32, integer as u32];
    let Some((top, mut rest)) = digits.split_first_mut() else { return };
    while let Some((before, digits)) = rest.split_last_chunk_mut::<6>() {
        let mut remainder = 0;
        let mut index = 0;
        while index < words.len() {
            (words[index], remainder) = divide(remainder, words[index]);
            index += 1;
        }
        write_six(remainder, digits);
        rest = before;
    }
    // The quotient of four divisions is below 2^128 / 36^24 < 16.
    *top = digit(words[3]);
}

/// Writes an integer below 36^12 as 12 lowercase digits.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
pub(super) const fn write_u64(integer: u64, digits: &mut [Ascii; DIGITS_U64]) {
    // 36^12 / 2^32 < 36^6.
    let (high, low) = divide((integer >> 32) as u32, integer as u32);
    let Some((high_digits, rest)) = digits.split_first_chunk_mut::<6>() else { return };
    let Some((low_digits, _)) = rest.split_first_chunk_mut::<6>() else { return };
    write_six(high, high_digits);
    write_six(low, low_digits);
}

/// Returns quotient and remainder of `high · 2^32 + low` by 36^6, for `high` below 36^6.
///
/// This is Algorithm 4 of Möller and Granlund, "Improved division by invariant integers" (2011), which proves it. It
/// takes one 32-bit by 32-bit multiplication. A library would divide 64 bits.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
const fn divide(high: u32, low: u32) -> (u32, u32) {
    // No overflow: high · (reciprocal + 2^32) <= (36^6 − 1) · (2^64 − 1) / 36^6 < 2^64 − 2^32.
    let estimate = high as u64 * RECIPROCAL_POW6 as u64 + ((high as u64) << 32 | low as u64);
    let mut quotient = ((estimate >> 32) as u32).wrapping_add(1);
    let mut remainder = low.wrapping_sub(quotient.wrapping_mul(POW6));
    if remainder > estimate as u32 {
        quotient = quotient.wrapping_sub(1);
        remainder = remainder.wrapping_add(POW6);
    }
    if remainder >= POW6 {
        quotient = quotient.wrapping_add(1);
        remainder -= POW6;
    }
    (quotient, remainder)
}

/// Writes a value below 36^6 as six digits, three at a time.
///
/// Three digits become a fraction, their value / 36^2 in units of 2^−26. Its integer part is a digit, and its
/// fractional part times 36 contains the next. The fraction is too large by less than 1 / 36^2, so all three digits are
/// right: the reciprocal is (2^26 + 608) / 36^2, and 36^3 · 608 < 2^26. All products with a fraction are below 36^3 ·
/// (2^26 / 36^2 + 1) < 2^32, so a digit needs no division. The Cortex-M0 can't divide, and its products have only 32
/// bits.
const fn write_six(value: u32, digits: &mut [Ascii; 6]) {
    let high = divide_by_pow3(value);
    let mut fraction = high * RECIPROCAL_POW2;
    let mut index = 0;
    while index < digits.len() {
        if index == 3 {
            fraction = (value - high * POW3) * RECIPROCAL_POW2;
        }
        digits[index] = digit(fraction >> 26);
        fraction = fraction % (1 << 26) * 36;
        index += 1;
    }
}

/// Divides a value below 36^6 by 36^3.
///
/// The reciprocal is (2^47 + e) / 36^3, with e < 36^3. So the product exceeds value / 36^3 by (value · e / 2^47) /
/// 36^3. That is less than 1 / 36^3, because value · e < 36^9 < 2^47. So the product does not reach the next quotient.
const fn divide_by_pow3(value: u32) -> u32 {
    ((value as u64 * RECIPROCAL_POW3 as u64) >> 47) as u32
}

/// Decodes 25 case-insensitive digits.
///
/// # Errors
///
/// Returns an error if a byte is not a digit or the value is above 2^128 − 1. The error is the position of the first
/// wrong byte or, for such a value, the number of digits.
#[inline]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Result<u128, usize> {
    let mut words = [0; 4];
    let mut rest: &[u8] = digits;
    while let Some((group, after)) = rest.split_first_chunk::<5>() {
        let mut value = 0;
        let mut group: &[u8] = group;
        while let Some((byte, group_after)) = group.split_first() {
            let Some(digit) = super::value(*byte) else {
                return Err(DIGITS_U128 - after.len() - group.len());
            };
            value = value * 36 + digit;
            group = group_after;
        }
        // Only the last group can overflow, and by then all digits have been decoded: 36^20 < 2^128.
        if multiply_add(&mut words, POW5, value) != 0 {
            return Err(DIGITS_U128);
        }
        rest = after;
    }
    let [a, b, c, d] = words;
    Ok((a as u128) << 96 | (b as u128) << 64 | (c as u128) << 32 | d as u128)
}

/// Multiplies an integer in place, adds to it and returns the carry. Its words are most significant first.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes one half of a 64-bit sum")]
#[inline]
const fn multiply_add(words: &mut [u32; 4], factor: u32, addend: u32) -> u32 {
    let mut carry = addend;
    let mut rest: &mut [u32] = words;
    while let Some((word, before)) = rest.split_last_mut() {
        // (2^32 − 1)² + 2^32 − 1 < 2^64.
        let sum = *word as u64 * factor as u64 + carry as u64;
        *word = sum as u32;
        carry = (sum >> 32) as u32;
        rest = before;
    }
    carry
}

/// Decodes 12 case-insensitive digits. Returns `None` if a byte is not a digit.
#[must_use]
#[inline]
pub const fn decode_u64(digits: &[u8; DIGITS_U64]) -> Option<u64> {
    let mut values = [0_u32; 2];
    let mut flags = 0;
    let (mut rest, mut halves): (&[u8], &mut [u32]) = (digits, &mut values);
    while let (Some((group, after)), Some((half, halves_after))) =
        (rest.split_first_chunk::<6>(), halves.split_first_mut())
    {
        let mut group: &[u8] = group;
        while let Some((byte, after)) = group.split_first() {
            let value = VALUES[*byte as usize];
            flags |= value;
            // May wrap if a byte is not a digit. Otherwise it is below 36^6 < 2^32.
            *half = half.wrapping_mul(36).wrapping_add(value as u32);
            group = after;
        }
        (rest, halves) = (after, halves_after);
    }
    let [high, low] = values;
    if flags & INVALID == 0 { Some(high as u64 * POW6 as u64 + low as u64) } else { None }
}
