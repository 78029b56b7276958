//! Traits and types that the IDs of all schemes share.
//!
//! Code that is generic over the schemes uses the [`Id`] trait. A [`Typed`] ID has a [`Kind`], such as an order or a
//! customer, which chooses its prefix and its [`TextForms`]. The other types are return types of ID methods: [`Text`]
//! and [`TypedText`], which need no allocator, and [`Field`].
//!
//! ```
//! # use idcore as scru128;
//! use scru128::id::Id;
//!
//! fn newest<I: Id>(ids: &[I]) -> Option<(I, u64)> {
//!     ids.iter().max().map(|id| (*id, id.unix_ms()))
//! }
//! ```

pub(crate) mod field;
#[macro_use]
mod macros;
pub(crate) mod typed;

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::{Deref, RangeInclusive};
use core::str::FromStr;

use crate::clock::UnixTime;
use crate::error::{ParseError, Quantity, RangeError, TextFormat};
use field::field_values;

pub use crate::codec::text::Text;
pub use crate::error::text_format::TextForms;
pub use field::Field;
pub use typed::{Kind, Typed, TypedText};

/// The items that every ID type has, for code that is generic over the schemes.
///
/// Each ID type also has these items without the trait, as `const` functions if the language allows it. Their
/// documentation there is more precise.
///
/// ```
/// # use idcore as scru128;
/// use scru128::id::Id;
///
/// /// The text of an ID and its age.
/// fn describe<I: Id>(id: I, now_unix_ms: u64) -> String {
///     format!("{} {}, {} ms old", I::NAME, id, now_unix_ms - id.unix_ms())
/// }
/// ```
///
/// Only scheme crates implement this trait, with the macros of this crate. A hidden required item seals it, so that a
/// compatible release can add items.
pub trait Id:
    AsRef<[u8]>
    + Copy
    + Debug
    + Default
    + Display
    + Eq
    + FromStr<Err = ParseError>
    + Hash
    + Ord
    + Send
    + Sync
    + Unpin
    + for<'a> TryFrom<&'a [u8], Error = RangeError>
    + 'static
{
    /// The big-endian bytes: an array of 8, 16 or 20 bytes.
    type Bytes: AsMut<[u8]>
        + AsRef<[u8]>
        + Copy
        + Debug
        + Eq
        + Hash
        + Ord
        + Send
        + Sync
        + for<'a> TryFrom<&'a [u8]>
        + 'static;
    /// The text form on the stack: a [`Text`] or a [`TypedText`].
    type Text: AsRef<str>
        + Copy
        + Debug
        + Deref<Target = str>
        + Display
        + Eq
        + Hash
        + Ord
        + Send
        + Sync
        + 'static;

    /// The name of the type, such as `Scru128`.
    const NAME: &'static str;
    /// The smallest value.
    const MIN: Self;
    /// The largest value.
    const MAX: Self;
    /// The instants that an ID can carry, in milliseconds since 1970. If the epoch is configurable, this is the range
    /// of the default epoch.
    const UNIX_MS: RangeInclusive<u64>;
    /// The fields, most significant first.
    const FIELDS: &'static [Field];
    /// The description of the text form, for errors and schemas.
    #[doc(hidden)]
    const FORMAT: &'static TextFormat;
    /// A regular expression for the length and the case-insensitive digits of a string. It also matches values above
    /// the largest. It starts with `^`. For a typed ID, it describes the part after the prefix.
    #[doc(hidden)]
    const PATTERN: &'static str;
    /// A regular expression for the UUID that a typed ID can have as its text form.
    #[doc(hidden)]
    const UUID_PATTERN: &'static str = "";

    /// Seals the trait.
    #[doc(hidden)]
    fn only_scheme_crates_implement_this_trait()
    where
        Self: Sized;

    /// Returns the ID with these big-endian bytes. For a slice, use `TryFrom<&[u8]>`.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID has these bytes. In SCRU160, SCRU128 and ULID, all bytes are a valid ID.
    fn try_from_bytes(bytes: Self::Bytes) -> Result<Self, RangeError>;

    /// Returns the big-endian bytes. `AsRef<[u8]>` returns them by reference.
    fn to_bytes(self) -> Self::Bytes;

    /// Returns the canonical text form, on the stack.
    fn encode(self) -> Self::Text;

    /// Returns each field with its value, most significant first.
    fn fields(self) -> impl Iterator<Item = (&'static Field, u128)> {
        field_values(Self::FIELDS, self.to_bytes())
    }

    /// Returns the instant of the timestamp, in milliseconds since 1970.
    fn unix_ms(self) -> u64;

    /// Returns the smallest ID of an instant in milliseconds since 1970, as the lower bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    fn min_at(unix_ms: u64) -> Result<Self, RangeError>;

    /// Returns the largest ID of an instant in milliseconds since 1970, as the upper bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    fn max_at(unix_ms: u64) -> Result<Self, RangeError>;

    /// Returns the instant of the timestamp, as a time type of the standard library or another crate.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is too late for the type.
    fn to_time<T: UnixTime>(self) -> Result<T, RangeError> {
        T::try_from_unix_ms(self.unix_ms())
    }

    /// Returns the smallest ID of the millisecond of an instant, as the lower bound of a search. For instants before
    /// the first that an ID can carry, this is [`MIN`](Self::MIN).
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is after the last that an ID can carry.
    fn min_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        Self::min_at(u64::try_from(time.unix_ms()).unwrap_or(0).max(*Self::UNIX_MS.start()))
    }

    /// Returns the largest ID of the millisecond of an instant, as the upper bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant. [`UNIX_MS`](Self::UNIX_MS) is the valid range.
    fn max_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        let unix_ms = time.unix_ms();
        let (first, last) = Self::UNIX_MS.into_inner();
        let before_1970 = |_| Err(RangeError::negative(Quantity::UnixMs, unix_ms, first, last));
        u64::try_from(unix_ms).map_or_else(before_1970, Self::max_at)
    }
}

