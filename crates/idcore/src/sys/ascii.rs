//! ASCII characters that become a `str` without a check.

/// One ASCII character.
///
/// Invariant: the byte is below 0x80. [`Ascii::new`] ensures it, [`Ascii::zeros`] writes the digit 0 before it returns
/// characters, and [`Ascii::joined`] only combines existing ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Ascii(u8);

impl Ascii {
    /// Keeps the low seven bits, so that the result is ASCII whatever a codec does. In the codecs' constant tables,
    /// this costs nothing at run time.
    pub(crate) const fn new(byte: u8) -> Self {
        Self(byte & 0x7f)
    }

    /// Returns the bytes of a buffer as characters, after setting each of them to the digit 0.
    pub(crate) const fn zeros<const N: usize>(buffer: &mut [u8; N]) -> &mut [Self; N] {
        *buffer = [b'0'; N];
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so `[Ascii; N]` has the size, the alignment and the
        // validity of `[u8; N]`. The reference keeps its lifetime. Each byte has just been set to an ASCII character,
        // and only ASCII can be written through the result.
        unsafe { &mut *(&raw mut *buffer).cast::<[Self; N]>() }
    }

    /// Returns characters as bytes, in place.
    pub(crate) const fn bytes<const N: usize>(characters: &[Self; N]) -> &[u8; N] {
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so `[Ascii; N]` has the size, the alignment and the
        // validity of `[u8; N]`. The reference keeps its lifetime, and nothing can be written through it.
        unsafe { &*(&raw const *characters).cast::<[u8; N]>() }
    }

    /// Joins two pairs of characters.
    // If the pairs were stored one by one, a caller that copies the string in wider pieces would wait for these stores.
    #[inline]
    pub(crate) const fn joined(first: [Self; 2], second: [Self; 2]) -> [Self; 4] {
        let ([first, second], [third, fourth]) = (first, second);
        let (low, high) = (u16::from_le_bytes([first.0, second.0]), u16::from_le_bytes([third.0, fourth.0]));
        let bytes = (low as u32 | (high as u32) << 16).to_le_bytes();
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so both arrays have the same layout. The bytes belong to
        // four characters, each below 0x80: `high` is shifted by the width of `low`, so no bits overlap.
        unsafe { core::mem::transmute::<[u8; 4], [Self; 4]>(bytes) }
    }

    /// Returns characters as a string, in place.
    pub(crate) const fn string(characters: &[Self]) -> &str {
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so both slices have the same layout, and the reference
        // keeps its length and its lifetime. Nothing can be written through it. Every byte is below 0x80 by the
        // invariant of `Ascii`, and any sequence of such bytes is UTF-8.
        unsafe { core::str::from_utf8_unchecked(&*(&raw const *characters as *const [u8])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries to break the invariant: all 256 bytes go in, and the standard library confirms that UTF-8 comes out.
    #[test]
    fn every_byte_makes_valid_utf8() {
        let mut characters = [Ascii::new(0); 256];
        for (character, byte) in characters.iter_mut().zip(0..=u8::MAX) {
            *character = Ascii::new(byte);
        }
        let checked = core::str::from_utf8(Ascii::bytes(&characters)).expect("ASCII is UTF-8");
        assert_eq!(checked, Ascii::string(&characters));
        assert_eq!(checked.len(), 256);
    }

    #[test]
    fn four_characters_are_joined_in_their_order() {
        let characters = [0x7f, b'b', 0x00, b'd'].map(Ascii::new);
        let [first, second, third, fourth] = characters;
        assert_eq!(Ascii::joined([first, second], [third, fourth]), characters);
    }
}
