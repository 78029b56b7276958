//! Base 32: bytes as digits of five bits, most significant first, with zero bits in front where five does not divide them.
//!
//! Five bytes are eight digits. Bytes that are no multiple of five have fewer in front, the *head*; the rest are *groups*
//! of five bytes, worked on as twice 20 bits, which suits cores of any width.

use crate::base36;
use crate::error::{ParseError, TextFormat};
use crate::text::Text;
use crate::trusted::Ascii;

/// Marks a byte that is no digit; digits are below it.
const INVALID: u8 = base36::INVALID;

/// The digits of one flavour of base 32.
#[derive(Debug)]
pub struct Alphabet {
    digits: [Ascii; 32],
    /// The value of each byte as a digit, or [`INVALID`].
    values: [u8; 256],
}

impl Alphabet {
    /// An alphabet that is written in one case and read in either.
    const fn new(digits: &[u8; 32]) -> Self {
        let mut alphabet = Self { digits: [Ascii::new(0); 32], values: [INVALID; 256] };
        let mut value: u8 = 0;
        while value < 32 {
            let digit = digits[value as usize];
            alphabet.digits[value as usize] = Ascii::new(digit);
            alphabet = alphabet.and_reads(digit, value);
            value += 1;
        }
        alphabet
    }

    /// The same alphabet, with one more letter that is read as a digit, in either case.
    const fn and_reads(mut self, letter: u8, value: u8) -> Self {
        self.values[letter.to_ascii_uppercase() as usize] = value;
        self.values[letter.to_ascii_lowercase() as usize] = value;
        self
    }
}

/// Crockford's digits, without `I L O U`.
pub static CROCKFORD: Alphabet = Alphabet::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/// Crockford's digits, with `I` and `L` read as `1` and `O` as `0`.
pub static CROCKFORD_WITH_ALIASES: Alphabet = Alphabet::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    .and_reads(b'I', 1)
    .and_reads(b'L', 1)
    .and_reads(b'O', 0);

/// The digits of RFC 4648, section 7, "base32hex".
pub static HEX: Alphabet = Alphabet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUV");

/// The digits in front of the groups.
const fn head_digits<const BYTES: usize, const DIGITS: usize>() -> usize {
    DIGITS - BYTES / 5 * 8
}

/// Writes bytes as digits. `DIGITS` is as many as the bits need, five to each.
///
/// ```
/// let text = idcore::base32::encode::<8, 13>(&14246757444195114_u64.to_be_bytes(), &idcore::base32::CROCKFORD);
/// assert_eq!(text, "00CMXB6TAK4SA");
/// ```
#[must_use]
#[inline]
pub const fn encode<const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    alphabet: &Alphabet,
) -> Text<DIGITS> {
    const { assert!(DIGITS == (8 * BYTES).div_ceil(5), "as many digits as the bits need") };
    let mut digits = [alphabet.digits[0]; DIGITS];

    let head_bytes = BYTES % 5;
    let mut head: u32 = 0;
    let mut from = 0;
    while from < head_bytes {
        head = head << 8 | bytes[from] as u32;
        from += 1;
    }
    let mut to = head_digits::<BYTES, DIGITS>();
    let mut position = to;
    while position > 0 {
        position -= 1;
        digits[position] = alphabet.digits[(head & 31) as usize];
        head >>= 5;
    }

    while from < BYTES {
        let (b, c) = (bytes[from + 1] as u32, bytes[from + 2] as u32);
        write20(&mut digits, to, (bytes[from] as u32) << 12 | b << 4 | c >> 4, alphabet);
        let (d, e) = (bytes[from + 3] as u32, bytes[from + 4] as u32);
        write20(&mut digits, to + 4, (c & 15) << 16 | d << 8 | e, alphabet);
        from += 5;
        to += 8;
    }
    Text::new(digits)
}

/// Writes 20 bits as four digits from `start` on.
const fn write20<const N: usize>(digits: &mut [Ascii; N], start: usize, bits: u32, alphabet: &Alphabet) {
    digits[start] = alphabet.digits[(bits >> 15 & 31) as usize];
    digits[start + 1] = alphabet.digits[(bits >> 10 & 31) as usize];
    digits[start + 2] = alphabet.digits[(bits >> 5 & 31) as usize];
    digits[start + 3] = alphabet.digits[(bits & 31) as usize];
}