/// Implements [`Id`] and the integrations for a type that already has the items of `Id`.
///
/// `$bytes` is 8, 16 or 20. `$pattern` is [`Id::PATTERN`], and `$format` a constant with [`Id::FORMAT`]. `$column` is
/// the kind of the default column in databases: `uuid` for 16 bytes, `integer` for 8 bytes below 2<sup>63</sup>, or
/// `bytes`. `$valid` selects the bytes that are a valid ID, apart from the column:
///
/// - `any`: all bytes.
/// - `limited`: bytes up to the largest ID.
/// - `checked`: bytes that `try_from_bytes` accepts.
///
/// In typed IDs, the scheme's text form follows the prefix. For a different text form, add
/// `26 characters "^[0-7]…$" of SUFFIX after a prefix by encode_suffix try_from_suffix`: its length, pattern, format,
/// and the functions that format and parse it. If the scheme's text form is a UUID, add `as a UUID by try_from_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_id {
    (
        $id:ident,
        $bytes:literal bytes,
        $characters:literal characters $pattern:literal of $format:ident,
        $column:ident column,
        $valid:ident
    ) => {
        $crate::impl_id!(
            $id,
            $bytes bytes,
            $characters characters $pattern of $format,
            $column column,
            $valid,
            $characters characters $pattern of $format after a prefix by encode try_from_str
        );
    };
    (
        $id:ident,
        $bytes:literal bytes,
        $characters:literal characters $pattern:literal of $format:ident,
        $column:ident column,
        $valid:ident,
        $suffix_characters:literal characters $suffix_pattern:literal of $suffix:ident
            after a prefix by $encode_suffix:ident $try_from_suffix:ident
        $(, as a UUID by $try_from_uuid_str:ident)?
    ) => {
        impl $id {
            /// Returns each field of [`FIELDS`](Self::FIELDS) with its value, most significant first.
            ///
            /// ```
            #[doc = concat!("let id = ", env!("CARGO_CRATE_NAME"), "::", stringify!($id), "::MAX;")]
            /// assert_eq!(id.fields().next().unwrap().1, u128::from(id.timestamp()));
            /// ```
            pub fn fields(self) -> impl Iterator<Item = (&'static $crate::id::Field, u128)> {
                <Self as $crate::id::Id>::fields(self)
            }

            /// Returns the instant of the timestamp, as a time type of the standard library or another crate: see
            /// [`UnixTime`](idcore::clock::UnixTime).
            ///
            /// ```
            /// # #[cfg(feature = "std")] {
            #[doc = concat!("let id = ", env!("CARGO_CRATE_NAME"), "::", stringify!($id), "::MIN;")]
            /// let time: std::time::SystemTime = id.to_time()?;
            /// assert_eq!(time, std::time::UNIX_EPOCH + std::time::Duration::from_millis(id.unix_ms()));
            /// # }
            #[doc = concat!("# Ok::<(), ", env!("CARGO_CRATE_NAME"), "::error::RangeError>(())")]
            /// ```
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is too late for the type.
            #[doc(alias = "datetime")]
            pub fn to_time<T: $crate::clock::UnixTime>(self) -> Result<T, $crate::error::RangeError> {
                T::try_from_unix_ms(self.unix_ms())
            }

            /// Returns [`min_at`](Self::min_at) for an instant of any [`UnixTime`](idcore::clock::UnixTime) type. For
            /// instants before the first that an ID can carry, this is [`MIN`](Self::MIN).
            ///
            /// # Errors
            ///
            /// Returns an error if the instant is after the last that an ID can carry.
            pub fn min_at_time<T: $crate::clock::UnixTime>(time: T) -> Result<Self, $crate::error::RangeError> {
                <Self as $crate::id::Id>::min_at_time(time)
            }

            /// Returns [`max_at`](Self::max_at) for an instant of any [`UnixTime`](idcore::clock::UnixTime) type.
            ///
            /// # Errors
            ///
            /// Returns an error if no ID can carry the instant. [`UNIX_MS`](Self::UNIX_MS) is the valid range.
            pub fn max_at_time<T: $crate::clock::UnixTime>(time: T) -> Result<Self, $crate::error::RangeError> {
                <Self as $crate::id::Id>::max_at_time(time)
            }
        }

        impl $crate::id::Id for $id {
            type Bytes = [u8; $bytes];
            type Text = $crate::id::Text<$characters>;

            const NAME: &'static str = stringify!($id);
            const MIN: Self = Self::MIN;
            const MAX: Self = Self::MAX;
            const UNIX_MS: ::core::ops::RangeInclusive<u64> = Self::UNIX_MS;
            const FIELDS: &'static [$crate::id::Field] = Self::FIELDS;
            const FORMAT: &'static $crate::__private::TextFormat = &$format;
            const PATTERN: &'static str = $pattern;

            fn only_scheme_crates_implement_this_trait() {}

            #[allow(clippy::needless_question_mark, reason = "if all bytes are an ID, the error differs")]
            fn try_from_bytes(bytes: [u8; $bytes]) -> Result<Self, $crate::error::RangeError> {
                Ok(Self::try_from(bytes)?)
            }

            fn to_bytes(self) -> [u8; $bytes] {
                self.to_bytes()
            }

            fn encode(self) -> $crate::id::Text<$characters> {
                self.encode()
            }

            fn unix_ms(self) -> u64 {
                self.unix_ms()
            }

            fn min_at(unix_ms: u64) -> Result<Self, $crate::error::RangeError> {
                Self::min_at(unix_ms)
            }

            fn max_at(unix_ms: u64) -> Result<Self, $crate::error::RangeError> {
                Self::max_at(unix_ms)
            }
        }

        impl $crate::__private::SchemeId for $id {
            type Suffix = $crate::id::Text<$suffix_characters>;

            const SUFFIX: &'static $crate::__private::TextFormat = &$suffix;
            const SUFFIX_PATTERN: &'static str = $suffix_pattern;

            #[inline]
            fn encode_suffix(self) -> Self::Suffix {
                self.$encode_suffix()
            }

            #[inline]
            fn try_from_suffix(text: &str) -> Result<Self, $crate::error::ParseError> {
                Self::$try_from_suffix(text)
            }

            $(
                const UUID: &'static $crate::__private::TextFormat = &$format;
                const PATTERN_OF_UUID: &'static str = $pattern;

                #[inline]
                fn try_from_uuid_str(text: &str) -> Result<Self, $crate::error::ParseError> {
                    Self::$try_from_uuid_str(text)
                }
            )?
        }

        $crate::impl_integrations!($id, $column, $valid);
    };
}
