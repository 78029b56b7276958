//! Base 16: bytes as digits of `0-9a-f`, two for each byte.

use crate::base36::{INVALID, VALUES, digit};
use crate::error::{ParseError, TextFormat};
use crate::text::Text;
use crate::trusted::Ascii;

/// Writes bytes as lowercase digits. `DIGITS` is twice `BYTES`.
///
/// ```
/// assert_eq!(idcore::base16::encode::<2, 4>(&[0x0b, 0xad]), "0bad");
/// ```
#[must_use]
pub const fn encode<const BYTES: usize, const DIGITS: usize>(bytes: &[u8; BYTES]) -> Text<DIGITS> {
    const { assert!(DIGITS == 2 * BYTES, "two digits for each byte") };
    let mut digits = [Ascii::new(b'0'); DIGITS];
    let mut index = 0;
    while index < BYTES {
        digits[2 * index] = Ascii::new(digit(bytes[index] >> 4));
        digits[2 * index + 1] = Ascii::new(digit(bytes[index] & 15));
        index += 1;
    }
    Text::new(digits)
}

/// Reads digits of either case. `format` is what the errors say was expected.
///
/// # Errors
///
/// Reports another length, or the first byte that is no digit.
pub const fn decode<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    const { assert!(DIGITS == 2 * BYTES, "two digits for each byte") };
    if text.len() != DIGITS {
        return Err(ParseError::length(format, text.len()));
    }
    let mut bytes = [0; BYTES];
    let mut position = 0;
    while position < DIGITS {
        let value = VALUES[text[position] as usize];
        if value >= 16 {
            return Err(ParseError::digit(format, position, text[position]));
        }
        bytes[position / 2] = bytes[position / 2] << 4 | value;
        position += 1;
    }
    Ok(bytes)
}

const _: () = assert!(INVALID >= 16, "what is no digit of base 36 is none of base 16");

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "ffff" };

    #[test]
    fn every_byte_is_written_as_the_standard_library_does() {
        for byte in 0..=u8::MAX {
            let text = encode::<2, 4>(&[byte, !byte]);
            assert_eq!(text, *std::format!("{byte:02x}{:02x}", !byte));
            assert_eq!(decode::<2, 4>(text.as_bytes(), &FORMAT), Ok([byte, !byte]));
            assert_eq!(decode::<2, 4>(text.to_ascii_uppercase().as_bytes(), &FORMAT), Ok([byte, !byte]));
        }
    }

    #[test]
    fn every_other_byte_is_refused_where_it_is() {
        for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_hexdigit()) {
            for position in 0..4 {
                let mut text = *b"0000";
                text[position] = byte;
                assert_eq!(decode::<2, 4>(&text, &FORMAT), Err(ParseError::digit(&FORMAT, position, byte)));
            }
        }
        assert_eq!(decode::<2, 4>(b"000", &FORMAT), Err(ParseError::length(&FORMAT, 3)));
    }
}
