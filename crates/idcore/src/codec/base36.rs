//! Base 36: integers as digits of `0-9a-z`, most significant first, with leading zeros to a fixed length.
//!
//! Each width has its own pair of functions. Two variants of the arithmetic have the same result: [`wide`] for cores
//! that multiply 64 by 64 bits in one instruction, and [`narrow`] for cores with only 32-bit arithmetic. Neither
//! divides anything wider than the core itself can divide.

pub mod narrow;
pub mod wide;

use crate::codec::{Text, exactly};
use crate::error::{ParseError, TextFormat};
use crate::sys::Ascii;

/// The number of digits of a 128-bit integer: 36<sup>24</sup> < 2<sup>128</sup> < 36<sup>25</sup>.
pub const DIGITS_U128: usize = 25;

/// The number of digits of an integer below 36<sup>12</sup>.
pub const DIGITS_U64: usize = 12;

/// The largest integer with [`DIGITS_U64`] digits, slightly above 2<sup>62</sup>.
pub const MAX_U64: u64 = 36_u64.pow(12) - 1;

/// Marks a byte that is not a digit in [`VALUES`]. The values of digits are smaller.
pub(crate) const INVALID: u8 = 0x80;

/// The value of each byte as a case-insensitive digit, or [`INVALID`].
pub(crate) static VALUES: [u8; 256] = {
    let mut values = [INVALID; 256];
    let mut value = 0;
    while value < 36 {
        let digit = digit(value);
        values[digit as usize] = value;
        values[digit.to_ascii_uppercase() as usize] = value;
        value += 1;
    }
    values
};

/// Returns the lowercase digit of a value below 36.
pub(crate) const fn digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' - 10 + value }
}

/// Returns the value of a byte as a case-insensitive digit, or `None`. It uses no table.
#[inline]
const fn value(byte: u8) -> Option<u32> {
    let decimal = (byte as u32).wrapping_sub(b'0' as u32);
    // Setting bit 5 maps `A-Z` to `a-z`, and no byte outside the two ranges into `a-z`.
    let letter = (byte as u32 | 0x20).wrapping_sub(b'a' as u32);
    if decimal < 10 {
        Some(decimal)
    } else if letter < 26 {
        Some(letter + 10)
    } else {
        None
    }
}

/// Encodes an integer as 25 lowercase digits.
///
/// ```
/// let text = idcore::__private::base36::encode_u128(1993501768880490086615869617690763354);
/// assert_eq!(text, "0372ijojuxuhjsfkeryi2mrtm");
/// ```
#[must_use]
#[inline]
pub const fn encode_u128(integer: u128) -> Text<DIGITS_U128> {
    let mut text = Text::zeros();
    write_u128(integer, text.characters());
    text
}

/// Writes the text form into `buffer` and returns it as a `&str`, like [`encode_u128`].
#[inline]
pub const fn encode_u128_into(integer: u128, buffer: &mut [u8; DIGITS_U128]) -> &str {
    let digits = Ascii::zeros(buffer);
    write_u128(integer, digits);
    Ascii::string(digits)
}

#[inline]
const fn write_u128(integer: u128, digits: &mut [Ascii; DIGITS_U128]) {
    if cfg!(target_pointer_width = "64") {
        wide::write_u128(integer, digits);
    } else {
        narrow::write_u128(integer, digits);
    }
}

/// Encodes an integer of at most [`MAX_U64`] as 12 lowercase digits.
///
/// ```
/// assert_eq!(idcore::__private::base36::encode_u64(109959589539758421), "0u2pf62ji4b9");
/// ```
#[must_use]
#[inline]
pub const fn encode_u64(integer: u64) -> Text<DIGITS_U64> {
    let mut text = Text::zeros();
    write_u64(integer, text.characters());
    text
}

/// Writes the text form into `buffer` and returns it as a `&str`, like [`encode_u64`].
#[inline]
pub const fn encode_u64_into(integer: u64, buffer: &mut [u8; DIGITS_U64]) -> &str {
    let digits = Ascii::zeros(buffer);
    write_u64(integer, digits);
    Ascii::string(digits)
}

#[inline]
const fn write_u64(integer: u64, digits: &mut [Ascii; DIGITS_U64]) {
    debug_assert!(integer <= MAX_U64);
    if cfg!(target_pointer_width = "64") {
        wide::write_u64(integer, digits);
    } else {
        narrow::write_u64(integer, digits);
    }
}

