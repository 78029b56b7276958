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
    let mut text = Text::zeros();
    write(bytes, text.characters());
    text
}

/// Writes the text of [`encode`] into a buffer, and returns it.
pub const fn encode_into<'a, const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    buffer: &'a mut [u8; DIGITS],
) -> &'a str {
    let digits = Ascii::zeros(buffer);
    write(bytes, digits);
    Ascii::string(digits)
}

const fn write<const BYTES: usize, const DIGITS: usize>(bytes: &[u8; BYTES], digits: &mut [Ascii; DIGITS]) {
    const { assert!(DIGITS == 2 * BYTES, "two digits for each byte") };
    let (mut bytes, mut digits): (&[u8], &mut [Ascii]) = (bytes, digits);
    while let (Some((byte, bytes_after)), Some((pair, digits_after))) =
        (bytes.split_first(), digits.split_first_chunk_mut())
    {
        *pair = [Ascii::new(digit(*byte >> 4)), Ascii::new(digit(*byte & 15))];
        (bytes, digits) = (bytes_after, digits_after);
    }
}

/// Reads digits in either case. `format` describes the expected text in errors.
///
/// # Errors
///
/// Returns an error for another length, or for the first byte that is not a digit.
#[inline]
pub const fn decode<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    const { assert!(DIGITS == 2 * BYTES, "two digits for each byte") };
    if text.len() != DIGITS {
        return Err(ParseError::length(format, text.len()));
    }
    let mut bytes = [0; BYTES];
    let (mut rest, mut digits): (&mut [u8], &[u8]) = (&mut bytes, text);
    while let (Some((byte, rest_after)), Some(([high, low], digits_after))) =
        (rest.split_first_mut(), digits.split_first_chunk())
    {
        let (high_value, low_value) = (VALUES[*high as usize], VALUES[*low as usize]);
        let position = text.len() - digits.len();
        if high_value >= 16 {
            return Err(ParseError::digit(format, position, *high));
        }
        if low_value >= 16 {
            return Err(ParseError::digit(format, position + 1, *low));
        }
        *byte = high_value << 4 | low_value;
        (rest, digits) = (rest_after, digits_after);
    }
    Ok(bytes)
}

/// Whether the text of a UUID has a hyphen at a position: its groups have 8, 4, 4, 4 and 12 digits.
const fn is_hyphen(position: usize) -> bool {
    matches!(position, 8 | 13 | 18 | 23)
}

/// Writes the text of a UUID: lowercase digits in groups, with hyphens between them.
#[must_use]
pub const fn encode_uuid(bytes: &[u8; 16]) -> Text<36> {
    let digits = encode::<16, 32>(bytes);
    let mut text = Text::zeros();
    let (mut digits, mut rest): (&[u8], &mut [Ascii]) = (digits.as_bytes(), text.characters());
    while let (Some((digit, digits_after)), Some((character, rest_after))) =
        (digits.split_first(), rest.split_first_mut())
    {
        if is_hyphen(35 - rest_after.len()) {
            *character = Ascii::new(b'-');
        } else {
            *character = Ascii::new(*digit);
            digits = digits_after;
        }
        rest = rest_after;
    }
    text
}

/// Reads the text that [`encode_uuid`] writes, in either case. `format` describes it in errors.
///
/// # Errors
///
/// Returns an error for another length, or for the first byte that is neither a digit nor a hyphen in its place.
pub const fn decode_uuid(text: &[u8], format: &'static TextFormat) -> Result<[u8; 16], ParseError> {
    if text.len() != 36 {
        return Err(ParseError::length(format, text.len()));
    }
    let mut digits = [0; 32];
    let (mut rest, mut characters): (&mut [u8], &[u8]) = (&mut digits, text);
    while let Some((found, characters_after)) = characters.split_first() {
        let position = 35 - characters_after.len();
        let is_expected = if is_hyphen(position) { *found == b'-' } else { found.is_ascii_hexdigit() };
        if !is_expected {
            return Err(ParseError::digit(format, position, *found));
        }
        if *found != b'-' {
            let Some((digit, rest_after)) = rest.split_first_mut() else { break };
            *digit = *found;
            rest = rest_after;
        }
        characters = characters_after;
    }
    decode::<16, 32>(&digits, format)
}

const _: () = assert!(INVALID >= 16, "what is not a digit in base 36 is not one in base 16");

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "ffff" };

    #[test]
    fn a_uuid_has_hyphens_at_their_places() {
        // RFC 9562, appendix A.6.
        let bytes = 0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F_u128.to_be_bytes();
        let text = encode_uuid(&bytes);
        assert_eq!(text, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assert_eq!(decode_uuid(text.as_bytes(), &FORMAT), Ok(bytes));
        assert_eq!(decode_uuid(text.to_ascii_uppercase().as_bytes(), &FORMAT), Ok(bytes));
        for position in 0..36 {
            let mut wrong = *text.as_bytes();
            let found = if wrong[position] == b'-' { b'0' } else { b'-' };
            wrong[position] = found;
            let error = ParseError::digit(&FORMAT, position, found);
            assert_eq!(decode_uuid(&wrong, &FORMAT), Err(error));
        }
        for length in (0..40).filter(|length| *length != 36) {
            let error = ParseError::length(&FORMAT, length);
            assert_eq!(decode_uuid(&[b'0'; 40][..length], &FORMAT), Err(error));
        }
    }
}
