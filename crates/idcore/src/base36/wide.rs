//! Base 36 for cores that multiply 64 by 64 bits in one instruction.
//!
//! Division by a constant becomes a multiplication by its reciprocal: for 64-bit operands by the compiler, for the one
//! 128-bit operand by hand, because the compiler would call a library routine there.

use super::{DIGITS_U64, DIGITS_U128, INVALID, VALUES};
use crate::trusted::Ascii;

const POW2: u32 = 36_u32.pow(2);
const POW4: u32 = 36_u32.pow(4);
const POW6: u64 = 36_u64.pow(6);
const POW12: u64 = 36_u64.pow(12);
const POW24: u128 = 36_u128.pow(24);

/// ⌊2^126 / 36^12⌋. As 36^12 is between 2^62 and 2^63, it is between 2^63 and 2^64.
#[allow(clippy::cast_possible_truncation, reason = "below 2^64, see above")]
const RECIPROCAL_POW12: u64 = ((1 << 126) / POW12 as u128) as u64;

/// The two digits of every value below 36^2.
static PAIRS: [[Ascii; 2]; POW2 as usize] = {
    let mut pairs = [[Ascii::new(0); 2]; POW2 as usize];
    let mut value = 0;
    while value < pairs.len() {
        #[allow(clippy::cast_possible_truncation, reason = "both are below 36")]
        let (high, low) = ((value / 36) as u8, (value % 36) as u8);
        pairs[value] = [Ascii::new(super::digit(high)), Ascii::new(super::digit(low))];
        value += 1;
    }
    pairs
};

/// Writes an integer as 25 lowercase digits.
#[inline]
pub(super) const fn write_u128(integer: u128, digits: &mut [Ascii; DIGITS_U128]) {
    let (top, high, low) = split(integer);
    digits[0] = Ascii::new(super::digit(top));
    write12(digits, 1, high);
    write12(digits, 13, low);
}

/// Writes an integer below 36^12 as 12 lowercase digits.
#[inline]
pub(super) const fn write_u64(integer: u64, digits: &mut [Ascii; DIGITS_U64]) {
    write12(digits, 0, integer);
}

/// Splits an integer into its first digit and twice twelve digits: `top · 36^24 + high · 36^12 + low`.
#[allow(
    clippy::cast_possible_truncation,
    reason = "each cast takes the low half of a product, or says why it fits"
)]
const fn split(integer: u128) -> (u8, u64, u64) {
    // The dividend is rounded down and the divisor up, so that the estimate is never above the quotient. Either costs less
    // than 16 · 2^-60 of it, as the divisor is above 2^60 and the quotient below 16, so that it is at most one below.
    let mut top = (integer >> 64) as u64 / ((POW24 >> 64) as u64 + 1);
    let mut rest = integer - top as u128 * POW24;
    if rest >= POW24 {
        top += 1;
        rest -= POW24;
    }

    // rest · reciprocal / 2^126, without the lowest 64 bits of the 192-bit product. Below the quotient by less than
    // 2^125 / 2^126 for the rounded reciprocal, as rest < 36^24 < 2^125, and by less than 2^-61 for the bits that are
    // left out, so that after rounding down it is at most one below. No overflow: (rest >> 64) < 2^61.
    let product =
        (rest >> 64) * RECIPROCAL_POW12 as u128 + (((rest as u64) as u128 * RECIPROCAL_POW12 as u128) >> 64);
    let mut high = (product >> 62) as u64;
    // Between 0 and 2 · 36^12 < 2^64, so that 64-bit arithmetic gives it exactly.
    let mut low = (rest as u64).wrapping_sub(high.wrapping_mul(POW12));
    if low >= POW12 {
        high += 1;
        low -= POW12;
    }
    (top as u8, high, low)
}

/// Writes a value below 36^12 as twelve digits from `start` on.
#[allow(clippy::cast_possible_truncation, reason = "both halves are below 36^6 < 2^32")]
const fn write12<const N: usize>(digits: &mut [Ascii; N], start: usize, value: u64) {
    write6(digits, start, (value / POW6) as u32);
    write6(digits, start + 6, (value % POW6) as u32);
}

const fn write6<const N: usize>(digits: &mut [Ascii; N], start: usize, value: u32) {
    write2(digits, start, value / POW4);
    write2(digits, start + 2, value / POW2 % POW2);
    write2(digits, start + 4, value % POW2);
}

const fn write2<const N: usize>(digits: &mut [Ascii; N], start: usize, value: u32) {
    // Always true; the compiler can't know it, and this way needs no panic.
    if value < POW2 {
        let pair = PAIRS[value as usize];
        digits[start] = pair[0];
        digits[start + 1] = pair[1];
    }
}

/// Reads 25 digits of either case; `None` if one is no digit, or the value above 2^128 − 1.
#[must_use]
#[inline]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Option<u128> {
    let top = VALUES[digits[0] as usize];
    let (high, high_flags) = read12(digits, 1);
    let (low, low_flags) = read12(digits, 13);
    // 16 · 36^24 > 2^128. This also refuses an invalid first digit.
    if top > 15 || (high_flags | low_flags) & INVALID != 0 {
        return None;
    }
    // 15 · 36^24 < 2^128; high and low are below 36^12, so that the second sum is below 36^24.
    (top as u128 * POW24).checked_add(high as u128 * POW12 as u128 + low as u128)
}

/// Reads 12 digits of either case; `None` if one is no digit.
#[must_use]
#[inline]
pub const fn decode_u64(digits: &[u8; DIGITS_U64]) -> Option<u64> {
    let (value, flags) = read12(digits, 0);
    if flags & INVALID == 0 { Some(value) } else { None }
}

/// Reads twelve digits from `start` on; with them the bits of all their values, which show if one is [`INVALID`].
const fn read12<const N: usize>(digits: &[u8; N], start: usize) -> (u64, u8) {
    let (high, high_flags) = read6(digits, start);
    let (low, low_flags) = read6(digits, start + 6);
    // At most 255 · (36^12 − 1) / 35 < 2^66 if some digits are invalid, hence the wrapping; exact if all are valid.
    (high.wrapping_mul(POW6).wrapping_add(low), high_flags | low_flags)
}

const fn read6<const N: usize>(digits: &[u8; N], start: usize) -> (u64, u8) {
    // Three short chains instead of a long one.
    let (a, a_flags) = read2(digits, start);
    let (b, b_flags) = read2(digits, start + 2);
    let (c, c_flags) = read2(digits, start + 4);
    (a * POW4 as u64 + b * POW2 as u64 + c, a_flags | b_flags | c_flags)
}

const fn read2<const N: usize>(digits: &[u8; N], start: usize) -> (u64, u8) {
    let (high, low) = (VALUES[digits[start] as usize], VALUES[digits[start + 1] as usize]);
    (high as u64 * 36 + low as u64, high | low)
}
