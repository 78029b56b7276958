//! The ID: bit layout, text forms and bounds.

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base16, base32};
use idcore::error::{ParseError, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest 48-bit timestamp. It is reserved, and so is 0.
pub(crate) const MAX_TIMESTAMP: u64 = (1 << 48) - 1;
/// The largest value of the 80-bit `random80`.
pub(crate) const MAX_RANDOM80: u128 = (1 << 80) - 1;

const FORMAT: TextFormat = TextFormat {
    name: "a SCRU160 ID",
    digits: "32 digits (0-9 and A-V) or 40 digits (0-9 and a-f), case-insensitive",
    max: "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
    forms: None,
};

/// A SCRU160 ID, as 20 big-endian bytes.
///
/// IDs sort in the same order as their bytes and their text forms in either of the two encodings (specification,
/// section "Sorting").
///
/// ```
/// use scru160::Scru160;
///
/// const ID: Scru160 = match Scru160::try_from_str("05TTUP1HNCPNH30VEK64KDQT9BSNU4C4") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.encode(), "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4");
/// assert_eq!(ID.encode_hex().parse(), Ok(ID));
/// assert!(Scru160::MIN < ID && ID < Scru160::MAX);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct Scru160([u8; 20]);

impl Scru160 {
    /// The smallest value: all bits 0. Reserved and never generated. Also the [`Default`].
    #[doc(alias = "nil")]
    pub const MIN: Self = Self([0; 20]);
    /// The largest value: all bits 1. Reserved and never generated.
    pub const MAX: Self = Self([0xff; 20]);
    /// The fields, most significant first.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 48, "milliseconds since 1970"),
        Field::new("counter", 16, "counts within a timestamp, or microseconds and a sequence"),
        Field::new("random16", 16, "counter extension, node ID and random bits, as configured"),
        Field::new("random80", 80, "random in each ID"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since 1970 (48 bits), `counter` and `random16` (16
    /// bits each), and `random80` (80 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(
        timestamp: u64,
        counter: u16,
        random16: u16,
        random80: u128,
    ) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check_bits(Quantity::Field("random80"), random80, 80));
        Ok(Self::pack(timestamp, counter, random16, random80))
    }

    /// Creates an ID from fields that are known to be in range.
    #[allow(clippy::cast_possible_truncation, reason = "each cast takes an 80-bit word")]
    pub(crate) const fn pack(timestamp: u64, counter: u16, random16: u16, random80: u128) -> Self {
        // Specification, section "Binary Layout and Byte Order". Assembled from words, because a wide load waits for
        // narrow stores to the same place.
        let [a, b, c, d, e, f, g, h] = (timestamp << 16 | counter as u64).to_be_bytes();
        let [i, j, k, l, m, n, o, p] = ((random16 as u64) << 48 | (random80 >> 32) as u64).to_be_bytes();
        let [q, r, s, t] = (random80 as u32).to_be_bytes();
        Self([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t])
    }

    /// Returns the 16-bit `counter` field. In microsecond mode, its upper ten bits are the microseconds.
    #[must_use]
    pub const fn counter(self) -> u16 {
        u16::from_be_bytes([self.0[6], self.0[7]])
    }

    /// Returns the 16-bit `random16` field: counter extension, node ID and random bits, in this order from the top.
    #[must_use]
    pub const fn random16(self) -> u16 {
        u16::from_be_bytes([self.0[8], self.0[9]])
    }

    /// Returns the 80-bit `random80` field.
    #[must_use]
    pub const fn random80(self) -> u128 {
        let [.., k, l, m, n, o, p, q, r, s, t] = self.0;
        u128::from_be_bytes([0, 0, 0, 0, 0, 0, k, l, m, n, o, p, q, r, s, t])
    }

    /// Parses 32 digits of base32hex or 40 digits of hex. Both are case-insensitive, and the length decides between
    /// them (specification, section "Encodings").
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong length or contains a character that is not a digit.
    #[doc(alias = "from_string")]
    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        let bytes = match text.len() {
            40 => base16::decode::<20, 40>(text.as_bytes(), &FORMAT),
            _ => base32::decode::<20, 32, 160>(text.as_bytes(), &base32::FROM_HEX, &FORMAT),
        };
        match bytes {
            Ok(bytes) => Ok(Self(bytes)),
            Err(error) => Err(error),
        }
    }

    /// Returns the 32 uppercase digits of base32hex, on the stack (specification, section "Encodings").
    #[must_use]
    pub const fn encode(self) -> Text<32> {
        base32::encode(&self.0, &base32::TO_HEX)
    }

    /// Writes the text form of [`encode`](Self::encode) into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use scru160::Scru160;
    ///
    /// let mut buffer = [0; 32];
    /// assert_eq!(Scru160::MAX.encode_into(&mut buffer), "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV");
    /// assert_eq!(buffer, *b"VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV");
    /// ```
    pub const fn encode_into(self, buffer: &mut [u8; 32]) -> &str {
        base32::encode_into(&self.0, buffer, &base32::TO_HEX)
    }

    /// Returns the 40 lowercase digits of hex, on the stack (specification, section "Encodings").
    ///
    /// Text forms of different encodings don't sort correctly when mixed.
    #[must_use]
    pub const fn encode_hex(self) -> Text<40> {
        base16::encode(&self.0)
    }

    /// Writes the text form of [`encode_hex`](Self::encode_hex) into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use scru160::Scru160;
    ///
    /// let mut buffer = [0; 40];
    /// assert_eq!(Scru160::MAX.encode_hex_into(&mut buffer), "ffffffffffffffffffffffffffffffffffffffff");
    /// assert_eq!(buffer, *b"ffffffffffffffffffffffffffffffffffffffff");
    /// ```
    pub const fn encode_hex_into(self, buffer: &mut [u8; 40]) -> &str {
        base16::encode_into(&self.0, buffer)
    }
}

idcore::impl_bytes_id!(Scru160, 20, any);
idcore::impl_unix_ms_id!(Scru160, (0, 0, 0), (u16::MAX, u16::MAX, MAX_RANDOM80));
idcore::impl_text_traits!(Scru160);
idcore::impl_id!(Scru160, 20 bytes, 32 characters "^([0-9A-Va-v]{32}|[0-9A-Fa-f]{40})$" of FORMAT, bytes column, any);
