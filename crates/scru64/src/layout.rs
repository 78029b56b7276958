//! The ID: bit layout, text form and bounds.

use core::ops::RangeInclusive;

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base36};
use idcore::error::{ParseError, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest timestamp. It is reserved, and so is 0. All its IDs are below 36^12, because 2^24 divides 36^12.
pub(crate) const MAX_TIMESTAMP: u64 = base36::MAX_U64 >> NODE_CTR_BITS;
/// The number of bits shared by the node ID and the counter.
pub(crate) const NODE_CTR_BITS: u32 = 24;
/// The largest value of `node_ctr`.
const MAX_NODE_CTR: u32 = (1 << NODE_CTR_BITS) - 1;
/// A tick is 2^8 ms.
pub(crate) const TICK_BITS: u32 = 8;

const FORMAT: TextFormat = TextFormat {
    name: "a SCRU64 ID",
    digits: "12 digits (0-9 and a-z, case-insensitive)",
    max: "zzzzzzzzzzzz",
    forms: None,
};

/// A SCRU64 ID, as eight big-endian bytes of an integer below 36^12.
///
/// IDs sort in the same order as their integers (signed or not), their bytes and their text forms.
///
/// ```
/// use scru64::Scru64;
///
/// const ID: Scru64 = match Scru64::try_from_str("0u2pf62ji4b9") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.to_i64(), 109959589539758421);
/// assert_eq!(ID.encode(), "0u2pf62ji4b9");
/// assert!(Scru64::MIN < ID && ID < Scru64::MAX);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
// Not `FromBytes` or `TryFromBytes`, which would accept all bytes.
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct Scru64([u8; 8]);

impl Scru64 {
    /// The smallest value: 0. Reserved and never generated. Also the [`Default`].
    #[doc(alias = "nil")]
    pub const MIN: Self = Self([0; 8]);
    /// The largest value: 36<sup>12</sup> − 1. Reserved and never generated.
    pub const MAX: Self = Self(base36::MAX_U64.to_be_bytes());
    /// The instants that an ID can carry, in milliseconds since 1970, up to the last instant of the largest timestamp.
    pub const UNIX_MS: RangeInclusive<u64> = 0..=(MAX_TIMESTAMP << TICK_BITS) + (1 << TICK_BITS) - 1;
    /// The fields, most significant first, below a bit that is always 0.
    ///
    /// 36<sup>12</sup> is slightly above 2<sup>62</sup>. Timestamps from November 4199 on therefore need a 39th bit.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 39, "units of 256 ms since 1970"),
        Field::new("node_ctr", 24, "the node ID, and a counter in the bits below it"),
    ];

    /// Creates an ID from its fields: `timestamp` in units of 256 ms since 1970 (at most 282429536480), and `node_ctr`
    /// (24 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(timestamp: u64, node_ctr: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check(
            Quantity::Field("node_ctr"),
            node_ctr as u64,
            0,
            MAX_NODE_CTR as u64
        ));
        Ok(Self::pack(timestamp, node_ctr))
    }

    /// Creates an ID from fields that are known to be in range.
    pub(crate) const fn pack(timestamp: u64, node_ctr: u32) -> Self {
        // Specification v1.0.0: timestamp << 24 | node_id << (24 - node_id_size) | counter.
        Self((timestamp << NODE_CTR_BITS | node_ctr as u64).to_be_bytes())
    }

    /// Returns the `timestamp` field: units of 256 ms since 1970.
    #[must_use]
    pub const fn timestamp(self) -> u64 {
        self.to_u64() >> NODE_CTR_BITS
    }

    /// Returns the 24-bit `node_ctr` field: the node ID, and the counter below it.
    ///
    /// An ID does not contain the size of its node ID, and the specification warns against identifying nodes by it
    /// (section "Identifying node by `node_id`").
    #[must_use]
    pub const fn node_ctr(self) -> u32 {
        u32::from_be_bytes([0, self.0[5], self.0[6], self.0[7]])
    }

    /// Returns the start of the timestamp's 256 ms tick, in milliseconds since 1970.
    #[must_use]
    #[doc(alias = "timestamp_ms")]
    pub const fn unix_ms(self) -> u64 {
        self.timestamp() << TICK_BITS
    }

    /// Returns the smallest ID of the tick that contains an instant, in milliseconds since 1970: the lower bound of a
    /// search.
    ///
    /// ```
    /// use scru64::Scru64;
    ///
    /// let id = Scru64::from_parts(1_700_000_000_000 >> 8, 1)?;
    /// let day = Scru64::min_at(1_699_920_000_000)?..=Scru64::max_at(1_700_006_399_999)?;
    /// assert!(day.contains(&id));
    /// # Ok::<(), scru64::error::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is after the largest timestamp.
    pub const fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        let (first, last) = (*Self::UNIX_MS.start(), *Self::UNIX_MS.end());
        idcore::const_try!(RangeError::check(Quantity::UnixMs, unix_ms, first, last));
        Ok(Self::pack(unix_ms >> TICK_BITS, 0))
    }

    /// Returns the largest ID of the tick that contains an instant, in milliseconds since 1970: the upper bound of a
    /// search.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is after the largest timestamp.
    pub const fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        let (first, last) = (*Self::UNIX_MS.start(), *Self::UNIX_MS.end());
        idcore::const_try!(RangeError::check(Quantity::UnixMs, unix_ms, first, last));
        Ok(Self::pack(unix_ms >> TICK_BITS, MAX_NODE_CTR))
    }

    /// Parses 12 case-insensitive digits (specification, section "Textual representation").
    ///
    /// # Errors
    ///
    /// Returns an error if the string has the wrong length or contains a character that is not a digit. No 12-digit
    /// string encodes a value that is too large.
    #[doc(alias = "from_string")]
    pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
        Self::of_digits(text.as_bytes())
    }

    /// Parses the digits of a string.
    pub(crate) const fn of_digits(digits: &[u8]) -> Result<Self, ParseError> {
        match base36::decode_u64(digits, &FORMAT) {
            Ok(integer) => Ok(Self(integer.to_be_bytes())),
            Err(error) => Err(error),
        }
    }

    /// Returns the 12 lowercase digits, on the stack (specification, section "Textual representation").
    #[must_use]
    pub const fn encode(self) -> Text<12> {
        base36::encode_u64(self.to_u64())
    }

    /// Writes the text form into `buffer` and returns it as a `&str`.
    ///
    /// ```
    /// use scru64::Scru64;
    ///
    /// let mut buffer = [0; 12];
    /// assert_eq!(Scru64::MAX.encode_into(&mut buffer), "zzzzzzzzzzzz");
    /// assert_eq!(buffer, *b"zzzzzzzzzzzz");
    /// ```
    pub const fn encode_into(self, buffer: &mut [u8; 12]) -> &str {
        base36::encode_u64_into(self.to_u64(), buffer)
    }
}

idcore::impl_u64_id!(Scru64, base36::MAX_U64);
idcore::impl_text_traits!(Scru64);
idcore::impl_id!(Scru64, 8 bytes, 12 characters "^[0-9A-Za-z]{12}$" of FORMAT, integer column, limited);
