//! Base 36 for cores with a 64-bit by 64-bit multiplication instruction.
//!
//! Encoding needs no division. Twelve digits are kept as a *fraction*, `value / 36^12` with 64 bits after the point.
//! Multiplying it by 36^2 moves the next two digits before the point, into the upper half of the product. The fraction
//! may be slightly too large. If the value grows by 1, the fraction grows by 2^64 / 36^12, or 3.89 units of its lowest
//! bit. Any smaller excess does not change the digits:
//!
//! ```text
//! value · 2^64 / 36^12  <=  fraction  <  (value + 1) · 2^64 / 36^12
//! ```
//!
//! This leaves enough room to omit all products and carries that have almost no effect.

#[cfg(test)]
mod proof;

use super::{DIGITS_U64, DIGITS_U128, INVALID, VALUES};
use crate::sys::Ascii;

const POW2: u32 = 36_u32.pow(2);
const POW4: u64 = 36_u64.pow(4);
const POW6: u64 = 36_u64.pow(6);
const POW12: u64 = 36_u64.pow(12);
const POW24: u128 = 36_u128.pow(24);

/// ⌊2^192 / 36^12⌋, lowest word first: how much a fraction grows if its value grows by 1, in units of the fraction's
/// lowest bit, with 128 more bits after the point.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
const WORTH_IN_12: [u64; 3] = {
    // The first 128 bits of the quotient, and 64 more. 2^128 − 1 has the same quotient as 2^128, because no power of
    // two is a multiple of 36^12.
    let (first, rest) = (u128::MAX / POW12 as u128, u128::MAX % POW12 as u128 + 1);
    let last = (rest << 64) / POW12 as u128;
    [last as u64, first as u64, (first >> 64) as u64]
};

/// ⌈2^192 / 36^24⌉, lowest word first, for a 24-digit fraction.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
const WORTH_IN_24: [u64; 2] = {
    // This is 2^144 / 3^48, calculated in the same way.
    let divisor = POW24 >> 48;
    let (first, rest) = (u128::MAX / divisor, u128::MAX % divisor + 1);
    let quotient = (first << 16) + (rest << 16).div_ceil(divisor);
    assert!((rest << 16) % divisor > divisor / 4 * 3, "rounded up by less than 0.25");
    [quotient as u64, (quotient >> 64) as u64]
};

/// The two digits of every value below 36^2. The entries for all other 11-bit values are never read.
static PAIRS: [[Ascii; 2]; 1 << 11] = {
    let mut pairs = [[Ascii::new(0); 2]; 1 << 11];
    let mut value = 0;
    while value < POW2 {
        #[allow(clippy::cast_possible_truncation, reason = "both are below 36")]
        let (high, low) = ((value / 36) as u8, (value % 36) as u8);
        pairs[value as usize] = [Ascii::new(super::digit(high)), Ascii::new(super::digit(low))];
        value += 1;
    }
    pairs
};

/// Writes an integer as 25 lowercase digits.
#[inline]
pub(super) const fn write_u128(integer: u128, digits: &mut [Ascii; DIGITS_U128]) {
    let (top, high, low) = split(integer);
    let [first, rest @ ..] = digits;
    *first = PAIRS[(top & 15) as usize][1];
    let (high_digits, low_digits) = rest.split_at_mut(12);
    write12(high_digits, high);
    write12(low_digits, low);
}

/// Writes an integer below 36^12 as 12 lowercase digits.
#[inline]
pub(super) const fn write_u64(integer: u64, digits: &mut [Ascii; DIGITS_U64]) {
    // Like `low` in `split`, but only one product is rounded down, and the rounding of the constant does not matter for
    // such small integers. Nothing wraps below 36^12.
    let [_, middle, first] = WORTH_IN_12;
    let fraction = integer.wrapping_mul(first).wrapping_add(upper_half(integer, middle + 1) + 1);
    write12(digits, fraction);
}

