//! [`Typed`], an ID of one scheme and one kind, and [`Kind`], what it identifies.

mod kind;
pub mod prefix;
#[cfg(test)]
mod tests;
mod text;
mod traits;

use core::marker::PhantomData;
use core::ops::RangeInclusive;

use crate::clock::unix_time::UnixTime;
use crate::error::{ParseError, RangeError, TextFormat};
use crate::id::Field;

#[cfg(feature = "std")]
pub use kind::ProcessWideId;
pub use kind::{Kind, SchemeId, checked_prefix, name_of, suffix_of};
pub use text::TypedText;

/// An ID of the type `I` that identifies things of one kind, such as orders: `ord_0372ijojuxuhjsfkeryi2mrtm`.
///
/// Each scheme crate has this type as `Typed<K>`, and the macro `kind!` to declare kinds. IDs of different kinds are different types, so the compiler notices
/// where one stands for another.
///
/// The text begins with the prefix of the kind and `_`, if the kind has a prefix. What follows is read and written as the scheme does. Human-readable formats of
/// `serde`, JSON Schema and OpenAPI have this text. Everything else is as for the plain ID: the size, the order and the hash, binary formats, and columns of
/// databases, even those of text. So a column can become typed without a migration.
///
/// To and from the plain ID: [`from_id`](Self::from_id) and [`id`](Self::id).
///
/// A forgotten conversion, or an ID of another kind, does not compile:
///
/// ```compile_fail,E0308
/// use idcore::id::{Kind, Typed};
///
/// fn cancel<I, Order: Kind, Customer: Kind>(orders: &mut Vec<Typed<I, Order>>, customer: Typed<I, Customer>) {
///     orders.push(customer);
/// }
/// ```
// `fn() -> K`, so that the ID is `Send`, `Sync` and `Unpin` whatever the kind is.
#[repr(transparent)]
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(
        zerocopy::FromBytes,
        zerocopy::Immutable,
        zerocopy::IntoBytes,
        zerocopy::KnownLayout,
        zerocopy::Unaligned
    )
)]
pub struct Typed<I, K>(I, PhantomData<fn() -> K>);

impl<I: Copy, K> Typed<I, K> {
    /// The ID of this kind with the value of a plain ID.
    #[must_use]
    pub const fn from_id(id: I) -> Self {
        Self(id, PhantomData)
    }

    /// The plain ID.
    #[must_use]
    pub const fn id(self) -> I {
        self.0
    }
}

impl<I, K> Typed<I, K> {
    /// The plain ID by reference, for integrations that borrow from it.
    #[cfg(any(feature = "diesel_2", feature = "postgres_types_0_2", feature = "rusqlite"))]
    pub(crate) const fn as_id(&self) -> &I {
        &self.0
    }
}

#[cfg(feature = "std")]
impl<I: ProcessWideId, K: Kind> Typed<I, K> {
    /// Generates an ID like the untyped ID's `new`.
    ///
    /// # Panics
    ///
    /// Panics like that function. [`try_new`](Self::try_new) returns an error instead.
    #[must_use]
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "the default of an ID is `MIN`")]
    pub fn new() -> Self {
        Self::from_id(I::PROCESS_WIDE.id())
    }

    /// Generates an ID like the untyped ID's `try_new`.
    ///
    /// # Errors
    ///
    /// Returns an error if the untyped ID's `try_new` does.
    pub fn try_new() -> Result<Self, I::NewError> {
        I::PROCESS_WIDE.try_id().map(Self::from_id)
    }
}

impl<I: SchemeId, K: Kind> Typed<I, K> {
    /// The prefix of the kind. Whatever reads or writes a text uses it, so that the code does not compile with a wrong one.
    pub(crate) const PREFIX: &'static str = checked_prefix(K::PREFIX);
    const FORMAT: &'static TextFormat = &TextFormat { name: Self::PREFIX, ..*I::SUFFIX };

    /// The smallest value. Also the [`Default`].
    pub const MIN: Self = Self::from_id(I::MIN);
    /// The largest value.
    pub const MAX: Self = Self::from_id(I::MAX);
    /// The instants that an ID can carry, in milliseconds since 1970. With a configurable epoch, those of the default.
    pub const UNIX_MS: RangeInclusive<u64> = I::UNIX_MS;
    /// The fields, most significant first.
    pub const FIELDS: &'static [Field] = I::FIELDS;

    /// Reads the text with the prefix of the kind. The prefix must be in lower case, and the rest is read as the scheme
    /// reads it.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another prefix or none, or if the rest is not exactly the text of an ID.
    pub fn try_from_str(text: &str) -> Result<Self, ParseError> {
        let prefixed = match Self::PREFIX {
            "" => Some(text),
            prefix => text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_')),
        };
        match prefixed.map(I::try_from_suffix) {
            Some(Ok(id)) => Ok(Self::from_id(id)),
            Some(Err(error)) => Err(ParseError::typed(Self::FORMAT, text, Some(error))),
            None => Err(ParseError::typed(Self::FORMAT, text, None)),
        }
    }

    /// The text with the prefix of the kind, on the stack.
    #[must_use]
    pub fn encode(self) -> TypedText {
        TypedText::new(Self::PREFIX, &self.0.encode_suffix())
    }

    /// The big-endian bytes, which are those of the plain ID.
    #[must_use]
    pub fn to_bytes(self) -> I::Bytes {
        self.0.to_bytes()
    }

    /// Each field of [`FIELDS`](Self::FIELDS) with its value, most significant first.
    pub fn fields(self) -> impl Iterator<Item = (&'static Field, u128)> {
        self.0.fields()
    }

    /// The instant of the timestamp, in milliseconds since 1970.
    #[must_use]
    pub fn unix_ms(self) -> u64 {
        self.0.unix_ms()
    }

    /// The instant of the timestamp, as a type of the standard library or of another crate: see [`UnixTime`].
    ///
    /// # Errors
    ///
    /// Returns an error if the type ends before the instant.
    pub fn to_time<T: UnixTime>(self) -> Result<T, RangeError> {
        self.0.to_time()
    }

    /// The smallest ID of an instant, in milliseconds since 1970: the lower bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        I::min_at(unix_ms).map(Self::from_id)
    }

    /// The largest ID of an instant, in milliseconds since 1970: the upper bound of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        I::max_at(unix_ms).map(Self::from_id)
    }

    /// [`min_at`](Self::min_at) for an instant of another type: see [`UnixTime`]. For instants before the first that an ID can carry, this is
    /// [`MIN`](Self::MIN).
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is after the last that an ID can carry.
    pub fn min_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        I::min_at_time(time).map(Self::from_id)
    }

    /// [`max_at`](Self::max_at) for an instant of another type: see [`UnixTime`].
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry the instant.
    pub fn max_at_time<T: UnixTime>(time: T) -> Result<Self, RangeError> {
        I::max_at_time(time).map(Self::from_id)
    }
}
