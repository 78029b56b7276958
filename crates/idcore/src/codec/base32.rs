//! Base 32: five bits per digit, most significant first. If the number of bits is not a multiple of five, zero bits are
//! added in front.
//!
//! Five bytes are eight digits, a *group*. If the number of bytes is not a multiple of five, the bytes before the first
//! group are the *head*. Two variants have the same result: `wide` for cores with 64-bit arithmetic, and `narrow` for
//! cores with 32-bit arithmetic, in which nothing can panic.

mod narrow;
#[cfg(test)]
mod proof;
mod wide;

use crate::codec::{Text, exactly};
use crate::error::{ParseError, TextFormat};
use crate::sys::Ascii;

/// `true` if [`wide`] is used or tested. Small cores have no room for its tables.
const HAS_WIDE: bool = cfg!(any(test, target_pointer_width = "64"));

/// The digits of one base-32 alphabet, for encoding.
#[derive(Debug)]
pub struct Digits {
    characters: [Ascii; 32],
    /// All pairs of digits.
    pairs: [[Ascii; 2]; if HAS_WIDE { 1024 } else { 0 }],
}

impl Digits {
    const fn new(digits: &[u8; 32]) -> Self {
        let mut characters = [Ascii::new(0); 32];
        let mut value = 0;
        while value < 32 {
            characters[value] = Ascii::new(digits[value]);
            value += 1;
        }
        let mut pairs = [[Ascii::new(0); 2]; if HAS_WIDE { 1024 } else { 0 }];
        let mut value = 0;
        while value < pairs.len() {
            pairs[value] = [characters[value / 32], characters[value % 32]];
            value += 1;
        }
        Self { characters, pairs }
    }

    /// Returns the digit of the low five bits.
    const fn digit(&self, bits: u32) -> Ascii {
        self.characters[(bits & 31) as usize]
    }
}

/// An entry of the tables of [`wide`]. If the tables are empty, the entry is narrower, because their alignment would
/// still take flash.
#[cfg(any(test, target_pointer_width = "64"))]
type Entry = u64;
#[cfg(not(any(test, target_pointer_width = "64")))]
type Entry = u8;

/// The values of the digits of one base-32 alphabet, for decoding.
#[derive(Debug)]
pub struct Values {
    /// The values of the characters from `0` to `z`, or −1 for characters that are not digits.
    narrow: [i8; (b'z' - b'0' + 1) as usize],
    /// The values of all bytes as the first and as the second of two digits. All bits are set if a byte is not a digit.
    wide: [[Entry; if HAS_WIDE { 256 } else { 0 }]; 2],
}

impl Values {
    /// Creates the values of case-insensitive digits.
    const fn new(digits: &[u8; 32]) -> Self {
        let mut values = Self {
            narrow: [-1; (b'z' - b'0' + 1) as usize],
            wide: [[Entry::MAX; if HAS_WIDE { 256 } else { 0 }]; 2],
        };
        let (mut index, mut value) = (0, 0);
        while index < digits.len() {
            values = values.and(digits[index], value);
            (index, value) = (index + 1, value + 1);
        }
        values
    }

    /// Adds one case-insensitive letter.
    #[allow(clippy::cast_sign_loss, reason = "no digit is worth less than 0")]
    const fn and(mut self, letter: u8, value: i8) -> Self {
        let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
        self.narrow[(upper - b'0') as usize] = value;
        self.narrow[(lower - b'0') as usize] = value;
        if HAS_WIDE {
            let [first, second] = &mut self.wide;
            (first[upper as usize], second[upper as usize]) = ((value as Entry) << 5, value as Entry);
            (first[lower as usize], second[lower as usize]) = ((value as Entry) << 5, value as Entry);
        }
        self
    }

    /// Removes the uppercase letters.
    const fn lowercase(mut self) -> Self {
        let mut letter = b'A';
        while letter <= b'Z' {
            self.narrow[(letter - b'0') as usize] = -1;
            if HAS_WIDE {
                let [first, second] = &mut self.wide;
                (first[letter as usize], second[letter as usize]) = (Entry::MAX, Entry::MAX);
            }
            letter += 1;
        }
        self
    }

    /// Returns the value of a byte, 2^32 − 1 if it is a character from `0` to `z` but not a digit, or `None` for any
    /// other byte.
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "the sign is what fills the high bits")]
    #[must_use]
    pub const fn value(&self, byte: u8) -> Option<u32> {
        let index = (byte as u32).wrapping_sub(b'0' as u32) as usize;
        if index < self.narrow.len() { Some(self.narrow[index] as i32 as u32) } else { None }
    }

    const fn is_digit(&self, byte: u8) -> bool {
        matches!(self.value(byte), Some(value) if value != u32::MAX)
    }
}

const CROCKFORD_DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const HEX_DIGITS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// Crockford's digits, without `I L O U`, for encoding.
pub static TO_CROCKFORD: Digits = Digits::new(CROCKFORD_DIGITS);

/// Crockford's digits, for decoding.
pub static FROM_CROCKFORD: Values = Values::new(CROCKFORD_DIGITS);

/// Crockford's digits, with `I` and `L` as `1`, and `O` as `0`, for decoding.
pub static FROM_CROCKFORD_WITH_ALIASES: Values =
    Values::new(CROCKFORD_DIGITS).and(b'I', 1).and(b'L', 1).and(b'O', 0);

/// Crockford's digits in lowercase, for encoding, as in TypeID.
pub static TO_CROCKFORD_LOWERCASE: Digits = Digits::new(b"0123456789abcdefghjkmnpqrstvwxyz");

