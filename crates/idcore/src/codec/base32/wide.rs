//! Base 32 for cores with 64-bit arithmetic: two digits at a time, and decoding without a comparison for each digit.

use super::{Digits, Values};
use crate::sys::Ascii;

/// An integer of up to 192 bits.
#[derive(Clone, Copy)]
struct Integer {
    high: u64,
    low: u128,
}

impl Integer {
    const ZERO: Self = Self { high: 0, low: 0 };

    const fn from_bytes<const BYTES: usize>(bytes: &[u8; BYTES]) -> Self {
        // Assembled from words, because a wide load waits for narrow stores to the same place.
        let mut integer = Self::ZERO;
        let mut rest: &[u8] = bytes;
        while let Some((word, after)) = rest.split_first_chunk() {
            integer = integer.followed_by(64, u64::from_be_bytes(*word));
            rest = after;
        }
        if let Some((word, after)) = rest.split_first_chunk() {
            integer = integer.followed_by(32, u32::from_be_bytes(*word) as u64);
            rest = after;
        }
        while let Some((byte, after)) = rest.split_first() {
            integer = integer.followed_by(8, *byte as u64);
            rest = after;
        }
        integer
    }

    /// Returns the integer followed by `count` more bits, at most 64.
    #[allow(clippy::cast_possible_truncation, reason = "at most 64 bits are left")]
    const fn followed_by(self, count: u32, bits: u64) -> Self {
        let above = (self.low >> (128 - count)) as u64;
        let high = if count < 64 { self.high << count | above } else { above };
        Self { high, low: self.low << count | bits as u128 }
    }

    /// Returns the lowest bytes.
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

    /// Returns the integer with additional bits above the lowest `shift`. These bits must be clear in the integer. Bits
    /// above 192 are lost.
    #[allow(clippy::cast_possible_truncation, reason = "the rest is in the low part")]
    const fn with(self, shift: usize, bits: u64) -> Self {
        if shift >= 128 {
            Self { high: self.high | bits << (shift - 128), ..self }
        } else {
            let high = if shift > 64 { self.high | bits >> (128 - shift) } else { self.high };
            Self { high, low: self.low | (bits as u128) << shift }
        }
    }

    /// Returns the bits above the lowest `shift`. Callers use the lowest ten.
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

/// Decodes digits of a value of at most `BITS` bits. Returns `false` if a byte is not a digit, or if the value has more
/// bits.
#[inline]
pub(super) const fn read_into<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    digits: &[u8; DIGITS],
    bytes: &mut [u8; BYTES],
    from: &Values,
) -> bool {
    let (head, mut groups) = digits.split_at(DIGITS % 8);
    let mut integer = Integer::ZERO;
    let mut shift = 0;
    // The bits above the limit, for one check at the end. A byte that is not a digit sets all of them.
    let mut excess = 0;
    while let Some((before, group)) = groups.split_last_chunk::<8>() {
        let group = read(group, from);
        excess |= group >> 40;
        integer = integer.with(shift, group);
        groups = before;
        shift += 40;
    }
    if !head.is_empty() {
        let head = read(head, from);
        excess |= head >> (BITS - shift);
        integer = integer.with(shift, head);
    }
    *bytes = integer.to_bytes();
    excess == 0
}

/// Returns the bits of at most eight digits in the low bits. If a byte is not a digit, all higher bits are set.
#[inline]
#[allow(clippy::unnecessary_cast, reason = "the tables have narrower entries where they are empty")]
const fn read(digits: &[u8], from: &Values) -> u64 {
    let [high, low] = &from.wide;
    let (head, mut pairs) = digits.split_at(digits.len() % 2);
    let mut bits = 0;
    if let Some(digit) = head.first() {
        bits = low[*digit as usize] as u64;
    }
    while let Some(([first, second], after)) = pairs.split_first_chunk() {
        bits = bits << 10 | high[*first as usize] as u64 | low[*second as usize] as u64;
        pairs = after;
    }
    bits
}
