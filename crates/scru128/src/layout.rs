//! The ID: bit layout, text form and bounds.

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base36};
use idcore::error::{ParseError, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest 48-bit timestamp. It is reserved, and so is 0.
pub(crate) const MAX_TIMESTAMP: u64 = (1 << 48) - 1;
/// The largest value of each 24-bit counter.
const MAX_COUNTER: u32 = (1 << 24) - 1;
/// The largest value of both counters together.
pub(crate) const MAX_COUNTERS: u64 = (1 << 48) - 1;

const FORMAT: TextFormat = TextFormat {
    name: "a SCRU128 ID",
    digits: "25 digits (0-9 and a-z, case-insensitive)",
    max: "f5lxx1zz5pnorynqglhzmsp33",
    forms: None,
};

/// A SCRU128 ID, as 16 big-endian bytes.
///
/// IDs sort in the same order as their integers, their bytes and their text forms (specification, section
/// "Specification v2.0.1").
///
/// ```
/// use scru128::Scru128;
///
/// const ID: Scru128 = match Scru128::try_from_str("0372ijojuxuhjsfkeryi2mrtm") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.to_u128(), 1993501768880490086615869617690763354);
/// assert_eq!(ID.encode(), "0372ijojuxuhjsfkeryi2mrtm");
/// assert!(Scru128::MIN < ID && ID < Scru128::MAX);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct Scru128([u8; 16]);

impl Scru128 {
    /// The smallest value: all bits 0. Reserved and never generated. Also the [`Default`].
    #[doc(alias = "nil")]
    pub const MIN: Self = Self([0; 16]);
    /// The largest value: all bits 1. Reserved and never generated.
    pub const MAX: Self = Self([0xff; 16]);
    /// The fields, most significant first.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 48, "milliseconds since 1970"),
        Field::new("counter_hi", 24, "random, renewed after a second or more"),
        Field::new("counter_lo", 24, "starts at a random value in each timestamp, then counts up"),
        Field::new("entropy", 32, "random in each ID"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since 1970 (48 bits), `counter_hi` and `counter_lo`
    /// (24 bits each), and `entropy` (32 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(
        timestamp: u64,
        counter_hi: u32,
        counter_lo: u32,
        entropy: u32,
    ) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check(
            Quantity::Field("counter_hi"),
            counter_hi as u64,
            0,
            MAX_COUNTER as u64
        ));
        idcore::const_try!(RangeError::check(
            Quantity::Field("counter_lo"),
            counter_lo as u64,
            0,
            MAX_COUNTER as u64
        ));
        Ok(Self::pack(timestamp, (counter_hi as u64) << 24 | counter_lo as u64, entropy))
    }

    /// Creates an ID from fields that are known to be in range.
    pub(crate) const fn pack(timestamp: u64, counters: u64, entropy: u32) -> Self {
        // Specification v2.0.1: timestamp · 2^80 + counter_hi · 2^56 + counter_lo · 2^32 + entropy.
        Self::from_u128((timestamp as u128) << 80 | (counters as u128) << 32 | entropy as u128)
    }

    /// Returns the 24-bit `counter_hi` field.
    #[must_use]
    pub const fn counter_hi(self) -> u32 {
        u32::from_be_bytes([0, self.0[6], self.0[7], self.0[8]])
    }

    /// Returns the 24-bit `counter_lo` field.
    #[must_use]
    pub const fn counter_lo(self) -> u32 {
        u32::from_be_bytes([0, self.0[9], self.0[10], self.0[11]])
    }

    /// Returns `counter_hi`, with `counter_lo` in the lower bits.
    #[allow(clippy::cast_possible_truncation, reason = "the low 48 bits")]
    pub(crate) const fn counters(self) -> u64 {
        (self.to_u128() >> 32) as u64 & MAX_COUNTERS
    }

    /// Returns the 32-bit `entropy` field.
    #[must_use]
    pub const fn entropy(self) -> u32 {
        u32::from_be_bytes([self.0[12], self.0[13], self.0[14], self.0[15]])
    }

    /// Parses 25 case-insensitive digits (specification, section "Textual representation").
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong length, contains a character that is not a digit, or encodes a
    /// value above 2^128 − 1.
    #[doc(alias = "from_string")]
    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        match base36::decode_u128(text.as_bytes(), &FORMAT) {
            Ok(integer) => Ok(Self::from_u128(integer)),
            Err(error) => Err(error),
        }
    }

    /// Returns the 25 lowercase digits, on the stack (specification, section "Textual representation").
    #[must_use]
    #[inline]
    pub const fn encode(self) -> Text<25> {
        base36::encode_u128(self.to_u128())
    }

    /// Writes the text form into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use scru128::Scru128;
    ///
    /// let mut buffer = [0; 25];
    /// assert_eq!(Scru128::MAX.encode_into(&mut buffer), "f5lxx1zz5pnorynqglhzmsp33");
    /// assert_eq!(buffer, *b"f5lxx1zz5pnorynqglhzmsp33");
    /// ```
    pub const fn encode_into(self, buffer: &mut [u8; 25]) -> &str {
        base36::encode_u128_into(self.to_u128(), buffer)
    }
}

idcore::impl_u128_id!(Scru128, any);
idcore::impl_unix_ms_id!(Scru128, (0, 0), (MAX_COUNTERS, u32::MAX));
idcore::impl_text_traits!(Scru128);
idcore::impl_id!(Scru128, 16 bytes, 25 characters "^[0-9A-Za-z]{25}$" of FORMAT, uuid column, any);
