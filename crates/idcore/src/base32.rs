//! Base 32: bytes as digits of five bits, most significant first, with zero bits in front where five does not divide them.
//!
//! Five bytes are eight digits. Bytes that are no multiple of five have fewer in front, the *head*; the rest are *groups*
//! of five bytes. Nothing here could panic.

use crate::error::{ParseError, TextFormat};
use crate::text::Text;
use crate::trusted::Ascii;

/// The digits of one flavour of base 32, to write with.
#[derive(Debug)]
pub struct Digits([Ascii; 32]);

impl Digits {
    const fn new(digits: &[u8; 32]) -> Self {
        let mut characters = [Ascii::new(0); 32];
        let mut value = 0;
        while value < 32 {
            characters[value] = Ascii::new(digits[value]);
            value += 1;
        }
        Self(characters)
    }

    /// The digit of the low five bits.
    const fn digit(&self, bits: u32) -> Ascii {
        self.0[(bits & 31) as usize]
    }
}

/// What each character from `0` to `z` stands for in one flavour of base 32, to read with; −1 if it is no digit.
#[derive(Debug)]
pub struct Values([i8; (b'z' - b'0' + 1) as usize]);

impl Values {
    /// The values of digits in either case.
    const fn new(digits: &[u8; 32]) -> Self {
        let mut values = Self([-1; (b'z' - b'0' + 1) as usize]);
        let (mut index, mut value) = (0, 0);
        while index < digits.len() {
            values = values.and(digits[index], value);
            (index, value) = (index + 1, value + 1);
        }
        values
    }

    /// The same, with one more letter in either case.
    const fn and(mut self, letter: u8, value: i8) -> Self {
        self.0[(letter.to_ascii_uppercase() - b'0') as usize] = value;
        self.0[(letter.to_ascii_lowercase() - b'0') as usize] = value;
        self
    }

    /// The value of a byte, 2^32 − 1 if it is no digit; `None` if it is not even from `0` to `z`.
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "the sign is what fills the high bits")]
    const fn value(&self, byte: u8) -> Option<u32> {
        let index = (byte as u32).wrapping_sub(b'0' as u32) as usize;
        if index < self.0.len() { Some(self.0[index] as i32 as u32) } else { None }
    }

    const fn is_digit(&self, byte: u8) -> bool {
        matches!(self.value(byte), Some(value) if value != u32::MAX)
    }
}

const CROCKFORD_DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const HEX_DIGITS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// Writes Crockford's digits, without `I L O U`.
pub static TO_CROCKFORD: Digits = Digits::new(CROCKFORD_DIGITS);

/// Reads Crockford's digits.
pub static FROM_CROCKFORD: Values = Values::new(CROCKFORD_DIGITS);

/// Reads Crockford's digits, `I` and `L` as `1`, and `O` as `0`.
pub static FROM_CROCKFORD_WITH_ALIASES: Values =
    Values::new(CROCKFORD_DIGITS).and(b'I', 1).and(b'L', 1).and(b'O', 0);

/// Writes the digits of RFC 4648, section 7, "base32hex".
pub static TO_HEX: Digits = Digits::new(HEX_DIGITS);

/// Reads the digits of RFC 4648, section 7, "base32hex".
pub static FROM_HEX: Values = Values::new(HEX_DIGITS);

/// Writes bytes as digits. `DIGITS` is as many as the bits need, five to each.
///
/// ```
/// let text = idcore::base32::encode::<8, 13>(&14246757444195114_u64.to_be_bytes(), &idcore::base32::TO_CROCKFORD);
/// assert_eq!(text, "00CMXB6TAK4SA");
/// ```
#[must_use]
#[inline]
pub const fn encode<const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    to: &Digits,
) -> Text<DIGITS> {
    let mut text = Text::zeros();
    write(bytes, text.characters(), to);
    text
}

/// Writes bytes as [`encode`] does, into a buffer, and returns that as text.
#[inline]
pub const fn encode_into<'a, const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    buffer: &'a mut [u8; DIGITS],
    to: &Digits,
) -> &'a str {
    let digits = Ascii::zeros(buffer);
    write(bytes, digits, to);
    Ascii::string(digits)
}

