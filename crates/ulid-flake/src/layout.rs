//! The IDs: bit layouts, text forms and bounds.

use core::ops::RangeInclusive;

#[cfg(feature = "zerocopy_0_8")]
use idcore::__private::zerocopy::{Immutable, IntoBytes, KnownLayout, Unaligned};
use idcore::__private::{TextFormat, base32};
use idcore::error::{ParseError, Quantity, RangeError};
use idcore::id::{Field, Text};

/// The largest value of the 43-bit timestamp.
pub(crate) const MAX_TIMESTAMP: u64 = (1 << 43) - 1;
/// The bits below the timestamp in both forms.
const BITS_BELOW: u32 = 20;
/// The largest value of the bits below the timestamp.
const MAX_BELOW: u64 = (1 << BITS_BELOW) - 1;
/// The largest integer: the sign bit is 0.
const MAX: u64 = u64::MAX >> 1;
/// 2024-01-01T00:00:00Z, the default epoch.
pub(crate) const EPOCH_UNIX_MS: u64 = 1_704_067_200_000;

const FORMAT: TextFormat = TextFormat {
    name: "a Ulid-Flake",
    digits: "13 digits (0-9 and A-Z without I, L, O and U, case-insensitive)",
    max: "7ZZZZZZZZZZZZ",
    forms: None,
};

/// A stand-alone Ulid-Flake, as eight big-endian bytes of an integer below 2<sup>63</sup>.
///
/// IDs sort in the same order as their integers (signed or not), their bytes and their text forms.
///
/// ```
/// use ulid_flake::UlidFlake;
///
/// const ID: UlidFlake = match UlidFlake::try_from_str("00CMXB6TAK4SA") {
///     Ok(id) => id,
///     Err(_) => panic!("not an ID"),
/// };
/// assert_eq!(ID.to_i64(), 14246757444195114);
/// assert_eq!(ID.encode(), "00CMXB6TAK4SA");
/// assert!(UlidFlake::MIN < ID && ID < UlidFlake::MAX);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
// Not `FromBytes` or `TryFromBytes`, which would accept all bytes.
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct UlidFlake([u8; 8]);

/// A scalable Ulid-Flake, as eight big-endian bytes of an integer below 2<sup>63</sup>.
///
/// IDs sort in the same order as their integers (signed or not), their bytes and their text forms.
///
/// An ID does not show which of the two forms it has. So each form has its own type, and all conversions are explicit.
///
/// ```
/// use ulid_flake::{ScalableUlidFlake, UlidFlake};
///
/// let id = ScalableUlidFlake::from_parts(13_586_766_667, 2_450, 10)?;
/// assert_eq!(id.encode(), "00CMXB6TB2CJA");
/// let stand_alone: UlidFlake = id.to_stand_alone();
/// assert_eq!(stand_alone.randomness(), 2_450 << 5 | 10);
/// # Ok::<(), ulid_flake::error::RangeError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
// Not `FromBytes` or `TryFromBytes`, which would accept all bytes.
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(Immutable, IntoBytes, KnownLayout, Unaligned),
    zerocopy(crate = "idcore::__private::zerocopy")
)]
#[repr(transparent)]
pub struct ScalableUlidFlake([u8; 8]);

impl UlidFlake {
    /// The fields, most significant first, below a bit that is always 0.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 43, "milliseconds since the epoch, by default 2024"),
        Field::new("randomness", 20, "starts at a random value in each timestamp and grows in random steps"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since the epoch (43 bits), and `randomness` (20
    /// bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(timestamp: u64, randomness: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check(Quantity::Field("randomness"), randomness as u64, 0, MAX_BELOW));
        Ok(Self::pack(timestamp, randomness))
    }

    /// Returns the 20-bit `randomness` field.
    #[must_use]
    pub const fn randomness(self) -> u32 {
        self.below()
    }

    /// Returns the scalable ID with the same integer. The lowest five bits of the randomness become its scalability.
    #[must_use]
    pub const fn to_scalable(self) -> ScalableUlidFlake {
        ScalableUlidFlake(self.0)
    }
}

impl ScalableUlidFlake {
    /// The fields, most significant first, below a bit that is always 0.
    pub const FIELDS: &'static [Field] = &[
        Field::new("timestamp", 43, "milliseconds since the epoch, by default 2024"),
        Field::new("randomness", 15, "starts at a random value in each timestamp and grows in random steps"),
        Field::new("scalability", 5, "identifies the generator"),
    ];

