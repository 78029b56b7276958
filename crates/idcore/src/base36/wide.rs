//! Base 36 for cores that multiply 64 by 64 bits in one instruction.
//!
//! Division by a constant becomes a multiplication by its reciprocal: for 64-bit operands by the compiler, for the one
//! 128-bit operand by hand, because the compiler would call a library routine there.

use super::{DIGITS_U64, DIGITS_U128, INVALID, VALUES};
use crate::trusted::Ascii;

const POW2: u32 = 36_u32.pow(2);
const POW4: u64 = 36_u64.pow(4);
const POW6: u64 = 36_u64.pow(6);
const POW12: u64 = 36_u64.pow(12);
const POW24: u128 = 36_u128.pow(24);

/// ⌈2^126 / 36^12⌉, which is above the quotient by less than 0.01. As 36^12 is between 2^62 and 2^63, it is between 2^63 and
/// 2^64.
#[allow(clippy::cast_possible_truncation, reason = "below 2^64, see above")]
const RECIPROCAL_POW12: u64 = (1_u128 << 126).div_ceil(POW12 as u128) as u64;

/// ⌈2^53 / 36^4⌉.
const RECIPROCAL_POW4: u64 = (1_u64 << 53).div_ceil(POW4);

/// The two digits of every value below 36^2. There are entries for all of its eleven bits, so that a look-up needs no comparison;
/// those above are never read.
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
#[inline(always)]
pub(super) const fn write_u128(integer: u128, digits: &mut [Ascii; DIGITS_U128]) {
    let (top, high, low) = split(integer);
    let [first, rest @ ..] = digits;
    *first = PAIRS[(top & 15) as usize][1];
    write12(rest, 0, high);
    write12(rest, 12, low);
}

/// Writes an integer below 36^12 as 12 lowercase digits.
#[inline(always)]
pub(super) const fn write_u64(integer: u64, digits: &mut [Ascii; DIGITS_U64]) {
    write12(digits, 0, integer);
}

/// Splits an integer into its first digit and twice twelve digits: `top · 36^24 + high · 36^12 + low`.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "each cast takes the low half of a number, or a sign, or says why it fits"
)]
const fn split(integer: u128) -> (u64, u64, u64) {
    // integer · reciprocal / 2^126, without the lowest 64 bits of the 192-bit product, but with one more for them. Above the
    // exact quotient by less than 4 · 0.01 for the rounded reciprocal, as integer < 2^128, and by 2^-62 for that one: after
    // rounding down it is right, or one too large. No overflow: (2^64 - 1)^2 + 2^64 < 2^128.
    let product = (integer >> 64) * RECIPROCAL_POW12 as u128
        + (((integer as u64) as u128 * RECIPROCAL_POW12 as u128) >> 64)
        + 1;
    let quotient = product >> 62;
    // Between -36^12 and 36^12, both within 63 bits, so that 64-bit arithmetic gives it exactly.
    let remainder = (integer as u64).wrapping_sub((quotient as u64).wrapping_mul(POW12));
    let too_large = ((remainder as i64) >> 63) as u64;
    let low = remainder.wrapping_add(too_large & POW12);
    let quotient = quotient - (too_large & 1) as u128;

    // 36^12 is a multiple of 2^24, so that 24 bits of the quotient, which is below 2^67, don't matter here.
    let top = (quotient >> 24) as u64 / (POW12 >> 24);
    (top, (quotient as u64).wrapping_sub(top.wrapping_mul(POW12)), low)
}

/// Writes a value below 36^12 as twelve digits from `start` on.
#[inline(always)]
const fn write12<const N: usize>(digits: &mut [Ascii; N], start: usize, value: u64) {
    let high = value / POW6;
    write6(digits, start, high);
    write6(digits, start + 6, value - high * POW6);
}

/// Writes a value below 36^6 as six digits from `start` on.
#[inline(always)]
const fn write6<const N: usize>(digits: &mut [Ascii; N], start: usize, value: u64) {
    // value / 36^4, with 53 bits after the point. What is left after the point of each number, times 36^2, is the next one;
    // as 36^2 is 81 · 16, a product with 81 has four bits fewer after its point. The rounded reciprocal makes the first
    // number too large by less than 36^6 / 2^53, so the third by less than 36^10 / 2^53 < 1, and that one is whole: each has its
    // right digits before the point.
    let first = value * RECIPROCAL_POW4;
    let second = (first & ((1 << 53) - 1)) * 81;
    let third = (second & ((1 << 49) - 1)) * 81;
    [digits[start], digits[start + 1]] = PAIRS[(first >> 53) as usize];
    [digits[start + 2], digits[start + 3]] = PAIRS[(second >> 49) as usize];
    [digits[start + 4], digits[start + 5]] = PAIRS[(third >> 45) as usize];
}

/// Reads 25 digits of either case; `None` if one is no digit, or the value above 2^128 − 1.
#[must_use]
#[inline]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Option<u128> {
    let [_, top] = WORTH[digits[0] as usize];
    // 16 · 36^24 > 2^128. This also refuses a first character that is no digit.
    if top > 15 {
        return None;
    }
    let (Some(high), Some(low)) = (read12(digits, 1), read12(digits, 13)) else { return None };
    // 15 · 36^24 < 2^128; high and low are below 36^12, so that the second sum is below 36^24.
    (top as u128 * POW24).checked_add(high as u128 * POW12 as u128 + low as u128)
}

/// Reads 12 digits of either case; `None` if one is no digit.
#[must_use]
#[inline]
pub const fn decode_u64(digits: &[u8; DIGITS_U64]) -> Option<u64> {
    read12(digits, 0)
}

/// Marks what is no digit in [`WORTH`]. With it, and with two of it, modulo 2^32, two digits are worth at least 3 · 2^30, which
/// six digits never are: 36^6 is below.
const FAULT: u32 = 7 << 29;

/// What a character is worth as the first and as the second of two digits.
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

/// Reads twelve digits from `start` on; `None` if one is no digit.
#[inline(always)]
const fn read12<const N: usize>(digits: &[u8; N], start: usize) -> Option<u64> {
    let (high, low) = (read6(digits, start), read6(digits, start + 6));
    if high < POW6 && low < POW6 { Some(high * POW6 + low) } else { None }
}

/// Reads six digits from `start` on; 36^6 or more if one is no digit.
#[inline(always)]
const fn read6<const N: usize>(digits: &[u8; N], start: usize) -> u64 {
    // Below 2^32 · (36^4 + 36^2 + 1) < 2^53 even for faults.
    read2(digits, start) * POW4 + read2(digits, start + 2) * POW2 as u64 + read2(digits, start + 4)
}

/// Reads two digits from `start` on; at least 3 · 2^30 if one is no digit.
#[inline(always)]
const fn read2<const N: usize>(digits: &[u8; N], start: usize) -> u64 {
    let [first, _] = WORTH[digits[start] as usize];
    let [_, second] = WORTH[digits[start + 1] as usize];
    first.wrapping_add(second) as u64
}
