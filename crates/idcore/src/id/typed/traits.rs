//! The traits of a typed ID. They are implemented by hand, because a derive would require the same traits of the kind.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use core::ops::RangeInclusive;

use super::{Kind, SchemeId, Typed, TypedText};
use crate::error::{RangeError, TextFormat};
use crate::id::{Field, Id};

impl<I: Copy, K> Clone for Typed<I, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Copy, K> Copy for Typed<I, K> {}

impl<I: PartialEq, K> PartialEq for Typed<I, K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_id() == other.as_id()
    }
}

impl<I: Eq, K> Eq for Typed<I, K> {}

impl<I: Ord, K> Ord for Typed<I, K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_id().cmp(other.as_id())
    }
}

impl<I: Ord, K> PartialOrd for Typed<I, K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<I: Hash, K> Hash for Typed<I, K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_id().hash(state);
    }
}

impl<I: Copy + Default, K> Default for Typed<I, K> {
    fn default() -> Self {
        Self::from_id(I::default())
    }
}

impl<I: AsRef<[u8]>, K> AsRef<[u8]> for Typed<I, K> {
    fn as_ref(&self) -> &[u8] {
        self.as_id().as_ref()
    }
}

impl<I: SchemeId, K: Kind> TryFrom<&[u8]> for Typed<I, K> {
    type Error = RangeError;

    fn try_from(bytes: &[u8]) -> Result<Self, RangeError> {
        I::try_from(bytes).map(Self::from_id)
    }
}

crate::impl_text_traits!([I: SchemeId, K: Kind] Typed<I, K>);

impl<I: SchemeId, K: Kind> Id for Typed<I, K> {
    type Bytes = I::Bytes;
    type Text = TypedText;

    const NAME: &'static str = I::NAME;
    const MIN: Self = Self::MIN;
    const MAX: Self = Self::MAX;
    const UNIX_MS: RangeInclusive<u64> = I::UNIX_MS;
    const FIELDS: &'static [Field] = I::FIELDS;
    const FORMAT: &'static TextFormat = Self::FORMAT;
    const PATTERN: &'static str = I::SUFFIX_PATTERN;
    const UUID_PATTERN: &'static str = I::PATTERN_OF_UUID;

    fn only_scheme_crates_implement_this_trait() {}

    fn try_from_bytes(bytes: I::Bytes) -> Result<Self, RangeError> {
        I::try_from_bytes(bytes).map(Self::from_id)
    }

    fn to_bytes(self) -> I::Bytes {
        self.to_bytes()
    }

    fn encode(self) -> TypedText {
        self.encode()
    }

    fn unix_ms(self) -> u64 {
        self.unix_ms()
    }

    fn min_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::min_at(unix_ms)
    }

    fn max_at(unix_ms: u64) -> Result<Self, RangeError> {
        Self::max_at(unix_ms)
    }
}