#[inline]
const fn write<const BYTES: usize, const DIGITS: usize>(
    bytes: &[u8; BYTES],
    digits: &mut [Ascii; DIGITS],
    to: &Digits,
) {
    const { assert!(DIGITS == (8 * BYTES).div_ceil(5), "as many digits as the bits need") };
    let (mut head, mut bytes) = bytes.split_at(BYTES % 5);
    let (mut head_digits, mut digits) = digits.split_at_mut(DIGITS % 8);

    let mut bits = 0;
    while let Some((byte, after)) = head.split_first() {
        bits = bits << 8 | *byte as u32;
        head = after;
    }
    while let Some((digit, before)) = head_digits.split_last_mut() {
        *digit = to.digit(bits);
        bits >>= 5;
        head_digits = before;
    }
    while let (Some((group, bytes_after)), Some((group_digits, digits_after))) =
        (bytes.split_first_chunk(), digits.split_first_chunk_mut())
    {
        *group_digits = group_of_digits(group, to);
        (bytes, digits) = (bytes_after, digits_after);
    }
}

/// The digits of a group.
const fn group_of_digits(bytes: &[u8; 5], to: &Digits) -> [Ascii; 8] {
    let [a, b, c, d, e] = *bytes;
    // Six digits are in the word, one is across its end, one in the byte alone.
    let word = u32::from_be_bytes([a, b, c, d]);
    let rest = word << 8 | e as u32;
    [
        to.digit(word >> 27),
        to.digit(word >> 22),
        to.digit(word >> 17),
        to.digit(word >> 12),
        to.digit(word >> 7),
        to.digit(word >> 2),
        to.digit(rest >> 5),
        to.digit(rest),
    ]
}

