//! [`Typed`], an ID of one scheme and one kind, and [`Kind`], the kind of thing that it identifies.

mod kind;
pub mod prefix;
#[cfg(test)]
mod tests;
mod text;
mod traits;

use core::ops::RangeInclusive;

use crate::clock::unix_time::UnixTime;
use crate::codec::base16;
use crate::error::text_format::TextForms;
use crate::error::{ParseError, RangeError, TextFormat};
use crate::id::{Field, Text};
use kind::checked_forms;

pub use crate::sys::Typed;
pub use kind::{Kind, SchemeId, checked_prefix, is_uuid, name_of, suffix_of};
pub use text::TypedText;

impl<I: SchemeId, K: Kind> Typed<I, K> {
    /// The prefix of the kind. All code that formats or parses uses it, so that an invalid prefix does not compile.
    pub(crate) const PREFIX: &'static str = checked_prefix(K::PREFIX);
    /// The text forms of the kind. All code that formats or parses uses them, so that UUIDs of a different size do not
    /// compile.
    const FORMS: TextForms = checked_forms(K::TEXT_FORMS, size_of::<I::Bytes>());
    const FORMAT: &'static TextFormat = &match Self::FORMS {
        TextForms::Uuid => TextFormat { forms: Some(Self::FORMS), ..*I::UUID },
        _ => TextFormat { name: Self::PREFIX, forms: Some(Self::FORMS), ..*I::SUFFIX },
    };

    /// The smallest value, which is also the [`Default`].
    pub const MIN: Self = Self::from_id(I::MIN);
    /// The largest value.
    pub const MAX: Self = Self::from_id(I::MAX);
    /// The instants that an ID can carry, in milliseconds since 1970. If the epoch is configurable, this is the range
    /// of the default epoch.
    pub const UNIX_MS: RangeInclusive<u64> = I::UNIX_MS;
    /// The fields, most significant first.
    pub const FIELDS: &'static [Field] = I::FIELDS;

    /// Parses a string with the prefix of the kind. The prefix must be lowercase. The rest is parsed like the untyped
    /// ID or, in UUIDv7, as the 26 lowercase digits of a TypeID. If the kind reads UUIDs, also parses the 36
    /// case-insensitive characters of a UUID.
    ///
    /// # Errors
    ///
    /// Returns an error if the prefix is wrong or missing, or if the rest or the UUID is not a valid ID.
    pub fn try_from_str(text: &str) -> Result<Self, ParseError> {
        // The first condition is constant. A compiler that optimises for size would not inline `is_uuid`.
        if !matches!(Self::FORMS, TextForms::Compact) && is_uuid(Self::FORMS, text) {
            let id = I::try_from_uuid_str(text).map_err(|error| ParseError::uuid(Self::FORMAT, error))?;
            return Ok(Self::from_id(id));
        }
        let prefixed = match Self::PREFIX {
            "" => Some(text),
            prefix => text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_')),
        };
        match prefixed.map(I::try_from_suffix) {
            Some(Ok(id)) => Ok(Self::from_id(id)),
            Some(Err(error)) => Err(ParseError::compact(Self::FORMAT, text, Some(error))),
            None => Err(ParseError::compact(Self::FORMAT, text, None)),
        }
    }

    /// Returns the text form with the prefix of the kind, or the UUID if the kind writes UUIDs, on the stack.
    #[must_use]
    pub fn encode(self) -> TypedText {
        match Self::FORMS {
            TextForms::Compact | TextForms::CompactOrUuid => {
                TypedText::new(Self::PREFIX, &self.id().encode_suffix())
            }
            TextForms::Uuid | TextForms::UuidOrCompact => TypedText::new("", &self.encode_uuid()),
        }
    }

    /// Returns the UUID with the same bytes. Only called for 16-byte IDs.
    #[inline]
    fn encode_uuid(self) -> Text<36> {
        base16::encode_uuid(self.as_ref().try_into().unwrap_or(&[0; 16]))
    }

    /// Returns the big-endian bytes, which equal the bytes of the untyped ID.
    #[must_use]
    pub fn to_bytes(self) -> I::Bytes {
        self.id().to_bytes()
    }

    /// Returns each field of [`FIELDS`](Self::FIELDS) with its value, most significant first.
    pub fn fields(self) -> impl Iterator<Item = (&'static Field, u128)> {
        self.id().fields()
    }

    /// Returns the instant of the timestamp, in milliseconds since 1970.
    #[must_use]
    pub fn unix_ms(self) -> u64 {
        self.id().unix_ms()
    }

    /// Returns the instant of the timestamp, as a time type of the standard library or another crate: see [`UnixTime`].
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is too late for the type.
    pub fn to_time<T: UnixTime>(self) -> Result<T, RangeError> {
        self.id().to_time()
    }

    /// Returns the smallest ID of an instant in milliseconds since 1970, as the lower bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        I::min_at(unix_ms).map(Self::from_id)
    }

    /// Returns the largest ID of an instant in milliseconds since 1970, as the upper bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        I::max_at(unix_ms).map(Self::from_id)
    }

    /// Returns [`min_at`](Self::min_at) for an instant of any [`UnixTime`] type. For instants before the first that an
    /// ID can carry, this is [`MIN`](Self::MIN).
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is after the last that an ID can carry.
    pub fn min_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        I::min_at_time(time).map(Self::from_id)
    }

    /// Returns [`max_at`](Self::max_at) for an instant of any [`UnixTime`] type.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn max_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        I::max_at_time(time).map(Self::from_id)
    }
}