    /// Creates an ID from its fields: `timestamp` in milliseconds since the epoch (43 bits), `randomness` (15 bits),
    /// and `scalability` (5 bits).
    ///
    /// # Errors
    ///
    /// Returns an error if a field is too large. The error names the first such field.
    pub const fn from_parts(timestamp: u64, randomness: u32, scalability: u8) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Quantity::Field("timestamp"), timestamp, 0, MAX_TIMESTAMP));
        idcore::const_try!(RangeError::check(
            Quantity::Field("randomness"),
            randomness as u64,
            0,
            MAX_BELOW >> 5
        ));
        idcore::const_try!(RangeError::check(Quantity::Field("scalability"), scalability as u64, 0, 31));
        Ok(Self::pack(timestamp, randomness << 5 | scalability as u32))
    }

    /// Returns the 15-bit `randomness` field.
    #[must_use]
    pub const fn randomness(self) -> u32 {
        self.below() >> 5
    }

    /// Returns the 5-bit `scalability` field.
    #[must_use]
    pub const fn scalability(self) -> u8 {
        self.0[7] & 31
    }

    /// Returns the stand-alone ID with the same integer. The scalability becomes the lowest five bits of its
    /// randomness.
    #[must_use]
    pub const fn to_stand_alone(self) -> UlidFlake {
        UlidFlake(self.0)
    }
}