/// Reads digits of either case, of a value of at most `bits` bits. `format` is what the errors say was expected.
///
/// # Errors
///
/// Reports, in this order, another length, the first byte that is no digit, a value of more bits.
#[inline]
pub const fn decode<const BYTES: usize, const DIGITS: usize>(
    text: &[u8],
    bits: u32,
    from: &Values,
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    let digits = match text.first_chunk() {
        Some(digits) if text.len() == DIGITS => digits,
        _ => return Err(ParseError::length(format, text.len())),
    };
    let mut bytes = [0; BYTES];
    if read_into::<BYTES, DIGITS>(digits, &mut bytes, bits, from) {
        Ok(bytes)
    } else {
        Err(diagnose(text, from, None, format))
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
    from: &Values,
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
    let mut bytes = [0; BYTES];
    if read_into::<BYTES, DIGITS>(&digits, &mut bytes, bits, from) {
        Ok(bytes)
    } else {
        Err(diagnose(text, from, Some(b'-'), format))
    }
}

#[inline]
const fn read_into<const BYTES: usize, const DIGITS: usize>(
    digits: &[u8; DIGITS],
    bytes: &mut [u8; BYTES],
    bits: u32,
    from: &Values,
) -> bool {
    const { assert!(DIGITS == (8 * BYTES).div_ceil(5), "as many digits as the bits need") };
    let (mut head, mut bytes) = bytes.split_at_mut(BYTES % 5);
    let (head_digits, mut digits) = digits.split_at(DIGITS % 8);

    // If a digit is none, all high bits are set, so that one comparison finds that and overflow. Without a head there is
    // nothing above the highest bit that is allowed.
    #[allow(clippy::cast_possible_truncation, reason = "no ID has 2^32 bits")]
    let head_bits_allowed = bits - (BYTES / 5 * 40) as u32;
    let mut head_bits = read(head_digits, from);
    if head_bits >> head_bits_allowed != 0 {
        return false;
    }
    while let Some((byte, before)) = head.split_last_mut() {
        *byte = (head_bits & 255) as u8;
        head_bits >>= 8;
        head = before;
    }
    while let (Some((high, after_high)), Some((group, bytes_after))) =
        (digits.split_first_chunk::<4>(), bytes.split_first_chunk_mut::<5>())
    {
        let Some((low, digits_after)) = after_high.split_first_chunk::<4>() else { break };
        let (high, low) = (read(high, from), read(low, from));
        if (high | low) >> 20 != 0 {
            return false;
        }
        let [a, b, c, d] = (high << 12 | low >> 8).to_be_bytes();
        *group = [a, b, c, d, (low & 255) as u8];
        (digits, bytes) = (digits_after, bytes_after);
    }
    true
}

/// The bits of at most six digits, below all others; those are set if a digit is none.
#[inline]
const fn read(mut digits: &[u8], from: &Values) -> u32 {
    let mut bits = 0;
    while let Some((digit, after)) = digits.split_first() {
        let Some(value) = from.value(*digit) else { return u32::MAX };
        bits = bits << 5 | value;
        digits = after;
    }
    bits
}

/// Says why digits of the right number were refused. Bytes that are `ignored` are no fault although they are no digits.
// Inlined, so that nothing is left of it where the caller does not ask why.
#[inline(always)]
const fn diagnose(
    text: &[u8],
    from: &Values,
    ignored: Option<u8>,
    format: &'static TextFormat,
) -> ParseError {
    let mut position = 0;
    while position < text.len() {
        let byte = text[position];
        let is_ignored = match ignored {
            Some(ignored) => byte == ignored,
            None => false,
        };
        if !from.is_digit(byte) && !is_ignored {
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
            let text = encode::<16, 26>(&bytes, &TO_CROCKFORD);
            assert_eq!(text.as_bytes(), &plain(integer, b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"));
            assert_eq!(decode::<16, 26>(text.as_bytes(), 128, &FROM_CROCKFORD, &FORMAT), Ok(bytes));
            let mut buffer = [0xff; 26];
            assert_eq!(encode_into(&bytes, &mut buffer, &TO_CROCKFORD), &*text);
            assert_eq!(&buffer, text.as_bytes());
            let lower = text.to_ascii_lowercase();
            assert_eq!(decode::<16, 26>(lower.as_bytes(), 128, &FROM_CROCKFORD, &FORMAT), Ok(bytes));

            let bytes = *bytes.last_chunk::<8>().unwrap();
            let text = encode::<8, 13>(&bytes, &TO_HEX);
            assert_eq!(
                text.as_bytes(),
                &plain(u64::from_be_bytes(bytes).into(), b"0123456789ABCDEFGHIJKLMNOPQRSTUV")
            );
            assert_eq!(decode::<8, 13>(text.as_bytes(), 64, &FROM_HEX, &FORMAT), Ok(bytes));
        }
    }

    #[test]
    fn bytes_without_a_head_are_written_group_by_group() {
        let bytes: [u8; 20] = core::array::from_fn(|index| u8::try_from(index * 13).unwrap());
        let text = encode::<20, 32>(&bytes, &TO_HEX);
        for (group, digits) in bytes.chunks(5).zip(text.as_bytes().chunks(8)) {
            let integer = group.iter().fold(0, |integer, byte| integer << 8 | u128::from(*byte));
            assert_eq!(digits, plain::<8>(integer, b"0123456789ABCDEFGHIJKLMNOPQRSTUV"));
        }
        assert_eq!(decode::<20, 32>(text.as_bytes(), 160, &FROM_HEX, &FORMAT), Ok(bytes));
    }

    #[test]
    fn every_wrong_byte_at_every_position_is_told() {
        for position in 0..13 {
            for byte in 0..=u8::MAX {
                let mut text = [b'0'; 13];
                text[position] = byte;
                let result = decode::<8, 13>(&text, 64, &FROM_CROCKFORD, &FORMAT);
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
        let decode63 = |text: &[u8]| decode::<8, 13>(text, 63, &FROM_CROCKFORD, &FORMAT);
        assert_eq!(decode63(b"7ZZZZZZZZZZZZ"), Ok((u64::MAX >> 1).to_be_bytes()));
        assert_eq!(decode63(b"8000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(decode63(b"G000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(decode63(b"G00000000000U"), Err(ParseError::digit(&FORMAT, 12, b'U')));
    }

    #[test]
    fn aliases_and_hyphens_are_read_only_where_asked_for() {
        let lenient =
            |text: &[u8]| decode_with_hyphens::<8, 13>(text, 63, &FROM_CROCKFORD_WITH_ALIASES, &FORMAT);
        assert_eq!(lenient(b"0-0CMX-B6TAK4SA--"), Ok(14_246_757_444_195_114_u64.to_be_bytes()));
        assert_eq!(lenient(b"00000000000iL"), Ok(33_u64.to_be_bytes()));
        assert_eq!(lenient(b"oO0000000000l"), Ok(1_u64.to_be_bytes()));
        assert_eq!(lenient(b"-00000000000U0"), Err(ParseError::digit(&FORMAT, 12, b'U')));
        assert_eq!(lenient(b"-00000000000"), Err(ParseError::length(&FORMAT, 11)));
        assert_eq!(lenient(b"8-000000000000"), Err(ParseError::overflow(&FORMAT)));
        assert_eq!(
            decode::<8, 13>(b"00000000000iL", 63, &FROM_CROCKFORD, &FORMAT),
            Err(ParseError::digit(&FORMAT, 11, b'i'))
        );
    }
}