/// Crockford's digits, only in lowercase, for decoding, as in TypeID.
pub static FROM_CROCKFORD_LOWERCASE: Values = Values::new(CROCKFORD_DIGITS).lowercase();

/// The digits of RFC 4648, section 7, "base32hex", for encoding.
pub static TO_HEX: Digits = Digits::new(HEX_DIGITS);

/// The digits of RFC 4648, section 7, "base32hex", for decoding.
pub static FROM_HEX: Values = Values::new(HEX_DIGITS);

/// Encodes bytes as digits. `DIGITS` is the number that the bits need, at five bits per digit.
///
/// ```
/// let text = idcore::__private::base32::encode::<8, 13>(&14246757444195114_u64.to_be_bytes(), &idcore::__private::base32::TO_CROCKFORD);
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

/// Writes the text form into `buffer` and returns it as a `&str`, like [`encode`].
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
    const { assert_widths::<BYTES, DIGITS>() };
    if cfg!(target_pointer_width = "64") {
        wide::write(bytes, digits, to);
    } else {
        narrow::write(bytes, digits, to);
    }
}

/// Decodes case-insensitive digits of a value that has at most `BITS` bits. `format` describes the expected string in
/// errors.
///
/// `DIGITS` is the number that `BYTES` need. `BITS` can limit only the head. A lower limit does not compile:
///
/// ```compile_fail,E0080
/// # const FORMAT: idcore::__private::TextFormat = idcore::__private::TextFormat { name: "an example", digits: "8 digits", max: "1ZZZZZZZ", forms: None };
/// let _ = idcore::__private::base32::decode::<5, 8, 36>(b"00000000", &idcore::__private::base32::FROM_HEX, &FORMAT);
/// ```
///
/// # Errors
///
/// Returns an error if the length is wrong, if a byte is not a digit, or if the value has more bits, checked in this
/// order. The error names the first wrong byte.
#[inline]
pub const fn decode<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    text: &[u8],
    from: &Values,
    format: &'static TextFormat,
) -> Result<[u8; BYTES], ParseError> {
    let Some(digits) = exactly::<DIGITS>(text) else {
        return Err(ParseError::length(format, text.len()));
    };
    let mut bytes = [0; BYTES];
    if read_into::<BYTES, DIGITS, BITS>(digits, &mut bytes, from) {
        Ok(bytes)
    } else {
        Err(parse_error(text, from, None, format))
    }
}

/// Decodes digits like [`decode`], but into `bytes`. On error, their contents are unspecified.
///
/// ```
/// use idcore::__private::{TextFormat, base32};
///
/// const FORMAT: TextFormat = TextFormat { name: "an example", digits: "13 digits", max: "7ZZZZZZZZZZZZ", forms: None };
///
/// let mut bytes = [0; 8];
/// base32::decode_into::<8, 13, 63>(b"00CMXB6TAK4SA", &mut bytes, &base32::FROM_CROCKFORD, &FORMAT)?;
/// assert_eq!(u64::from_be_bytes(bytes), 14246757444195114);
/// # Ok::<(), idcore::error::ParseError>(())
/// ```
///
/// # Errors
///
/// Returns an error if [`decode`] would.
#[inline]
pub const fn decode_into<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    text: &[u8],
    bytes: &mut [u8; BYTES],
    from: &Values,
    format: &'static TextFormat,
) -> Result<(), ParseError> {
    let Some(digits) = exactly::<DIGITS>(text) else {
        return Err(ParseError::length(format, text.len()));
    };
    if read_into::<BYTES, DIGITS, BITS>(digits, bytes, from) {
        Ok(())
    } else {
        Err(parse_error(text, from, None, format))
    }
}

/// Decodes digits like [`decode`], but ignores hyphens.
///
/// # Errors
///
/// Returns an error if the number of digits is wrong, if a byte is neither a digit nor a hyphen, or if the value has
/// more bits, checked in this order. The error names the first wrong byte.
pub const fn decode_with_hyphens<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    text: &[u8],
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
    if read_into::<BYTES, DIGITS, BITS>(&digits, &mut bytes, from) {
        Ok(bytes)
    } else {
        Err(parse_error(text, from, Some(b'-'), format))
    }
}

#[inline]
const fn read_into<const BYTES: usize, const DIGITS: usize, const BITS: usize>(
    digits: &[u8; DIGITS],
    bytes: &mut [u8; BYTES],
    from: &Values,
) -> bool {
    const {
        assert_widths::<BYTES, DIGITS>();
        assert!(
            BYTES % 5 < 4,
            "a head of four bytes, which no scheme has, would not fit in one word of a small core"
        );
        assert!(BYTES / 5 * 40 <= BITS && BITS <= 8 * BYTES, "only the head can have fewer bits");
    };
    if cfg!(target_pointer_width = "64") {
        wide::read_into::<BYTES, DIGITS, BITS>(digits, bytes, from)
    } else {
        narrow::read_into::<BYTES, DIGITS, BITS>(digits, bytes, from)
    }
}

const fn assert_widths<const BYTES: usize, const DIGITS: usize>() {
    assert!(DIGITS == (8 * BYTES).div_ceil(5), "as many digits as the bits need");
    assert!(BYTES <= 24, "more bytes, which no scheme has, would not fit in the integer of the wide variant");
}

/// Returns why digits of the right number were rejected. The `ignored` byte is accepted, although it is not a digit.
// Outlined, so that it takes no register from the fast path. On 32-bit cores, nothing remains of it if the caller
// ignores the reason.
#[cfg_attr(target_pointer_width = "64", cold, inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
const fn parse_error(
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
