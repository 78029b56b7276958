//! Base 16: bytes as digits of `0-9a-f`, two for each byte.

use crate::base36::{INVALID, VALUES, digit};
use crate::error::{ParseError, TextFormat};
use crate::text::{Text, exactly};
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
        *pair = pair_of(*byte);
        (bytes, digits) = (bytes_after, digits_after);
    }
}

/// Whether there is a table of the digits of each byte: small cores have no room for it.
const HAS_PAIRS: bool = cfg!(target_pointer_width = "64");

/// The digits of each byte.
static PAIRS: [[Ascii; 2]; if HAS_PAIRS { 256 } else { 0 }] = {
    let mut pairs = [[Ascii::new(0); 2]; if HAS_PAIRS { 256 } else { 0 }];
    let mut byte: u8 = 0;
    while (byte as usize) < pairs.len() {
        pairs[byte as usize] = [Ascii::new(digit(byte >> 4)), Ascii::new(digit(byte & 15))];
        byte = match byte.checked_add(1) {
            Some(next) => next,
            None => break,
        };
    }
    pairs
};

/// The digits of a byte.
#[inline]
const fn pair_of(byte: u8) -> [Ascii; 2] {
    if HAS_PAIRS {
        PAIRS[byte as usize]
    } else {
        [Ascii::new(digit(byte >> 4)), Ascii::new(digit(byte & 15))]
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
    let mut all = 0;
    let (mut rest, mut digits): (&mut [u8], &[u8]) = (&mut bytes, text);
    while let (Some((byte, rest_after)), Some(([high, low], digits_after))) =
        (rest.split_first_mut(), digits.split_first_chunk())
    {
        let (high, low) = (VALUES[*high as usize], VALUES[*low as usize]);
        all |= high | low;
        *byte = high << 4 | low;
        (rest, digits) = (rest_after, digits_after);
    }
    // All values of digits are below 16, so one above it leaves a higher bit.
    if all < 16 { Ok(bytes) } else { Err(first_fault(text, format, false)) }
}

/// The error for the first byte that is not a digit or, in the text of a UUID, a hyphen in its place.
#[cold]
const fn first_fault(text: &[u8], format: &'static TextFormat, is_uuid: bool) -> ParseError {
    let mut rest = text;
    while let Some((found, rest_after)) = rest.split_first() {
        let position = text.len() - rest.len();
        let is_expected =
            if is_uuid && is_hyphen(position) { *found == b'-' } else { found.is_ascii_hexdigit() };
        if !is_expected {
            return ParseError::digit(format, position, *found);
        }
        rest = rest_after;
    }
    ParseError::length(format, text.len())
}

/// Whether the text of a UUID has a hyphen at a position: its groups have 8, 4, 4, 4 and 12 digits.
const fn is_hyphen(position: usize) -> bool {
    matches!(position, 8 | 13 | 18 | 23)
}

/// Writes the text of a UUID: lowercase digits in groups, with hyphens between them.
#[must_use]
#[inline]
pub const fn encode_uuid(bytes: &[u8; 16]) -> Text<36> {
    let mut text = Text::zeros();
    write_uuid(bytes, text.characters());
    text
}

/// Writes the text of [`encode_uuid`] into a buffer, and returns it.
#[inline]
pub const fn encode_uuid_into<'a>(bytes: &[u8; 16], buffer: &'a mut [u8; 36]) -> &'a str {
    let characters = Ascii::zeros(buffer);
    write_uuid(bytes, characters);
    Ascii::string(characters)
}

#[inline]
const fn write_uuid(bytes: &[u8; 16], characters: &mut [Ascii; 36]) {
    *characters = [Ascii::new(b'-'); 36];
    // Without a loop, it is three times as fast. Small cores have no room for that.
    if HAS_PAIRS { write_in_places(bytes, characters) } else { write_in_groups(bytes, characters) }
}

/// Writes the digits between the hyphens.
const fn write_in_groups(bytes: &[u8; 16], characters: &mut [Ascii; 36]) {
    let (mut bytes, mut rest): (&[u8], &mut [Ascii]) = (bytes, characters);
    while let (Some((byte, bytes_after)), Some((pair, after))) =
        (bytes.split_first(), rest.split_first_chunk_mut())
    {
        *pair = pair_of(*byte);
        // Before the next group is a hyphen.
        let gap = matches!(bytes_after.len(), 12 | 10 | 8 | 6) as usize;
        (bytes, rest) = match after.split_at_mut_checked(gap) {
            Some((_, after)) => (bytes_after, after),
            None => break,
        };
    }
}

/// The same, without a loop.
#[inline]
const fn write_in_places(bytes: &[u8; 16], characters: &mut [Ascii; 36]) {
    let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15] = *bytes;
    place::<0>(characters, b0);
    place::<2>(characters, b1);
    place::<4>(characters, b2);
    place::<6>(characters, b3);
    place::<9>(characters, b4);
    place::<11>(characters, b5);
    place::<14>(characters, b6);
    place::<16>(characters, b7);
    place::<19>(characters, b8);
    place::<21>(characters, b9);
    place::<24>(characters, b10);
    place::<26>(characters, b11);
    place::<28>(characters, b12);
    place::<30>(characters, b13);
    place::<32>(characters, b14);
    place::<34>(characters, b15);
}

