//! [`Text`], a fixed-length string on the stack.

use crate::sys::Ascii;

/// The text form of an ID: `N` ASCII characters on the stack.
///
/// Dereferences to `str`, so you can use it in place of a `&str`, without an allocator.
///
/// ```
/// # let text = idcore::__private::base36::encode_u128(36); // as `Scru128::encode` returns it
/// assert_eq!(text, "0000000000000000000000010");
/// assert!(text.ends_with("10"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<const N: usize>([Ascii; N]);

impl<const N: usize> Text<N> {
    /// Returns `N` times the digit 0, to overwrite in place.
    pub(crate) const fn zeros() -> Self {
        Self([Ascii::new(b'0'); N])
    }

    pub(crate) const fn characters(&mut self) -> &mut [Ascii; N] {
        &mut self.0
    }

    /// Returns the text form as a string slice.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        Ascii::string(&self.0)
    }

    /// Returns the text form as ASCII bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; N] {
        Ascii::bytes(&self.0)
    }
}

/// Implements the traits of a type that dereferences to its `as_str`.
macro_rules! impl_str_traits {
    ($text:ty $(, const $n:ident: $integer:ty)?) => {
        impl$(<const $n: $integer>)? ::core::fmt::Display for $text {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                formatter.pad(self)
            }
        }

        impl$(<const $n: $integer>)? ::core::fmt::Debug for $text {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self.as_str(), formatter)
            }
        }

        impl$(<const $n: $integer>)? ::core::ops::Deref for $text {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl$(<const $n: $integer>)? AsRef<str> for $text {
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl$(<const $n: $integer>)? ::core::borrow::Borrow<str> for $text {
            fn borrow(&self) -> &str {
                self
            }
        }

        /// Hashes like `str`, because `Borrow<str>` requires it.
        impl$(<const $n: $integer>)? ::core::hash::Hash for $text {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl$(<const $n: $integer>)? PartialEq<str> for $text {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl$(<const $n: $integer>)? PartialEq<&str> for $text {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        #[cfg(feature = "alloc")]
        impl$(<const $n: $integer>)? From<$text> for alloc::string::String {
            fn from(text: $text) -> Self {
                Self::from(text.as_str())
            }
        }
    };
}

pub(crate) use impl_str_traits;

impl_str_traits!(Text<N>, const N: usize);

#[cfg(test)]
mod tests {
    use core::borrow::Borrow as _;
    use core::hash::{Hash as _, Hasher as _};

    use super::*;

    #[test]
    fn bytes_are_the_characters_in_order() {
        let mut text = Text::zeros();
        assert_eq!(text, "000");
        *text.characters() = [Ascii::new(b'a'), Ascii::new(b'z'), Ascii::new(b'0')];
        assert_eq!(text.as_bytes(), b"az0");
        assert_eq!(text, "az0");
        assert!(text > Text::<3>::zeros());
    }

    fn eleven_zeros_and_z() -> Text<12> {
        let mut text = Text::zeros();
        text.characters()[11] = Ascii::new(b'z');
        text
    }

    #[test]
    fn a_text_equals_its_string_and_no_other() {
        let text = eleven_zeros_and_z();
        assert!(text == "00000000000z" && text == *"00000000000z");
        assert!(text != "00000000000y" && text != *"00000000000y" && text != *"0");
        assert_eq!(text.as_ref(), "00000000000z");
    }

    #[test]
    fn a_text_is_shown_as_its_string() {
        let text = eleven_zeros_and_z();
        assert_eq!(std::format!("{text}|{text:>14}"), "00000000000z|  00000000000z");
        assert_eq!(std::format!("{text:?}"), "\"00000000000z\"");
        #[cfg(feature = "alloc")]
        assert_eq!(std::string::String::from(text), "00000000000z");
    }

    #[test]
    fn a_set_of_texts_can_be_asked_for_a_string() {
        let text = eleven_zeros_and_z();
        let borrowed: &str = text.borrow();
        assert_eq!(borrowed, "00000000000z");
        // Equal strings do not imply equal hashes.
        let hash = |value: &dyn Fn(&mut std::hash::DefaultHasher)| {
            let mut hasher = std::hash::DefaultHasher::new();
            value(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&|hasher| text.hash(hasher)), hash(&|hasher| borrowed.hash(hasher)));
    }
}
