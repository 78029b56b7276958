//! The ID: bit layout, text form and bounds.

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base32};
use idcore::error::{ParseError, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest value of the 48-bit timestamp.
pub(crate) const MAX_TIMESTAMP: u64 = (1 << 48) - 1;
/// The largest value of the 80-bit randomness.
pub(crate) const MAX_RANDOMNESS: u128 = (1 << 80) - 1;

const FORMAT: TextFormat = TextFormat {
    name: "a ULID",
    digits: "26 digits (0-9 and A-Z without I, L, O and U, case-insensitive)",
    max: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    forms: None,
};

/// A ULID, as 16 big-endian bytes.
///
/// IDs sort in the same order as their integers, their bytes and their text forms (specification, section "Sorting").
///
/// ```
/// use ulid::Ulid;
///
/// const ID: Ulid = match Ulid::try_from_str("01ARZ3NDEKTSV4RRFFQ69G5FAV") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.timestamp(), 1469922850259);
/// assert_eq!(ID.encode(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
/// assert!(Ulid::MIN < ID && ID < Ulid::MAX);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct Ulid([u8; 16]);

impl Ulid {
    /// The smallest value: all bits 0. Also the [`Default`].
    #[doc(alias = "nil")]
    pub const MIN: Self = Self([0; 16]);
    /// The largest value: all bits 1.
    pub const MAX: Self = Self([0xff; 16]);
    /// The fields, most significant first.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 48, "milliseconds since 1970"),
        Field::new("randomness", 80, "starts at a random value in each timestamp, then counts up"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since 1970 (48 bits), and `randomness` (80 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(timestamp: u64, randomness: u128) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check_bits(Quantity::Field("randomness"), randomness, 80));
        Ok(Self::pack(timestamp, randomness))
    }

    /// Creates an ID from fields that are known to be in range.
    pub(crate) const fn pack(timestamp: u64, randomness: u128) -> Self {
        // Specification, section "Binary Layout and Byte Order".
        if cfg!(target_pointer_width = "64") {
            return Self::from_u128((timestamp as u128) << 80 | randomness);
        }
        // This gives the same bytes, without shifts of wide integers.
        let [_, _, a, b, c, d, e, f] = timestamp.to_be_bytes();
        let [_, _, _, _, _, _, g, h, i, j, k, l, m, n, o, p] = randomness.to_be_bytes();
        Self([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
    }

    /// Returns the 80-bit `randomness` field.
    #[must_use]
    pub const fn randomness(self) -> u128 {
        let [.., g, h, i, j, k, l, m, n, o, p] = self.0;
        u128::from_be_bytes([0, 0, 0, 0, 0, 0, g, h, i, j, k, l, m, n, o, p])
    }

    /// Parses 26 case-insensitive digits (specification, section "Canonical String Representation").
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong length, contains a character that is not a digit, or encodes a
    /// value above 2^128 − 1.
    #[doc(alias = "from_string")]
    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        let (text, mut bytes) = (text.as_bytes(), [0; 16]);
        match base32::decode_into::<16, 26, 128>(text, &mut bytes, &base32::FROM_CROCKFORD, &FORMAT) {
            Ok(()) => Ok(Self(bytes)),
            Err(error) => Err(error),
        }
    }

    /// Parses a string that may have been typed by hand. Unlike [`try_from_str`](Self::try_from_str), this accepts `I`
    /// and `L` as `1`, `O` as `0`, and hyphens anywhere, as Crockford allows. So many strings stand for the same ID.
    ///
    /// ```
    /// use ulid::Ulid;
    ///
    /// let typed = Ulid::try_from_str_lenient("OIARZ3-NDEKTSV4-RRFFQ69G5FAV")?;
    /// assert_eq!(typed.encode(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    /// # Ok::<(), ulid::error::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong number of digits, contains a character that is not allowed, or
    /// encodes a value above 2^128 − 1.
    pub const fn try_from_str_lenient(text: &str) -> Result<Self, ParseError> {
        let text = text.as_bytes();
        match base32::decode_with_hyphens::<16, 26, 128>(text, &base32::FROM_CROCKFORD_WITH_ALIASES, &FORMAT)
        {
            Ok(bytes) => Ok(Self(bytes)),
            Err(error) => Err(error),
        }
    }

    /// Returns the 26 uppercase digits, on the stack (specification, section "Encoding").
    #[must_use]
    pub const fn encode(self) -> Text<26> {
        base32::encode(&self.0, &base32::TO_CROCKFORD)
    }

    /// Writes the text form into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use ulid::Ulid;
    ///
    /// let mut buffer = [0; 26];
    /// assert_eq!(Ulid::MAX.encode_into(&mut buffer), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    /// assert_eq!(buffer, *b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    /// ```
    pub const fn encode_into(self, buffer: &mut [u8; 26]) -> &str {
        base32::encode_into(&self.0, buffer, &base32::TO_CROCKFORD)
    }
}

idcore::impl_u128_id!(Ulid, any);
idcore::impl_unix_ms_id!(Ulid, (0), (MAX_RANDOMNESS));
idcore::impl_text_traits!(Ulid);
idcore::impl_id!(Ulid, 16 bytes, 26 characters "^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$" of FORMAT, uuid column, any);

idcore::__private::with_serde! {
    impl idcore::serde::LenientId for Ulid {
        fn try_from_str_lenient(text: &str) -> Result<Self, ParseError> {
            Self::try_from_str_lenient(text)
        }
    }
}