/// Reads digits of either case, of a value of at most `bits` bits. `format` is what the errors say was expected.
///
/// # Errors
///
/// Reports, in this order, another length, the first byte that is no digit, a value of more bits.
pub const fn decode<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    bits: u32,
    alphabet: &Alphabet,
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    if text.len() != DIGITS {
        return Err(ParseError::length(format, text.len()));
    }
    let Some(digits) = text.first_chunk() else {
        return Err(ParseError::length(format, text.len()));
    };
    match decode_digits::<BYTES, DIGITS>(digits, bits, alphabet) {
        Some(bytes) => Ok(bytes),
        None => Err(diagnose(text, alphabet, b'0', format)),
    }
}

/// Reads digits as [`decode`] does, and ignores hyphens between them.
///
/// # Errors
///
/// Reports, in this order, another number of digits, the first byte that is neither digit nor hyphen, a value of more bits.
pub const fn decode_with_hyphens<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    bits: u32,
    alphabet: &Alphabet,
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    let mut digits = [b'0'; DIGITS];
    let mut count = 0;
    let mut position = 0;
    while position < text.len() {
        if text[position] != b'-' {
            if count < DIGITS {
                digits[count] = text[position];
            }
            count += 1;
        }
        position += 1;
    }
    if count != DIGITS {
        return Err(ParseError::length(format, count));
    }
    match decode_digits::<BYTES, DIGITS>(&digits, bits, alphabet) {
        Some(bytes) => Ok(bytes),
        None => Err(diagnose(text, alphabet, b'-', format)),
    }
}

const fn decode_digits<const BYTES: usize, const DIGITS: usize>(
    text: &[u8; DIGITS],
    bits: u32,
    alphabet: &Alphabet,
) -> Option<[u8; BYTES]> {
    const { assert!(DIGITS == (8 * BYTES).div_ceil(5), "as many digits as the bits need") };
    let mut bytes = [0; BYTES];
    let mut flags = 0;

    let mut head: u32 = 0;
    let mut from = 0;
    while from < head_digits::<BYTES, DIGITS>() {
        let value = alphabet.values[text[from] as usize];
        flags |= value;
        head = head << 5 | value as u32;
        from += 1;
    }
    // The bits that the groups hold are the lower ones. Without a head there is nothing above them.
    #[allow(clippy::cast_possible_truncation, reason = "no ID has 2^32 bits")]
    let head_bits = bits - (BYTES / 5 * 40) as u32;
    let overflow = head >> head_bits != 0;
    let mut to = BYTES % 5;
    let mut position = to;
    while position > 0 {
        position -= 1;
        bytes[position] = (head & 255) as u8;
        head >>= 8;
    }

    while from < DIGITS {
        let (high, high_flags) = read20(text, from, alphabet);
        let (low, low_flags) = read20(text, from + 4, alphabet);
        flags |= high_flags | low_flags;
        #[allow(clippy::cast_possible_truncation, reason = "each cast takes the low eight bits")]
        {
            bytes[to] = (high >> 12) as u8;
            bytes[to + 1] = (high >> 4) as u8;
            bytes[to + 2] = (high << 4 | low >> 16 & 15) as u8;
            bytes[to + 3] = (low >> 8) as u8;
            bytes[to + 4] = low as u8;
        }
        from += 8;
        to += 5;
    }
    if flags & INVALID != 0 || overflow { None } else { Some(bytes) }
}

/// Reads four digits from `start` on; with them the bits of all their values, which show if one is [`INVALID`].
const fn read20<const N: usize>(text: &[u8; N], start: usize, alphabet: &Alphabet) -> (u32, u8) {
    let a = alphabet.values[text[start] as usize];
    let b = alphabet.values[text[start + 1] as usize];
    let c = alphabet.values[text[start + 2] as usize];
    let d = alphabet.values[text[start + 3] as usize];
    ((a as u32) << 15 | (b as u32) << 10 | (c as u32) << 5 | d as u32, a | b | c | d)
}