/// Decodes 25 case-insensitive digits. `format` describes the expected string in errors.
///
/// # Errors
///
/// Returns an error if the length is not 25 bytes, if a byte is not a digit, or if the value is above 2^128 − 1,
/// checked in this order. The error names the first wrong byte.
#[inline]
pub const fn decode_u128(text: &[u8], format: &'static TextFormat) -> Result<u128, ParseError> {
    let Some(digits) = exactly(text) else {
        return Err(ParseError::length(format, text.len()));
    };
    if cfg!(target_pointer_width = "64") {
        match wide::decode_u128(digits) {
            Some(integer) => Ok(integer),
            None => Err(parse_error(digits, format)),
        }
    } else {
        match narrow::decode_u128(digits) {
            Ok(integer) => Ok(integer),
            Err(position) if position < DIGITS_U128 => {
                Err(ParseError::digit(format, position, digits[position]))
            }
            Err(_) => Err(ParseError::overflow(format)),
        }
    }
}

/// Decodes 12 case-insensitive digits. `format` describes the expected string in errors.
///
/// # Errors
///
/// Returns an error if the length is not 12 bytes, or if a byte is not a digit. The error names the first wrong byte.
#[inline]
pub const fn decode_u64(text: &[u8], format: &'static TextFormat) -> Result<u64, ParseError> {
    let Some(digits) = exactly(text) else {
        return Err(ParseError::length(format, text.len()));
    };
    let integer =
        if cfg!(target_pointer_width = "64") { wide::decode_u64(digits) } else { narrow::decode_u64(digits) };
    match integer {
        Some(integer) => Ok(integer),
        None => Err(parse_error(text, format)),
    }
}

