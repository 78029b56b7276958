//! [`Text`], a string of fixed length on the stack, and the only `unsafe` of the workspace.

use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// One ASCII character.
///
/// Invariant: the byte is below 0x80. [`Ascii::new`] is the only way to make one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Ascii(u8);

impl Ascii {
    /// Takes the low seven bits, so that whatever a codec does, the result is ASCII. In the codecs' constant tables
    /// this costs nothing at run time.
    pub(crate) const fn new(byte: u8) -> Self {
        Self(byte & 0x7f)
    }
}

/// The text of an ID: `N` ASCII characters on the stack.
///
/// Dereferences to `str`, so that it goes wherever a `&str` does, without an allocator.
///
/// ```
/// let text = idcore::base36::encode_u128(36);
/// assert_eq!(text, "0000000000000000000000010");
/// assert!(text.ends_with("10"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<const N: usize>([Ascii; N]);

impl<const N: usize> Text<N> {
    pub(crate) const fn new(characters: [Ascii; N]) -> Self {
        Self(characters)
    }

    /// The text as a string slice.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        // SAFETY: every byte is below 0x80 by the invariant of `Ascii`, and any sequence of such bytes is UTF-8.
        unsafe { core::str::from_utf8_unchecked(self.as_bytes()) }
    }

    /// The text as ASCII bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; N] {
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so that `[Ascii; N]` has the size, the alignment and the
        // validity of `[u8; N]`; the reference keeps the lifetime of `self`, and nothing can be written through it.
        unsafe { &*(&raw const self.0).cast::<[u8; N]>() }
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self)
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl<const N: usize> Deref for Text<N> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for Text<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> AsRef<[u8]> for Text<N> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<const N: usize> Borrow<str> for Text<N> {
    fn borrow(&self) -> &str {
        self
    }
}

/// Hashes as `str` does, as `Borrow<str>` demands.
impl<const N: usize> Hash for Text<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<const N: usize> PartialEq<str> for Text<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for Text<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize> From<Text<N>> for alloc::string::String {
    fn from(text: Text<N>) -> Self {
        Self::from(text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries to break the invariant: all 256 bytes go in, and what comes out is UTF-8 by the standard library's word.
    #[test]
    fn every_byte_makes_valid_utf8() {
        let mut characters = [Ascii::new(0); 256];
        for (character, byte) in characters.iter_mut().zip(0..=u8::MAX) {
            *character = Ascii::new(byte);
        }
        let text = Text::new(characters);
        let checked = core::str::from_utf8(text.as_bytes()).expect("ASCII is UTF-8");
        assert_eq!(checked, text.as_str());
        assert_eq!(text.len(), 256);
    }

    #[test]
    fn bytes_are_the_characters_in_order() {
        let text = Text::new([Ascii::new(b'a'), Ascii::new(b'z'), Ascii::new(b'0')]);
        assert_eq!(text.as_bytes(), b"az0");
        assert_eq!(text, "az0");
        assert!(text < Text::new([Ascii::new(b'b'); 3]));
    }
}
