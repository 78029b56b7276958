//! Base 36 for cores with 32-bit arithmetic: no division of more than 32 bits, no table.

use super::{DIGITS_U64, DIGITS_U128, digit, value};
use crate::divide::{limbs_by_u16, limbs_of_u64, limbs_of_u128};
use crate::text::Text;
use crate::trusted::Ascii;

/// Three digits at a time when writing: 36^3 is the largest power below 2^16.
const POW3: u16 = 36_u16.pow(3);

/// Five digits at a time when reading: 36^5 is the largest power below 2^26, and 5 divides 25.
const POW5: u32 = 36_u32.pow(5);

/// Four digits at a time when reading 12.
const POW4: u32 = 36_u32.pow(4);

/// Writes an integer as 25 lowercase digits.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "eight divisions leave 2^128 / 36^24 < 16")]
pub const fn encode_u128(integer: u128) -> Text<DIGITS_U128> {
    let mut limbs = limbs_of_u128(integer);
    let mut digits = [Ascii::new(b'0'); DIGITS_U128];
    let mut end = DIGITS_U128;
    while end > 1 {
        write3(&mut digits, end, limbs_by_u16(&mut limbs, POW3));
        end -= 3;
    }
    digits[0] = Ascii::new(digit(limbs[7] as u8));
    Text::new(digits)
}

/// Writes an integer below 36^12 as 12 lowercase digits.
#[must_use]
pub const fn encode_u64(integer: u64) -> Text<DIGITS_U64> {
    let mut limbs = limbs_of_u64(integer);
    let mut digits = [Ascii::new(b'0'); DIGITS_U64];
    let mut end = DIGITS_U64;
    while end > 0 {
        write3(&mut digits, end, limbs_by_u16(&mut limbs, POW3));
        end -= 3;
    }
    Text::new(digits)
}

/// Writes a value below 36^3 as three digits before `end`.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a value below 36")]
const fn write3<const N: usize>(digits: &mut [Ascii; N], end: usize, value: u16) {
    digits[end - 1] = Ascii::new(digit((value % 36) as u8));
    digits[end - 2] = Ascii::new(digit((value / 36 % 36) as u8));
    digits[end - 3] = Ascii::new(digit((value / 36 / 36) as u8));
}

/// Reads 25 digits of either case; `None` if one is no digit, or the value above 2^128 − 1.
#[must_use]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Option<u128> {
    match read::<4, DIGITS_U128>(digits, 5, POW5) {
        Some([a, b, c, d]) => Some((a as u128) << 96 | (b as u128) << 64 | (c as u128) << 32 | d as u128),
        None => None,
    }
}

/// Reads 12 digits of either case; `None` if one is no digit.
#[must_use]
pub const fn decode_u64(digits: &[u8; DIGITS_U64]) -> Option<u64> {
    match read::<2, DIGITS_U64>(digits, 4, POW4) {
        Some([a, b]) => Some((a as u64) << 32 | b as u64),
        None => None,
    }
}

/// Reads digits into big-endian limbs of 32 bits, some at a time; `power` is 36 to that number, which divides `DIGITS`.
const fn read<const LIMBS: usize, const DIGITS: usize>(
    digits: &[u8; DIGITS],
    at_a_time: usize,
    power: u32,
) -> Option<[u32; LIMBS]> {
    let mut limbs = [0; LIMBS];
    let mut position = 0;
    while position < DIGITS {
        let end = position + at_a_time;
        let mut part = 0;
        while position < end {
            match value(digits[position]) {
                Some(value) => part = part * 36 + value as u32,
                None => return None,
            }
            position += 1;
        }
        if multiply_add(&mut limbs, power, part) != 0 {
            return None;
        }
    }
    Some(limbs)
}

/// Multiplies a big-endian integer of 32-bit limbs in place, adds, and returns the carry.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes one half of a 64-bit sum")]
const fn multiply_add<const LIMBS: usize>(limbs: &mut [u32; LIMBS], factor: u32, addend: u32) -> u32 {
    let mut carry = addend;
    let mut index = LIMBS;
    while index > 0 {
        index -= 1;
        // (2^32 − 1)² + 2^32 − 1 < 2^64.
        let sum = limbs[index] as u64 * factor as u64 + carry as u64;
        limbs[index] = sum as u32;
        carry = (sum >> 32) as u32;
    }
    carry
}
