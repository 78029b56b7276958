//! Base 32 for cores with 64-bit arithmetic: two digits written at a time, read without a comparison for each.

use super::{Digits, Values};
use crate::trusted::Ascii;

/// Whether there is room in an [`Integer`].
pub(super) const fn is_for<const BYTES: usize>() -> bool {
    BYTES <= 24
}

/// Up to 192 bits.
#[derive(Clone, Copy)]
struct Integer {
    high: u64,
    low: u128,
}

impl Integer {
    const ZERO: Self = Self { high: 0, low: 0 };

    const fn from_bytes<const BYTES: usize>(bytes: &[u8; BYTES]) -> Self {
        let (mut head, mut words) = bytes.split_at(BYTES % 8);
        let mut integer = Self::ZERO;
        while let Some((byte, after)) = head.split_first() {
            integer.low = integer.low << 8 | *byte as u128;
            head = after;
        }
        while let Some((word, after)) = words.split_first_chunk() {
            integer = integer.push(64, u64::from_be_bytes(*word));
            words = after;
        }
        integer
    }

    /// Its lowest bytes.
    const fn to_bytes<const BYTES: usize>(self) -> [u8; BYTES] {
        let mut all = [0; 24];
        if let Some((high, low)) = all.split_first_chunk_mut() {
            *high = self.high.to_be_bytes();
            if let Some(low) = low.first_chunk_mut() {
                *low = self.low.to_be_bytes();
            }
        }
        match all.last_chunk() {
            Some(bytes) => *bytes,
            None => [0; BYTES],
        }
    }

    /// With so many bits, at most 64, below all others.
    #[allow(clippy::cast_possible_truncation, reason = "at most 64 bits are left")]
    const fn push(self, count: u32, bits: u64) -> Self {
        let above = (self.low >> (128 - count)) as u64;
        let high = if count < 64 { self.high << count | above } else { above };
        Self { high, low: self.low << count | bits as u128 }
    }

    /// The bits above the lowest `shift`, ten of which are wanted.
    #[allow(clippy::cast_possible_truncation, reason = "the lowest bits are asked for")]
    const fn above(self, shift: usize) -> u64 {
        if shift >= 128 {
            self.high >> (shift - 128)
        } else if shift > 64 {
            self.high << (128 - shift) | (self.low >> shift) as u64
        } else {
            (self.low >> shift) as u64
        }
    }
}

/// Writes bytes as digits.
#[inline]
pub(super) const fn write<const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    digits: &mut [Ascii; DIGITS],
    to: &Digits,
) {
    let integer = Integer::from_bytes(bytes);
    let (head, mut pairs) = digits.split_at_mut(DIGITS % 2);
    let mut shift = 0;
    while let Some((before, pair)) = pairs.split_last_chunk_mut() {
        *pair = to.pairs[(integer.above(shift) & 1023) as usize];
        shift += 10;
        pairs = before;
    }
    if let Some(digit) = head.first_mut() {
        *digit = to.digit((integer.above(shift) & 31) as u32);
    }
}

/// Reads digits of a value of at most `bits` bits; false if one is none, or the value of more bits.
#[inline]
pub(super) const fn read_into<const BYTES: usize, const DIGITS: usize>(
    digits: &[u8; DIGITS],
    bytes: &mut [u8; BYTES],
    bits: u32,
    from: &Values,
) -> bool {
    let (head, mut groups) = digits.split_at(DIGITS % 8);
    #[allow(clippy::cast_possible_truncation, reason = "no ID has 2^32 bits")]
    let head_bits_allowed = bits - (BYTES / 5 * 40) as u32;
    let head = read(head, from);
    let mut integer = Integer { high: 0, low: head as u128 };
    // What is above the bits that are allowed, looked at once for all: a digit that is none sets all of them.
    let mut excess = head >> head_bits_allowed;
    while let Some((group, after)) = groups.split_first_chunk::<8>() {
        let group = read(group, from);
        excess |= group >> 40;
        integer = integer.push(40, group);
        groups = after;
    }
    *bytes = integer.to_bytes();
    excess == 0
}

/// The bits of at most eight digits, below all others; those are set if a digit is none.
#[inline]
#[allow(clippy::cast_sign_loss, reason = "the sign is what fills the high bits")]
const fn read(mut digits: &[u8], from: &Values) -> u64 {
    let mut bits = 0;
    while let Some((digit, after)) = digits.split_first() {
        bits = bits << 5 | from.wide[*digit as usize] as i64 as u64;
        digits = after;
    }
    bits
}