/// Splits an integer, `top · 36^24 + high · 36^12 + low`, into its first digit and the fractions of `high` and `low`.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "each cast takes a word, or a word with its sign"
)]
const fn split(integer: u128) -> (u64, u64, u64) {
    let (upper, lower) = ((integer >> 64) as u64, integer as u64);

    // integer · 2^64 / 36^12, modulo 2^64, because only the part after the point belongs to `low`. Two products and the
    // constant are rounded down, which takes less than 1 each: hence the 3. `middle + 1` stands for `middle` and
    // `last`, and adds up to 0.04. So the sum exceeds the exact value by more than 0 and less than 3.04.
    let [last, middle, first] = WORTH_IN_12;
    const { assert!(WORTH_IN_12[0] > u64::MAX / 100 * 96, "2^64 is less than 0.04 more") };
    let low = (upper_half(lower, middle + 1) + 3)
        .wrapping_add(upper_half(upper, last))
        .wrapping_add(upper.wrapping_mul(middle))
        .wrapping_add(lower.wrapping_mul(first));

    // integer · 2^64 / 36^24, with `top` before the point. The part of `low`, 3.89 · low / 2^64, is subtracted. The
    // error, in units of the lowest bit:
    //
    //   -1    to 0      `upper · last` is rounded down,
    //    0    to 0.25   the constant is rounded up,
    //    0    to 0.85   `lower` is taken 16 times instead of 15.15,
    //   -0.11 to 0      `low` is taken 4 times instead of 3.89,
    //   -1    to 0      the sum of these two is rounded down.
    //
    // Together, -2.11 to 1.1. With 2.5 added, the sum is above the exact value by more than 0.3 and less than 3.7.
    let [last, first] = WORTH_IN_24;
    const { assert!(WORTH_IN_24[1] == 15 && WORTH_IN_24[0] > u64::MAX / 100 * 15, "more than 15.15") };
    // lower · 16 / 2^64 - low · 4 / 2^64 + 2.5, with 58 bits after the point.
    let correction = ((lower >> 2) + (5 << 57)).wrapping_sub(low >> 4) as i64 >> 58;
    let sum = (upper as u128 * first as u128 + upper_half(upper, last) as u128)
        .wrapping_add(correction as i128 as u128);
    ((sum >> 64) as u64, sum as u64, low)
}

/// Writes the digits of a fraction.
#[inline]
const fn write12(mut digits: &mut [Ascii], mut fraction: u64) {
    while let Some((four, after)) = digits.split_first_chunk_mut() {
        let (first, rest) = next_pair(fraction);
        let (second, rest) = next_pair(rest);
        *four = Ascii::joined(first, second);
        (digits, fraction) = (after, rest);
    }
}

/// Multiplies a fraction by 36^2. Returns the part before the point as two digits, and the part after it.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a word")]
const fn next_pair(fraction: u64) -> ([Ascii; 2], u64) {
    let product = fraction as u128 * POW2 as u128;
    (PAIRS[(product >> 64) as usize], product as u64)
}

/// Returns the upper 64 bits of the product.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "it takes a word")]
const fn upper_half(one: u64, other: u64) -> u64 {
    ((one as u128 * other as u128) >> 64) as u64
}

/// Decodes 25 case-insensitive digits. Returns `None` if a byte is not a digit or the value is above 2^128 − 1.
#[must_use]
#[inline]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Option<u128> {
    let [_, top] = WORTH[digits[0] as usize];
    // 16 · 36^24 > 2^128. This also rejects a first character that is not a digit.
    if top > 15 {
        return None;
    }
    let (Some(high), Some(low)) = (read12(digits, 1), read12(digits, 13)) else { return None };
    // 15 · 36^24 < 2^128. `high` and `low` are below 36^12, so the second sum is below 36^24.
    (top as u128 * POW24).checked_add(high as u128 * POW12 as u128 + low as u128)
}

/// Decodes 12 case-insensitive digits. Returns `None` if a byte is not a digit.
#[must_use]
#[inline]
pub const fn decode_u64(digits: &[u8; DIGITS_U64]) -> Option<u64> {
    read12(digits, 0)
}

/// Marks a byte that is not a digit in [`WORTH`]. If one or both of two bytes are marked, they are worth at least
/// 3 · 2^30, modulo 2^32. Six digits are never worth so much, because 36^6 is smaller.
const FAULT: u32 = 7 << 29;

/// The worth of each byte as the first and as the second of two digits.
static WORTH: [[u32; 2]; 256] = {
    let mut worth = [[FAULT; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        if VALUES[byte] != INVALID {
            worth[byte] = [36 * VALUES[byte] as u32, VALUES[byte] as u32];
        }
        byte += 1;
    }
    worth
};

/// Decodes twelve digits starting at `start`. Returns `None` if a byte is not a digit.
#[inline(always)]
const fn read12<const N: usize>(digits: &[u8; N], start: usize) -> Option<u64> {
    let (high, low) = (read6(digits, start), read6(digits, start + 6));
    if high < POW6 && low < POW6 { Some(high * POW6 + low) } else { None }
}

/// Decodes six digits starting at `start`. Returns 36^6 or more if a byte is not a digit.
#[inline(always)]
const fn read6<const N: usize>(digits: &[u8; N], start: usize) -> u64 {
    // Below 2^32 · (36^4 + 36^2 + 1) < 2^53 even if a byte is not a digit.
    read2(digits, start) * POW4 + read2(digits, start + 2) * POW2 as u64 + read2(digits, start + 4)
}

/// Decodes two digits starting at `start`. Returns at least 3 · 2^30 if a byte is not a digit.
#[inline(always)]
const fn read2<const N: usize>(digits: &[u8; N], start: usize) -> u64 {
    let [first, _] = WORTH[digits[start] as usize];
    let [_, second] = WORTH[digits[start + 1] as usize];
    first.wrapping_add(second) as u64
}
