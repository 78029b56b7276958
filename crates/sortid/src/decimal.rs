//! Decimal digits of integers up to 160 bits, without an allocator.

/// The most digits: 2^160 − 1 has 49.
const MOST_DIGITS: usize = 49;
/// Five 32-bit limbs, the most significant first.
type Limbs = [u32; 5];
/// Nine digits at a time, which fit in 32 bits.
const CHUNK: u64 = 1_000_000_000;

/// Gives the decimal digits of a big-endian integer of at most 20 bytes to a function. What is longer loses its first
/// bytes; no ID is.
pub(crate) fn with_decimal<T>(bytes: &[u8], function: impl FnOnce(&str) -> T) -> T {
    let mut limbs = limbs(bytes);
    let mut digits = [b'0'; MOST_DIGITS];
    let mut first = MOST_DIGITS - 1;
    for (chunk, place) in digits.rchunks_mut(9).enumerate() {
        // Nine digits fit; 32 bits are divided more quickly.
        let mut rest = low(divide(&mut limbs));
        for (offset, digit) in place.iter_mut().rev().enumerate() {
            if rest == 0 {
                break;
            }
            // Below 10.
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            first = MOST_DIGITS - 1 - (chunk * 9 + offset);
            rest /= 10;
        }
        if limbs == Limbs::default() {
            break;
        }
    }
    // Digits are ASCII.
    function(core::str::from_utf8(digits.get(first..).unwrap_or(&[])).unwrap_or(""))
}

/// The big-endian bytes of decimal digits, in the last `N` of 20; `None` if the digits are none, begin with a needless
/// 0, or do not fit in 160 bits.
pub(crate) fn parse_decimal(text: &str) -> Option<[u8; 20]> {
    let canonical = text == "0" || !text.starts_with('0');
    if text.is_empty() || !canonical || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut limbs = Limbs::default();
    for digit in text.bytes() {
        let mut carry = u64::from(digit - b'0');
        for limb in limbs.iter_mut().rev() {
            // At most 10 · (2^32 − 1) + 9.
            let product = u64::from(*limb) * 10 + carry;
            (carry, *limb) = (product >> 32, low(product));
        }
        if carry != 0 {
            return None;
        }
    }
    let mut bytes = [0; 20];
    for (place, limb) in bytes.chunks_exact_mut(4).zip(limbs) {
        place.copy_from_slice(&limb.to_be_bytes());
    }
    Some(bytes)
}

fn limbs(bytes: &[u8]) -> Limbs {
    let mut limbs = Limbs::default();
    for (limb, chunk) in limbs.iter_mut().rev().zip(bytes.rchunks(4)) {
        *limb = chunk.iter().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
    }
    limbs
}

/// Divides by nine digits, and returns the remainder.
fn divide(limbs: &mut Limbs) -> u64 {
    limbs.iter_mut().fold(0, |rest, limb| {
        // The quotient fits, as the rest is below the divisor.
        let dividend = rest << 32 | u64::from(*limb);
        *limb = low(dividend / CHUNK);
        dividend % CHUNK
    })
}

#[allow(clippy::cast_possible_truncation, reason = "the low half is asked for")]
const fn low(integer: u64) -> u32 {
    integer as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library_up_to_128_bits() {
        for shift in 0..128 {
            for integer in [u128::MAX >> shift, 1 << shift, (u128::MAX >> shift) / 7] {
                let text = integer.to_string();
                assert_eq!(with_decimal(&integer.to_be_bytes(), str::to_owned), text);
                assert_eq!(parse_decimal(&text).unwrap()[4..], integer.to_be_bytes());
            }
        }
        assert_eq!(with_decimal(&[0; 20], str::to_owned), "0");
    }

    #[test]
    fn ends_at_160_bits() {
        let max = "1461501637330902918203684832716283019655932542975";
        assert_eq!(with_decimal(&[0xff; 20], str::to_owned), max);
        assert_eq!(parse_decimal(max), Some([0xff; 20]));
        assert_eq!(parse_decimal("1461501637330902918203684832716283019655932542976"), None);
    }

    #[test]
    fn refuses_what_is_no_canonical_decimal() {
        for text in ["", "+1", "-1", "01", "00", " 1", "1_000", "0x1", "٣"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }
}
