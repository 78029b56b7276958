//! [`TypedText`], the text of a typed ID on the stack.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use crate::id::typed::prefix::MAX_LENGTH;
use crate::sys::Ascii;

/// The text of a typed ID: ASCII characters on the stack, with room for the longest prefix.
///
/// Dereferences to `str`, so it works wherever a `&str` does, without an allocator. It is not a parameter of databases, because the columns of typed IDs
/// have no prefix.
#[derive(Clone, Copy)]
pub struct TypedText {
    characters: [Ascii; Self::CAPACITY],
    length: u8,
}

impl TypedText {
    /// The length of the longest text: a prefix of 63 characters, `_`, and the 40 characters of the longest scheme.
    pub const CAPACITY: usize = MAX_LENGTH + 1 + 40;

    /// The texts of a prefix and an ID, with `_` between them if there is a prefix.
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

    /// The text as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        Ascii::string(self.characters.get(..usize::from(self.length)).unwrap_or_default())
    }
}

impl Deref for TypedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for TypedText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<[u8]> for TypedText {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Borrow<str> for TypedText {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for TypedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self)
    }
}

impl fmt::Debug for TypedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

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

/// Hashes as `str` does, which `Borrow<str>` requires.
impl Hash for TypedText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for TypedText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for TypedText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(feature = "alloc")]
impl From<TypedText> for alloc::string::String {
    fn from(text: TypedText) -> Self {
        Self::from(text.as_str())
    }
}