/// Says why digits of the right number were refused. `ignored` is a byte that is no fault although it is no digit.
#[cold]
const fn diagnose(text: &[u8], alphabet: &Alphabet, ignored: u8, format: &'static TextFormat) -> ParseError {
    let mut position = 0;
    while position < text.len() {
        let byte = text[position];
        if byte != ignored && alphabet.values[byte as usize] == INVALID {
            return ParseError::digit(format, position, byte);
        }
        position += 1;
    }
    ParseError::overflow(format)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "7ZZ" };

    /// Digit by digit from the integer's end, as RFC 4648 and Crockford define it.
    fn plain<const DIGITS: usize>(mut integer: u128, digits: &[u8; 32]) -> [u8; DIGITS] {
        let mut text = [0; DIGITS];
        for position in text.iter_mut().rev() {
            *position = digits[usize::try_from(integer % 32).unwrap()];
            integer /= 32;
        }
        text
    }

    fn walk() -> impl Iterator<Item = u128> {
        let steps = (0..20_000_u128).map(|step| step.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        (0..128).map(|bit| 1 << bit).chain(steps).chain([0, u128::MAX])
    }

    #[test]
    fn integers_are_written_as_the_definition_says_and_read_back() {
        for integer in walk() {
            let bytes = integer.to_be_bytes();
            let text = encode::<16, 26>(&bytes, &CROCKFORD);
            assert_eq!(text.as_bytes(), &plain(integer, b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"));
            assert_eq!(decode::<16, 26>(text.as_bytes(), 128, &CROCKFORD, &FORMAT), Ok(bytes));
            let lower = text.to_ascii_lowercase();
            assert_eq!(decode::<16, 26>(lower.as_bytes(), 128, &CROCKFORD, &FORMAT), Ok(bytes));

            let bytes = *bytes.last_chunk::<8>().unwrap();
            let text = encode::<8, 13>(&bytes, &HEX);
            assert_eq!(
                text.as_bytes(),
                &plain(u64::from_be_bytes(bytes).into(), b"0123456789ABCDEFGHIJKLMNOPQRSTUV")
            );
            assert_eq!(decode::<8, 13>(text.as_bytes(), 64, &HEX, &FORMAT), Ok(bytes));
        }
    }

    #[test]
    fn bytes_without_a_head_are_written_group_by_group() {
        let bytes: [u8; 20] = core::array::from_fn(|index| u8::try_from(index * 13).unwrap());
        let text = encode::<20, 32>(&bytes, &HEX);
        for (group, digits) in bytes.chunks(5).zip(text.as_bytes().chunks(8)) {
            let integer = group.iter().fold(0, |integer, byte| integer << 8 | u128::from(*byte));
            assert_eq!(digits, plain::<8>(integer, b"0123456789ABCDEFGHIJKLMNOPQRSTUV"));
        }
        assert_eq!(decode::<20, 32>(text.as_bytes(), 160, &HEX, &FORMAT), Ok(bytes));
    }

    #[test]
    fn every_wrong_byte_at_every_position_is_told() {
        for position in 0..13 {
            for byte in 0..=u8::MAX {
                let mut text = [b'0'; 13];
                text[position] = byte;
                let result = decode::<8, 13>(&text, 64, &CROCKFORD, &FORMAT);
                let value = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"
                    .iter()
                    .position(|digit| *digit == byte.to_ascii_uppercase());
                let expected = match value {
                    None => Err(ParseError::digit(&FORMAT, position, byte)),
                    Some(value) => (u64::try_from(value).unwrap())
                        .checked_mul(1 << (60 - 5 * position))
                        .map(u64::to_be_bytes)
                        .ok_or(ParseError::overflow(&FORMAT)),
                };
                assert_eq!(result, expected, "{byte:#04x} at {position}");
            }
        }
    }

    #[test]
    fn values_of_more_bits_are_refused() {
        let decode63 = |text: &[u8]| decode::<8, 13>(text, 63, &CROCKFORD, &FORMAT);
        assert_eq!(decode63(b"7ZZZZZZZZZZZZ"), Ok((u64::MAX >> 1).to_be_bytes()));
        assert_eq!(decode63(b"8000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(decode63(b"G000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(decode63(b"G00000000000U"), Err(ParseError::digit(&FORMAT, 12, b'U')));
    }

    #[test]
    fn aliases_and_hyphens_are_read_only_where_asked_for() {
        let lenient = |text: &[u8]| decode_with_hyphens::<8, 13>(text, 63, &CROCKFORD_WITH_ALIASES, &FORMAT);
        assert_eq!(lenient(b"0-0CMX-B6TAK4SA--"), Ok(14_246_757_444_195_114_u64.to_be_bytes()));
        assert_eq!(lenient(b"00000000000iL"), Ok(33_u64.to_be_bytes()));
        assert_eq!(lenient(b"oO0000000000l"), Ok(1_u64.to_be_bytes()));
        assert_eq!(lenient(b"-00000000000U0"), Err(ParseError::digit(&FORMAT, 12, b'U')));
        assert_eq!(lenient(b"-00000000000"), Err(ParseError::length(&FORMAT, 11)));
        assert_eq!(lenient(b"8-000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(
            decode::<8, 13>(b"00000000000iL", 63, &CROCKFORD, &FORMAT),
            Err(ParseError::digit(&FORMAT, 11, b'i'))
        );
    }
}
