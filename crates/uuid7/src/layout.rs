//! The ID: bit layout, text forms and bounds.

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base16, base32};
use idcore::error::{ParseError, ParseErrorKind, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest value of the 48-bit timestamp.
pub(crate) const MAX_TIMESTAMP: u64 = (1 << 48) - 1;
/// The largest value of the 42-bit counter: `rand_a`, and below it the upper 30 bits of `rand_b`.
pub(crate) const MAX_COUNTER: u64 = (1 << 42) - 1;
/// The largest value of the 12-bit `rand_a`.
const MAX_RAND_A: u64 = (1 << 12) - 1;
/// The largest value of the 62-bit `rand_b`.
const MAX_RAND_B: u64 = (1 << 62) - 1;
/// The version, in the upper four bits of byte 6.
const VERSION: u8 = 7;
/// The variant of RFC 9562, in the upper two bits of byte 8.
const VARIANT: u8 = 0b10;

const FORMAT: TextFormat =
    TextFormat { name: "a UUIDv7", max: "ffffffff-ffff-7fff-bfff-ffffffffffff", ..base16::UUID };
/// The expected string in errors for the wrong version.
const OF_VERSION_7: TextFormat = TextFormat { name: "a version 7 UUID", digits: "", ..FORMAT };
/// The expected string in errors for the wrong variant.
const OF_VARIANT: TextFormat =
    TextFormat { name: "a UUID", digits: "the RFC 9562 variant (8, 9, a or b here)", ..FORMAT };

/// The text form after the prefix of a typed ID.
const SUFFIX: TextFormat = TextFormat {
    name: "a TypeID",
    digits: "26 lowercase digits (0-9 and a-z without i, l, o and u)",
    max: "7zzzzzzzzzfzzvzzzzzzzzzzzz",
    forms: None,
};

/// The expected string after a prefix in errors for the wrong version.
const SUFFIX_OF_VERSION_7: TextFormat = TextFormat { name: "a version 7 UUID", digits: "", ..SUFFIX };
/// The expected string after a prefix in errors for the wrong variant.
const SUFFIX_OF_VARIANT: TextFormat =
    TextFormat { name: "a UUID", digits: "the RFC 9562 variant (8, 9, a, b, r, s, t or v here)", ..SUFFIX };

/// A version 7 UUID, as 16 big-endian bytes. The version and variant are always as in RFC 9562, section 5.7.
///
/// IDs sort in the same order as their integers, their bytes and their text forms (RFC 9562, section 6.11).
///
/// ```
/// use uuid7::Uuid7;
///
/// const ID: Uuid7 = match Uuid7::try_from_str("017f22e2-79b0-7cc3-98c4-dc0c0c07398f") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.timestamp(), 1645557742000);
/// assert_eq!((ID.rand_a(), ID.rand_b()), (0xcc3, 0x18c4_dc0c_0c07_398f));
/// assert_eq!(ID.encode(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert!(Uuid7::MIN < ID && ID < Uuid7::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// Without `FromBytes` and `TryFromBytes`, which would accept all bytes.
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct Uuid7([u8; 16]);

impl Uuid7 {
    /// The smallest value: all bits 0 except for the version and the variant. Also the [`Default`].
    ///
    /// The nil UUID has no version, so it is not a `Uuid7`. As a cursor before all IDs, use this constant instead.
    #[doc(alias = "nil")]
    pub const MIN: Self = Self::pack(0, 0, 0);
    /// The largest value: all bits 1 except for the version and the variant.
    pub const MAX: Self = Self::pack(MAX_TIMESTAMP, MAX_COUNTER, u32::MAX);
    /// The fields, most significant first. In RFC 9562, `timestamp` is called `unix_ts_ms`.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 48, "milliseconds since 1970"),
        Field::new("ver", 4, "the version: 7"),
        Field::new(
            "rand_a",
            12,
            "the upper bits of a counter that starts at a random value in each timestamp",
        ),
        Field::new("var", 2, "the variant: 2"),
        Field::new("rand_b", 62, "the counter's lower 30 bits, then 32 random bits"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since 1970 (48 bits), `rand_a` (12 bits) and `rand_b`
    /// (62 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    #[allow(clippy::cast_possible_truncation, reason = "the low 32 bits")]
    pub const fn from_parts(timestamp: u64, rand_a: u16, rand_b: u64) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check(Quantity::Field("rand_a"), rand_a as u64, 0, MAX_RAND_A));
        idcore::const_try!(RangeError::check(Quantity::Field("rand_b"), rand_b, 0, MAX_RAND_B));
        Ok(Self::pack(timestamp, (rand_a as u64) << 30 | rand_b >> 32, rand_b as u32))
    }

    /// Creates an ID from the fields of a generator, which are known to be in range.
    pub(crate) const fn pack(timestamp: u64, counter: u64, random: u32) -> Self {
        let high = timestamp << 16 | (VERSION as u64) << 12 | counter >> 30;
        let low = (VARIANT as u64) << 62 | (counter << 34) >> 2 | random as u64;
        if cfg!(target_pointer_width = "64") {
            return Self(((high as u128) << 64 | low as u128).to_be_bytes());
        }
        // This gives the same bytes, without shifts of wide integers.
        let ([a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]) = (high.to_be_bytes(), low.to_be_bytes());
        Self([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
    }

    /// Returns the ID with these 16 big-endian bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are a UUID of the wrong version or variant. The error contains the field, `ver` or
    /// `var`, and its value. The nil UUID and the max UUID have the wrong version too.
    pub const fn try_from_bytes(bytes: [u8; 16]) -> Result<Self, RangeError> {
        let [_, _, _, _, _, _, ver, _, var, ..] = bytes;
        idcore::const_try!(RangeError::check(
            Quantity::Field("ver"),
            ver as u64 >> 4,
            VERSION as u64,
            VERSION as u64
        ));
        idcore::const_try!(RangeError::check(
            Quantity::Field("var"),
            var as u64 >> 6,
            VARIANT as u64,
            VARIANT as u64
        ));
        Ok(Self(bytes))
    }

    /// Returns the 4-bit `ver` field, which is always 7.
    #[must_use]
    pub const fn ver(self) -> u8 {
        self.0[6] >> 4
    }

    /// Returns the 12-bit `rand_a` field. In IDs of this crate, it is the upper 12 bits of the counter.
    #[must_use]
    pub const fn rand_a(self) -> u16 {
        u16::from_be_bytes([self.0[6] & 0x0f, self.0[7]])
    }

    /// Returns the 2-bit `var` field, which is always 2, the variant of RFC 9562.
    #[must_use]
    pub const fn var(self) -> u8 {
        self.0[8] >> 6
    }

    /// Returns the 62-bit `rand_b` field. In IDs of this crate, it consists of the lower 30 bits of the counter and 32
    /// random bits.
    #[must_use]
    pub const fn rand_b(self) -> u64 {
        let [.., i, j, k, l, m, n, o, p] = self.0;
        u64::from_be_bytes([i & 0x3f, j, k, l, m, n, o, p])
    }

    /// Parses the 36 case-insensitive characters of RFC 9562, section 4.
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong length, contains a character that is neither a digit nor a hyphen
    /// in its place, or has the digit of the wrong version or variant. For the version, at byte 14, the error contains
    /// the digit that was found.
    #[inline]
    #[doc(alias = "from_string")]
    #[doc(alias = "parse_str")]
    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.as_bytes();
        Self::read(base16::decode_uuid(text, &FORMAT), text, 0, [14, 19])
    }

    /// Parses a UUID in any of its forms: 36 characters, 32 digits without hyphens, 36 characters in braces, or a URN,
    /// such as `urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f`. So many strings stand for the same ID.
    ///
    /// ```
    /// use uuid7::Uuid7;
    ///
    /// let typed = Uuid7::try_from_str_lenient("{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}")?;
    /// assert_eq!(typed.encode(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    /// # Ok::<(), uuid7::error::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the string has none of these forms, or is a UUID of the wrong version or variant.
    pub const fn try_from_str_lenient(text: &str) -> Result<Self, ParseError> {
        let text = text.as_bytes();
        if text.len() == 32 {
            return Self::read(base16::decode::<16, 32>(text, &FORMAT), text, 0, [12, 16]);
        }
        let (start, inner) = match text {
            [b'{', inner @ .., b'}'] => (1, inner),
            [
                b'u' | b'U',
                b'r' | b'R',
                b'n' | b'N',
                b':',
                b'u' | b'U',
                b'u' | b'U',
                b'i' | b'I',
                b'd' | b'D',
                b':',
                inner @ ..,
            ] => (9, inner),
            _ => (0, text),
        };
        Self::read(base16::decode_uuid(inner, &FORMAT), text, start, [start + 14, start + 19])
    }

    /// Returns the ID of the decoded bytes of a string in which the digits start at `start`. `positions` are the
    /// positions of the version and the variant.
    #[inline]
    const fn read(
        bytes: Result<[u8; 16], ParseError>,
        text: &[u8],
        start: usize,
        positions: [usize; 2],
    ) -> Result<Self, ParseError> {
        match bytes {
            Ok(bytes) if bytes[6] >> 4 == VERSION && bytes[8] >> 6 == VARIANT => Ok(Self(bytes)),
            Ok(_) => Err(Self::parse_error(text, text.len(), positions)),
            Err(error) => match error.kind() {
                ParseErrorKind::Digit { position, .. } => {
                    Err(Self::parse_error(text, start + position, positions))
                }
                _ => Err(ParseError::length(&FORMAT, text.len())),
            },
        }
    }

    /// Returns the error for the first character that no ID has at its position. `wrong` is the position of the first
    /// character that is neither a digit nor a hyphen in its place, or the length.
    #[cold]
    const fn parse_error(text: &[u8], wrong: usize, [version, variant]: [usize; 2]) -> ParseError {
        let (version_digit, variant_digit) = (character(text, version), character(text, variant));
        if wrong > version && version_digit != b'7' {
            ParseError::fixed_digit(&OF_VERSION_7, version, version_digit, None)
        } else if wrong > variant && !matches!(variant_digit, b'8' | b'9' | b'a' | b'b' | b'A' | b'B') {
            ParseError::fixed_digit(&OF_VARIANT, variant, variant_digit, None)
        } else {
            ParseError::digit(&FORMAT, wrong, character(text, wrong))
        }
    }

    /// Returns the 36 characters, with lowercase digits, on the stack (RFC 9562, section 4).
    #[must_use]
    #[inline]
    pub const fn encode(self) -> Text<36> {
        base16::encode_uuid(&self.0)
    }

    /// Writes the text form into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use uuid7::Uuid7;
    ///
    /// let mut buffer = [0; 36];
    /// assert_eq!(Uuid7::MAX.encode_into(&mut buffer), "ffffffff-ffff-7fff-bfff-ffffffffffff");
    /// assert_eq!(buffer, *b"ffffffff-ffff-7fff-bfff-ffffffffffff");
    /// ```
    #[inline]
    pub const fn encode_into(self, buffer: &mut [u8; 36]) -> &str {
        base16::encode_uuid_into(&self.0, buffer)
    }
}

/// The text form after the prefix of a typed ID, as defined by [TypeID](https://github.com/jetify-com/typeid).
impl Uuid7 {
    /// Returns the 26 lowercase digits of Crockford's base 32.
    pub(crate) const fn encode_suffix(self) -> Text<26> {
        base32::encode(&self.0, &base32::TO_CROCKFORD_LOWERCASE)
    }

    /// Parses the text form of [`encode_suffix`](Self::encode_suffix).
    #[doc(hidden)]
    pub const fn try_from_suffix(text: &str) -> Result<Self, ParseError> {
        let (text, mut bytes) = (text.as_bytes(), [0; 16]);
        let values = &base32::FROM_CROCKFORD_LOWERCASE;
        let read = base32::decode_into::<16, 26, 128>(text, &mut bytes, values, &SUFFIX);
        match read {
            Ok(()) if bytes[6] >> 4 == VERSION && bytes[8] >> 6 == VARIANT => Ok(Self(bytes)),
            _ => Err(Self::suffix_error(text, read)),
        }
    }

    /// Returns the error for the first character that no suffix has at its position, like `parse_error`. Two zero bits
    /// precede the 128 bits of an ID. So the 11th digit starts with the version, and the 14th contains the variant.
    #[cold]
    #[allow(clippy::cast_possible_truncation, reason = "a digit has five bits")]
    const fn suffix_error(text: &[u8], read: Result<(), ParseError>) -> ParseError {
        let (error, wrong) = match read {
            Ok(()) => (ParseError::overflow(&SUFFIX), text.len()),
            Err(error) => match error.kind() {
                ParseErrorKind::Length { .. } => return error,
                ParseErrorKind::Digit { position, .. } => (error, position),
                _ => (error, text.len()),
            },
        };
        let (version, variant) = (character(text, 10), character(text, 13));
        if wrong > 10 && !matches!(version, b'e' | b'f') {
            // The version is in the upper four of the digit's five bits.
            let found = match base32::FROM_CROCKFORD_LOWERCASE.value(version) {
                Some(bits) => Some(bits as u8 >> 1),
                None => None,
            };
            ParseError::fixed_digit(&SUFFIX_OF_VERSION_7, 10, version, found)
        } else if wrong > 13 && !matches!(variant, b'8' | b'9' | b'a' | b'b' | b'r' | b's' | b't' | b'v') {
            ParseError::fixed_digit(&SUFFIX_OF_VARIANT, 13, variant, None)
        } else {
            error
        }
    }
}

/// Returns the character at a position that exists in the string.
const fn character(text: &[u8], position: usize) -> u8 {
    match text.split_at_checked(position) {
        Some((_, [character, ..])) => *character,
        _ => 0,
    }
}

/// The smallest ID.
impl Default for Uuid7 {
    fn default() -> Self {
        Self::MIN
    }
}

idcore::impl_u128_id!(Uuid7, checked);
idcore::impl_unix_ms_id!(Uuid7, (0, 0), (MAX_COUNTER, u32::MAX));
idcore::impl_text_traits!(Uuid7);
idcore::impl_id!(
    Uuid7,
    16 bytes,
    36 characters "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$" of FORMAT,
    uuid column,
    checked,
    26 characters "^[0-7][0-9a-hjkmnp-tv-z]{9}[ef][0-9a-hjkmnp-tv-z]{2}[89abrstv][0-9a-hjkmnp-tv-z]{12}$" of SUFFIX
        after a prefix by encode_suffix try_from_suffix,
    as a UUID by try_from_str
);

idcore::__private::with_serde! {
    impl idcore::serde::LenientId for Uuid7 {
        fn try_from_str_lenient(text: &str) -> Result<Self, ParseError> {
            Self::try_from_str_lenient(text)
        }
    }
}
