//! Base 36 for cores with 32-bit arithmetic: no division of more than 32 bits, no table.

use super::{DIGITS_U128, digit, value};
use crate::text::{Ascii, Text};

/// Three digits at a time when writing: a remainder below 36^3 < 2^16 and a limb of 16 bits make a dividend of 32.
const POW3: u32 = 36_u32.pow(3);

/// Five digits at a time when reading: a limb of 32 bits times 36^5 < 2^26 makes a product of 58.
const POW5: u64 = 36_u64.pow(5);

/// Writes an integer as 25 lowercase digits.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a limb, or a value below 36")]
pub const fn encode_u128(integer: u128) -> Text<DIGITS_U128> {
    let mut limbs = [0_u32; 8];
    let mut index = 0;
    while index < limbs.len() {
        limbs[index] = (integer >> (112 - 16 * index)) as u16 as u32;
        index += 1;
    }

    let mut digits = [Ascii::new(b'0'); DIGITS_U128];
    let mut end = DIGITS_U128;
    while end > 1 {
        let three = divide(&mut limbs, POW3);
        digits[end - 1] = Ascii::new(digit((three % 36) as u8));
        digits[end - 2] = Ascii::new(digit((three / 36 % 36) as u8));
        digits[end - 3] = Ascii::new(digit((three / 36 / 36) as u8));
        end -= 3;
    }
    // Eight divisions have left 2^128 / 36^24 < 16.
    digits[0] = Ascii::new(digit(limbs[7] as u8));
    Text::new(digits)
}

/// Divides a big-endian integer of 16-bit limbs in place and returns the remainder. The divisor is at most 2^16.
const fn divide(limbs: &mut [u32; 8], divisor: u32) -> u32 {
    let mut remainder = 0;
    let mut index = 0;
    while index < limbs.len() {
        // remainder < divisor ≤ 2^16, so that the dividend is below 2^32 and the quotient below 2^16.
        let dividend = remainder << 16 | limbs[index];
        limbs[index] = dividend / divisor;
        remainder = dividend % divisor;
        index += 1;
    }
    remainder
}

/// Reads 25 digits of either case; `None` if one is no digit, or the value above 2^128 − 1.
#[must_use]
pub const fn decode_u128(digits: &[u8; DIGITS_U128]) -> Option<u128> {
    let mut limbs = [0_u32; 4];
    let mut start = 0;
    while start < DIGITS_U128 {
        let mut five = 0;
        let mut position = start;
        while position < start + 5 {
            match value(digits[position]) {
                Some(value) => five = five * 36 + value as u32,
                None => return None,
            }
            position += 1;
        }
        if multiply_add(&mut limbs, POW5, five) != 0 {
            return None;
        }
        start += 5;
    }
    let [a, b, c, d] = limbs;
    Some((a as u128) << 96 | (b as u128) << 64 | (c as u128) << 32 | d as u128)
}

/// Multiplies a big-endian integer of 32-bit limbs in place, adds, and returns the carry. The factor is below 2^32.
#[allow(clippy::cast_possible_truncation, reason = "each cast takes one half of a 64-bit sum")]
const fn multiply_add(limbs: &mut [u32; 4], factor: u64, addend: u32) -> u32 {
    let mut carry = addend;
    let mut index = limbs.len();
    while index > 0 {
        index -= 1;
        // (2^32 − 1)² + 2^32 − 1 < 2^64.
        let sum = limbs[index] as u64 * factor + carry as u64;
        limbs[index] = sum as u32;
        carry = (sum >> 32) as u32;
    }
    carry
}
