//! Base 16: two digits of `0-9a-f` for each byte.

use crate::codec::{Text, exactly};
use crate::error::{ParseError, TextFormat};
use crate::sys::Ascii;

/// The text form that [`encode_uuid`] writes.
pub const UUID: TextFormat = TextFormat {
    name: "a UUID",
    digits: "36 characters (hex digits in groups of 8, 4, 4, 4 and 12, separated by hyphens)",
    max: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    forms: None,
};

/// Writes bytes as lowercase digits. `DIGITS` is twice `BYTES`, and `BYTES` a multiple of 4.
///
/// ```
/// assert_eq!(idcore::__private::base16::encode::<4, 8>(&[0x0b, 0xad, 0xf0, 0x0d]), "0badf00d");
/// ```
#[must_use]
pub const fn encode<const BYTES: usize, const DIGITS: usize>(bytes: &[u8; BYTES]) -> Text<DIGITS> {
    let mut text = Text::zeros();
    write(bytes, text.characters());
    text
}

/// Writes the text form into `buffer` and returns it as a `&str`, like [`encode`].
pub const fn encode_into<'a, const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    buffer: &'a mut [u8; DIGITS],
) -> &'a str {
    let digits = Ascii::zeros(buffer);
    write(bytes, digits);
    Ascii::string(digits)
}

const fn write<const BYTES: usize, const DIGITS: usize>(bytes: &[u8; BYTES], digits: &mut [Ascii; DIGITS]) {
    const { assert!(DIGITS == 2 * BYTES && BYTES % 4 == 0, "two digits for each byte, four bytes at a time") };
    let (mut bytes, mut digits): (&[u8], &mut [Ascii]) = (bytes, digits);
    while let (Some((word, bytes_after)), Some((eight, digits_after))) =
        (bytes.split_first_chunk(), digits.split_first_chunk_mut())
    {
        *eight = digits_of(*word);
        (bytes, digits) = (bytes_after, digits_after);
    }
}

/// The lowest bit of each of eight bytes. The code below handles eight digits at once, one in each byte of a word. No
/// step carries into the next byte, because no byte exceeds 111.
const EACH: u64 = u64::from_ne_bytes([1; 8]);

/// Returns the digits of four bytes.
#[inline]
const fn digits_of(bytes: [u8; 4]) -> [Ascii; 8] {
    let bits = u32::from_be_bytes(bytes) as u64;
    let bits = (bits << 16 | bits) & 0x0000_ffff_0000_ffff;
    let bits = (bits << 8 | bits) & 0x00ff_00ff_00ff_00ff;
    let [a, b, c, d, e, f, g, h] = characters_of((bits << 4 | bits) & (15 * EACH)).to_be_bytes();
    [
        Ascii::new(a),
        Ascii::new(b),
        Ascii::new(c),
        Ascii::new(d),
        Ascii::new(e),
        Ascii::new(f),
        Ascii::new(g),
        Ascii::new(h),
    ]
}

/// Returns the digits of eight values below 26. In ASCII, `a` is 39 after the character that follows `9`.
#[inline]
const fn characters_of(values: u64) -> u64 {
    // 1 if adding 6 gives at least 16, so if the value is at least 10.
    let letters = (values + 6 * EACH) >> 4 & EACH;
    values + b'0' as u64 * EACH + 39 * letters
}

/// Returns the value of eight case-insensitive digits, and bits that are all 0 if each byte is a digit.
#[inline]
const fn value_of(digits: [u8; 8]) -> (u32, u64) {
    let text = u64::from_be_bytes(digits);
    // Bit 6 distinguishes letters from decimals: `a` and `A` end in 1. Any other byte becomes at most 24 here and is
    // rejected below.
    let letters = text >> 6 & EACH;
    let values = (text & (15 * EACH)) + 9 * letters;
    // Bit 5 makes letters lowercase.
    let wrong = characters_of(values) ^ (text | letters << 5) | values & (16 * EACH);
    let values = (values >> 4 | values) & 0x00ff_00ff_00ff_00ff;
    let values = (values >> 8 | values) & 0x0000_ffff_0000_ffff;
    let [_, _, _, _, a, b, c, d] = (values >> 16 | values).to_be_bytes();
    (u32::from_be_bytes([a, b, c, d]), wrong)
}

/// Decodes case-insensitive digits. `format` describes the expected string in errors.
///
/// # Errors
///
/// Returns an error if the length is wrong, or if a byte is not a digit. The error names the first such byte.
#[inline]
pub const fn decode<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    const { assert!(DIGITS == 2 * BYTES && BYTES % 4 == 0, "two digits for each byte, four bytes at a time") };
    if text.len() != DIGITS {
        return Err(ParseError::length(format, text.len()));
    }
    let mut bytes = [0; BYTES];
    let mut all_wrong = 0;
    let (mut rest, mut digits): (&mut [u8], &[u8]) = (&mut bytes, text);
    while let (Some((word, rest_after)), Some((eight, digits_after))) =
        (rest.split_first_chunk_mut(), digits.split_first_chunk())
    {
        let (value, wrong) = value_of(*eight);
        all_wrong |= wrong;
        *word = value.to_be_bytes();
        (rest, digits) = (rest_after, digits_after);
    }
    if all_wrong == 0 { Ok(bytes) } else { Err(first_error(text, format, false)) }
}