/// Implements the methods of both forms.
macro_rules! impl_flake {
    ($id:ident) => {
        impl $id {
            /// The smallest value: 0. Also the [`Default`].
            #[doc(alias = "nil")]
            pub const MIN: Self = Self([0; 8]);
            /// The largest value: 2<sup>63</sup> − 1.
            pub const MAX: Self = Self(MAX.to_be_bytes());
            /// The instants that an ID with the default epoch can carry, in milliseconds since 1970.
            pub const UNIX_MS: RangeInclusive<u64> = EPOCH_UNIX_MS..=EPOCH_UNIX_MS + MAX_TIMESTAMP;

            /// Creates an ID from fields that are known to be in range.
            pub(crate) const fn pack(timestamp: u64, below: u32) -> Self {
                Self((timestamp << BITS_BELOW | below as u64).to_be_bytes())
            }

            /// Returns the bits below the timestamp.
            pub(crate) const fn below(self) -> u32 {
                u32::from_be_bytes([0, self.0[5] & 15, self.0[6], self.0[7]])
            }

            /// Returns the 43-bit `timestamp` field: milliseconds since the epoch.
            #[must_use]
            pub const fn timestamp(self) -> u64 {
                self.to_u64() >> BITS_BELOW
            }

            /// Returns the instant of the timestamp, in milliseconds since 1970, for the default epoch.
            #[must_use]
            #[doc(alias = "timestamp_ms")]
            pub const fn unix_ms(self) -> u64 {
                self.unix_ms_with_epoch(EPOCH_UNIX_MS)
            }

            /// Returns the instant of the timestamp, in milliseconds since 1970, for a custom epoch. Saturates.
            #[must_use]
            pub const fn unix_ms_with_epoch(self, epoch_unix_ms: u64) -> u64 {
                epoch_unix_ms.saturating_add(self.timestamp())
            }

            /// Returns the smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
            ///
            /// ```
            #[doc = concat!("use ulid_flake::", stringify!($id), ";")]
            ///
            #[doc = concat!("let id = ", stringify!($id), "::try_from_str(\"00CMXB6TAK4SA\")?;")]
            #[doc = concat!("let (min, max) = (", stringify!($id), "::min_at(id.unix_ms())?, ", stringify!($id), "::max_at(id.unix_ms())?);")]
            /// assert!((min..=max).contains(&id));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is before 2024 or too late for a 43-bit timestamp.
            pub const fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
                Self::min_at_with_epoch(unix_ms, EPOCH_UNIX_MS)
            }

            /// Returns the largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is before 2024 or too late for a 43-bit timestamp.
            pub const fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
                Self::max_at_with_epoch(unix_ms, EPOCH_UNIX_MS)
            }

            /// Returns the smallest ID of an instant, for a custom epoch. Both are in milliseconds since 1970.
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is before the epoch or too late for a 43-bit timestamp.
            pub const fn min_at_with_epoch(unix_ms: u64, epoch_unix_ms: u64) -> Result<Self, RangeError> {
                let timestamp = idcore::const_try!(timestamp_at(unix_ms, epoch_unix_ms));
                Ok(Self::pack(timestamp, 0))
            }

            /// Returns the largest ID of an instant, for a custom epoch. Both are in milliseconds since 1970.
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is before the epoch or too late for a 43-bit timestamp.
            pub const fn max_at_with_epoch(unix_ms: u64, epoch_unix_ms: u64) -> Result<Self, RangeError> {
                let timestamp = idcore::const_try!(timestamp_at(unix_ms, epoch_unix_ms));
                Ok(Self::pack(timestamp, (1 << BITS_BELOW) - 1))
            }

            /// Parses 13 case-insensitive digits (specification, section "Canonical String Representation").
            ///
            /// # Errors
            ///
            /// Returns an error if the string has the wrong length, contains a character that is not a digit, or
            /// encodes a value above 2^63 − 1.
            #[doc(alias = "from_string")]
            pub const fn try_from_str(text: &str) -> Result<Self, ParseError> {
                let (text, mut bytes) = (text.as_bytes(), [0; 8]);
                match base32::decode_into::<8, 13, 63>(text, &mut bytes, &base32::FROM_CROCKFORD, &FORMAT) {
                    Ok(()) => Ok(Self(bytes)),
                    Err(error) => Err(error),
                }
            }

            /// Returns the 13 uppercase digits, on the stack (specification, section "Encoding").
            #[must_use]
            pub const fn encode(self) -> Text<13> {
                base32::encode(&self.0, &base32::TO_CROCKFORD)
            }

            /// Writes the text form into `buffer` and returns it as a `&str`.
            ///
            /// ```
            /// let mut buffer = [0; 13];
            #[doc = concat!("assert_eq!(ulid_flake::", stringify!($id), "::MAX.encode_into(&mut buffer), \"7ZZZZZZZZZZZZ\");")]
            /// assert_eq!(buffer, *b"7ZZZZZZZZZZZZ");
            /// ```
            pub const fn encode_into(self, buffer: &mut [u8; 13]) -> &str {
                base32::encode_into(&self.0, buffer, &base32::TO_CROCKFORD)
            }
        }

        idcore::impl_u64_id!($id, MAX);
        idcore::impl_text_traits!($id);
        idcore::impl_id!($id, 8 bytes, 13 characters "^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{13}$" of FORMAT, integer column, limited);
    };
}

impl_flake!(UlidFlake);
impl_flake!(ScalableUlidFlake);

/// Returns the timestamp of an instant.
pub(crate) const fn timestamp_at(unix_ms: u64, epoch_unix_ms: u64) -> Result<u64, RangeError> {
    match unix_ms.checked_sub(epoch_unix_ms) {
        Some(timestamp) if timestamp <= MAX_TIMESTAMP => Ok(timestamp),
        _ => {
            let last = epoch_unix_ms.saturating_add(MAX_TIMESTAMP);
            Err(RangeError::integer(Quantity::UnixMs, unix_ms, epoch_unix_ms, last))
        }
    }
}