/// Returns why digits of the right number were rejected.
// Outlined, so that it takes no register from the fast path. On 32-bit cores, nothing remains of it if the caller
// ignores the reason.
#[cfg_attr(target_pointer_width = "64", cold, inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
const fn parse_error(text: &[u8], format: &'static TextFormat) -> ParseError {
    let mut position = 0;
    while position < text.len() {
        if value(text[position]).is_none() {
            return ParseError::digit(format, position, text[position]);
        }
        position += 1;
    }
    ParseError::overflow(format)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat {
        name: "test integer",
        digits: "25 digits",
        max: "f5lxx1zz5pnorynqglhzmsp33",
        forms: None,
    };

    /// The alphabet as listed in the SCRU128 specification, section "Textual representation".
    const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

    /// Returns integers with every number of leading zeros and of trailing ones, and their neighbours.
    fn samples() -> impl Iterator<Item = u128> {
        let powers = (0..128).map(|bit| 1_u128 << bit);
        // An additive walk by an odd constant near 2^128 / φ visits the whole range evenly.
        let walk = (0..20_000_u128).map(|step| step.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        let multiples = (0..16).map(|top| top * 36_u128.pow(24));
        powers.chain(walk).chain(multiples).chain([0, u128::MAX]).flat_map(|integer| {
            [
                integer.wrapping_sub(1),
                integer,
                integer.wrapping_add(1),
                !integer,
                integer >> 64,
                integer >> 100,
            ]
        })
    }

    /// Returns what one variant writes.
    fn written<I, const DIGITS: usize>(write: impl Fn(I, &mut [Ascii; DIGITS]), integer: I) -> Text<DIGITS> {
        let mut text = Text::zeros();
        write(integer, text.characters());
        text
    }

    #[test]
    fn all_256_bytes_are_classified_as_the_alphabet_says() {
        for byte in 0..=u8::MAX {
            let expected = ALPHABET.iter().position(|&digit| digit == byte.to_ascii_lowercase());
            let expected = expected.and_then(|index| u8::try_from(index).ok());
            assert_eq!(value(byte), expected.map(u32::from), "byte {byte:#04x}");
            assert_eq!(VALUES[usize::from(byte)], expected.unwrap_or(INVALID), "byte {byte:#04x}");
        }
    }

    #[test]
    fn both_variants_write_what_the_definition_says_and_read_what_they_write() {
        for integer in samples() {
            let mut expected = [0; DIGITS_U128];
            let mut rest = integer;
            for digit in expected.iter_mut().rev() {
                *digit = ALPHABET[usize::try_from(rest % 36).unwrap()];
                rest /= 36;
            }
            let text = written(wide::write_u128, integer);
            assert_eq!(text.as_bytes(), &expected, "{integer}");
            assert_eq!(written(narrow::write_u128, integer), text, "{integer}");
            assert_eq!(wide::decode_u128(&expected), Some(integer), "{text}");
            assert_eq!(narrow::decode_u128(&expected), Ok(integer), "{text}");
        }
    }

    /// Tries every byte at every position of an otherwise valid string.
    #[test]
    fn both_variants_reject_every_wrong_byte_at_every_position() {
        for position in 0..DIGITS_U128 {
            for byte in 0..=u8::MAX {
                let mut digits = [b'0'; DIGITS_U128];
                digits[position] = byte;
                let expected = value(byte).and_then(|value| {
                    let weight = 36_u128.pow(u32::try_from(DIGITS_U128 - 1 - position).ok()?);
                    weight.checked_mul(u128::from(value))
                });
                assert_eq!(wide::decode_u128(&digits), expected, "{byte:#04x} at {position}");
                let wrong = if value(byte).is_none() { position } else { DIGITS_U128 };
                assert_eq!(narrow::decode_u128(&digits), expected.ok_or(wrong), "{byte:#04x} at {position}");
            }
        }
    }

    #[test]
    fn both_variants_agree_on_twelve_digits() {
        for integer in samples().map(|integer| u64::try_from(integer % (u128::from(MAX_U64) + 1)).unwrap()) {
            let text = written(wide::write_u64, integer);
            assert_eq!(written(narrow::write_u64, integer), text, "{integer}");
            // The same numeral with leading zeros, which the tests above compare with the definition.
            assert_eq!(encode_u128(integer.into())[13..], *text);
            assert_eq!(wide::decode_u64(text.as_bytes()), Some(integer), "{text}");
            assert_eq!(narrow::decode_u64(text.as_bytes()), Some(integer), "{text}");
        }
        assert_eq!(decode_u64(b"zzzzzzzzzzzz", &FORMAT), Ok(MAX_U64));
    }

    #[test]
    fn both_variants_reject_every_wrong_byte_among_twelve() {
        for position in 0..DIGITS_U64 {
            for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_alphanumeric()) {
                let mut digits = [b'0'; DIGITS_U64];
                digits[position] = byte;
                assert_eq!(wide::decode_u64(&digits), None, "{byte:#04x} at {position}");
                assert_eq!(narrow::decode_u64(&digits), None, "{byte:#04x} at {position}");
                assert_eq!(decode_u64(&digits, &FORMAT), Err(ParseError::digit(&FORMAT, position, byte)));
            }
        }
    }

    /// The marks of wrong bytes are added. Two of them must not cancel out, wherever they are.
    #[test]
    fn both_variants_reject_two_wrong_bytes() {
        for (first, second) in
            (0..DIGITS_U128).flat_map(|second| (0..second).map(move |first| (first, second)))
        {
            for digit in [b'0', b'9', b'z'] {
                let mut digits = [digit; DIGITS_U128];
                digits[0] = b'0';
                (digits[first], digits[second]) = (b'-', 0xff);
                assert_eq!(wide::decode_u128(&digits), None, "{digits:?}");
                assert_eq!(narrow::decode_u128(&digits), Err(first), "{digits:?}");
                if let (Some(twelve), 13..) = (digits.last_chunk(), first) {
                    assert_eq!(wide::decode_u64(twelve), None, "{digits:?}");
                    assert_eq!(narrow::decode_u64(twelve), None, "{digits:?}");
                }
            }
        }
    }

    #[test]
    fn both_variants_reject_every_overflow() {
        for text in [b"f5lxx1zz5pnorynqglhzmsp34", b"zzzzzzzzzzzzzzzzzzzzzzzzz", b"g000000000000000000000000"]
        {
            assert_eq!(wide::decode_u128(text), None);
            assert_eq!(narrow::decode_u128(text), Err(DIGITS_U128));
        }
        assert_eq!(decode_u128(b"f5lxx1zz5pnorynqglhzmsp34", &FORMAT), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(decode_u128(b"f5lxx1zz5pnorynqglhzmsp33", &FORMAT), Ok(u128::MAX));
    }
}