/// Creates the error for the first byte that is neither a digit nor, in a UUID, a hyphen in its place.
#[cold]
const fn first_error(text: &[u8], format: &'static TextFormat, is_uuid: bool) -> ParseError {
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

/// Returns `true` if a UUID has a hyphen at a position: its groups have 8, 4, 4, 4 and 12 digits.
const fn is_hyphen(position: usize) -> bool {
    matches!(position, 8 | 13 | 18 | 23)
}

/// Encodes a UUID: lowercase digits in groups, with hyphens between them.
#[must_use]
#[inline]
pub const fn encode_uuid(bytes: &[u8; 16]) -> Text<36> {
    let mut text = Text::zeros();
    write_uuid(bytes, text.characters());
    text
}

/// Writes the text form into `buffer` and returns it as a `&str`, like [`encode_uuid`].
#[inline]
pub const fn encode_uuid_into<'a>(bytes: &[u8; 16], buffer: &'a mut [u8; 36]) -> &'a str {
    let characters = Ascii::zeros(buffer);
    write_uuid(bytes, characters);
    Ascii::string(characters)
}

#[inline]
const fn write_uuid(bytes: &[u8; 16], characters: &mut [Ascii; 36]) {
    const HYPHEN: Ascii = Ascii::new(b'-');
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *bytes;
    let [a0, a1, a2, a3, a4, a5, a6, a7] = digits_of([a, b, c, d]);
    let [b0, b1, b2, b3, c0, c1, c2, c3] = digits_of([e, f, g, h]);
    let [d0, d1, d2, d3, e0, e1, e2, e3] = digits_of([i, j, k, l]);
    let [e4, e5, e6, e7, e8, e9, e10, e11] = digits_of([m, n, o, p]);
    *characters = [
        a0, a1, a2, a3, a4, a5, a6, a7, HYPHEN, b0, b1, b2, b3, HYPHEN, c0, c1, c2, c3, HYPHEN, d0, d1, d2,
        d3, HYPHEN, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11,
    ];
}

/// Decodes the case-insensitive text form that [`encode_uuid`] writes. `format` describes it in errors.
///
/// # Errors
///
/// Returns an error if the length is wrong, or if a byte is neither a digit nor a hyphen in its place. The error names
/// the first such byte.
#[inline]
pub const fn decode_uuid(text: &[u8], format: &'static TextFormat) -> Result<[u8; 16], ParseError> {
    let Some(c) = exactly::<36>(text) else { return Err(ParseError::length(format, text.len())) };
    let (first, first_wrong) = value_of([c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]]);
    let (second, second_wrong) = value_of([c[9], c[10], c[11], c[12], c[14], c[15], c[16], c[17]]);
    let (third, third_wrong) = value_of([c[19], c[20], c[21], c[22], c[24], c[25], c[26], c[27]]);
    let (fourth, fourth_wrong) = value_of([c[28], c[29], c[30], c[31], c[32], c[33], c[34], c[35]]);
    let hyphens_wrong = u32::from_ne_bytes([c[8], c[13], c[18], c[23]]) ^ u32::from_ne_bytes([b'-'; 4]);
    if first_wrong | second_wrong | third_wrong | fourth_wrong | hyphens_wrong as u64 != 0 {
        return Err(first_error(text, format, true));
    }
    let [a, b, c, d] = first.to_be_bytes();
    let [e, f, g, h] = second.to_be_bytes();
    let [i, j, k, l] = third.to_be_bytes();
    let [m, n, o, p] = fourth.to_be_bytes();
    Ok([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "ffff", forms: None };

    /// RFC 9562, appendix A.6.
    const UUID: (u128, &[u8; 36]) =
        (0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F, b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    /// Each byte is encoded separately, and each character is decoded separately, apart from the first error: no step
    /// carries into the next. So all bytes at each position cover all inputs. Two wrong characters, including equal
    /// ones, show that they are counted together and which comes first.
    #[test]
    fn a_uuid_of_any_bits_and_any_text() {
        let (integer, text) = UUID;
        assert_eq!(encode_uuid(&integer.to_be_bytes()).as_bytes(), text);
        assert_eq!(decode_uuid(text, &FORMAT), Ok(integer.to_be_bytes()));
        let digits = (0..36).filter(|place| text[*place] != b'-');
        for ((index, place), background) in
            digits.step_by(2).enumerate().flat_map(|at| [0, 0x5a, 0xff].map(|background| (at, background)))
        {
            for byte in 0..=u8::MAX {
                let mut bytes = [background; 16];
                bytes[index] = byte;
                let text = encode_uuid(&bytes);
                assert_eq!(&text[place..place + 2], std::format!("{byte:02x}"));
                let others = text.replace(&std::format!("{background:02x}"), "");
                assert_eq!(others.len(), if byte == background { 4 } else { 6 }, "{text}");
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
            let decode_digits = |changed: &[u8; 36]| {
                let mut digits = [0; 32];
                let places = (0..36).filter(|place| text[*place] != b'-');
                digits.iter_mut().zip(places).for_each(|(digit, place)| *digit = changed[place]);
                decode::<16, 32>(&digits, &FORMAT)
            };
            if text[place] != b'-' {
                let expected = expected.map_err(|_| ParseError::digit(&FORMAT, index, byte));
                assert_eq!(decode_digits(&changed), expected, "{byte:#04x} at {index}");
            }
            for later in place + 1..36 {
                changed[later] = if is_right { b'!' } else { byte };
                let first = if is_right { ParseError::digit(&FORMAT, later, b'!') } else { error };
                assert_eq!(decode_uuid(&changed, &FORMAT), Err(first), "{byte:#04x} at {place}, {later}");
                if text[place] != b'-' && text[later] != b'-' {
                    assert!(decode_digits(&changed).is_err(), "{byte:#04x} at {place}, {later}");
                }
                changed[later] = text[later];
            }
        }
        for length in (0..40).filter(|length| *length != 36) {
            let error = ParseError::length(&FORMAT, length);
            assert_eq!(decode_uuid(&[b'0'; 40][..length], &FORMAT), Err(error));
        }
    }
}
