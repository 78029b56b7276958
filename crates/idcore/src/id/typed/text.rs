//! [`TypedText`], the text form of a typed ID on the stack.

use core::cmp::Ordering;

use crate::codec::text::impl_str_traits;
use crate::id::typed::prefix::MAX_LENGTH;
use crate::sys::Ascii;

/// The text form of a typed ID: ASCII characters on the stack, with room for the longest prefix.
///
/// Dereferences to `str`, so you can use it in place of a `&str`, without an allocator. It can't be a database
/// parameter, because the columns of typed IDs have no prefix.
#[derive(Clone, Copy)]
pub struct TypedText {
    characters: [Ascii; Self::CAPACITY],
    length: u8,
}

impl TypedText {
    /// Enough for every text form: a 63-character prefix, `_`, and at most 40 characters after it.
    pub const CAPACITY: usize = MAX_LENGTH + 1 + 40;

    /// Joins a prefix and an ID, with `_` between them if the prefix isn't empty.
    #[inline]
    pub(super) fn new(prefix: &str, suffix: &str) -> Self {
        let mut text = Self { characters: [Ascii::new(0); Self::CAPACITY], length: 0 };
        if !prefix.is_empty() {
            text.push(prefix);
            text.push("_");
        }
        text.push(suffix);
        text
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "at most the capacity, which fits")]
    fn push(&mut self, text: &str) {
        let free = self.characters.get_mut(usize::from(self.length)..).unwrap_or_default();
        let pushed = text.len().min(free.len());
        for (character, byte) in free.iter_mut().zip(text.as_bytes()) {
            *character = Ascii::new(*byte);
        }
        self.length += pushed as u8;
    }

    /// Returns the text form as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        Ascii::string(self.characters.get(..usize::from(self.length)).unwrap_or_default())
    }
}

impl_str_traits!(TypedText);

impl PartialEq for TypedText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for TypedText {}

impl Ord for TypedText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl PartialOrd for TypedText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