/// Writes a byte at a position.
#[inline(always)]
const fn place<const POSITION: usize>(characters: &mut [Ascii; 36], byte: u8) {
    if let Some((_, rest)) = characters.split_at_mut_checked(POSITION) {
        if let Some(pair) = rest.first_chunk_mut() {
            *pair = pair_of(byte);
        }
    }
}

/// Reads the text that [`encode_uuid`] writes, in either case. `format` describes it in errors.
///
/// # Errors
///
/// Returns an error for another length, or for the first byte that is neither a digit nor a hyphen in its place.
#[inline]
pub const fn decode_uuid(text: &[u8], format: &'static TextFormat) -> Result<[u8; 16], ParseError> {
    let Some(characters) = exactly::<36>(text) else { return Err(ParseError::length(format, text.len())) };
    let mut digits = [0; 32];
    copy_groups(characters, &mut digits);
    let has_hyphens =
        characters[8] == b'-' && characters[13] == b'-' && characters[18] == b'-' && characters[23] == b'-';
    match decode::<16, 32>(&digits, format) {
        Ok(bytes) if has_hyphens => Ok(bytes),
        _ => Err(first_fault(text, format, true)),
    }
}

/// Copies the 32 digits of a UUID without its hyphens.
#[inline]
const fn copy_groups(from: &[u8], to: &mut [u8]) {
    let (from, to) = copy_group::<8>(from, to);
    let (from, to) = copy_group::<4>(from, to);
    let (from, to) = copy_group::<4>(from, to);
    let (from, to) = copy_group::<4>(from, to);
    copy_group::<12>(from, to);
}

/// Copies a group, and returns what follows it and its hyphen, and where the next one belongs.
#[inline]
const fn copy_group<'a, const DIGITS: usize>(from: &'a [u8], to: &'a mut [u8]) -> (&'a [u8], &'a mut [u8]) {
    match (from.split_first_chunk::<DIGITS>(), to.split_first_chunk_mut::<DIGITS>()) {
        (Some((source, [_hyphen, from @ ..])), Some((target, to))) => {
            *target = *source;
            (from, to)
        }
        (Some((source, [])), Some((target, to))) => {
            *target = *source;
            (&[], to)
        }
        _ => (&[], &mut []),
    }
}

const _: () = assert!(INVALID >= 16, "what is not a digit in base 36 is not one in base 16");

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "ffff" };

    /// RFC 9562, appendix A.6.
    const UUID: (u128, &[u8; 36]) =
        (0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F, b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    /// Each byte is written alone, and each character is read alone, apart from the first error. So all bytes at each place are all
    /// inputs. Two wrong characters show which is first.
    #[test]
    fn a_uuid_of_any_bits_and_any_text() {
        let (integer, text) = UUID;
        assert_eq!(encode_uuid(&integer.to_be_bytes()).as_bytes(), text);
        assert_eq!(decode_uuid(text, &FORMAT), Ok(integer.to_be_bytes()));
        let digits = (0..36).filter(|place| text[*place] != b'-');
        for (index, place) in digits.step_by(2).enumerate() {
            for byte in 0..=u8::MAX {
                let mut bytes = [0x5a; 16];
                bytes[index] = byte;
                let text = encode_uuid(&bytes);
                assert_eq!(&text[place..place + 2], std::format!("{byte:02x}"));
                assert_eq!(text.replace("5a", "").len(), if byte == 0x5a { 4 } else { 6 }, "{text}");
                assert_eq!(encode::<16, 32>(&bytes), *text.replace('-', ""));
            }
        }
        for (place, byte) in (0..36).flat_map(|place| (0..=u8::MAX).map(move |byte| (place, byte))) {
            let (mut changed, mut value) = (*text, integer);
            changed[place] = byte;
            let index = text[..place].iter().filter(|found| **found != b'-').count();
            let is_right = match char::from(byte).to_digit(16) {
                Some(digit) if text[place] != b'-' => {
                    let shift = 4 * (31 - index);
                    value = value & !(15 << shift) | u128::from(digit) << shift;
                    true
                }
                _ => byte == b'-' && text[place] == b'-',
            };
            let error = ParseError::digit(&FORMAT, place, byte);
            let expected = if is_right { Ok(value.to_be_bytes()) } else { Err(error) };
            assert_eq!(decode_uuid(&changed, &FORMAT), expected, "{byte:#04x} at {place}");
            for later in place + 1..36 {
                changed[later] = b'!';
                let first = if is_right { ParseError::digit(&FORMAT, later, b'!') } else { error };
                assert_eq!(decode_uuid(&changed, &FORMAT), Err(first), "{byte:#04x} at {place}, {later}");
                changed[later] = text[later];
            }
        }
        for length in (0..40).filter(|length| *length != 36) {
            let error = ParseError::length(&FORMAT, length);
            assert_eq!(decode_uuid(&[b'0'; 40][..length], &FORMAT), Err(error));
        }
    }

    #[test]
    fn both_ways_to_write_a_uuid_are_the_same() {
        for (place, byte) in (0..16).flat_map(|place| (0..=u8::MAX).map(move |byte| (place, byte))) {
            let mut bytes = [0x5a; 16];
            bytes[place] = byte;
            let mut texts = [[Ascii::new(b'-'); 36]; 2];
            write_in_places(&bytes, &mut texts[0]);
            write_in_groups(&bytes, &mut texts[1]);
            assert_eq!(texts[0], texts[1]);
        }
    }
}
