//! The text forms of IDs: encodes integers and bytes as digits, and decodes them.

pub mod base16;
pub mod base32;
pub mod base36;

/// Returns the bytes of a string if it has exactly `N`.
const fn exactly<const N: usize>(text: &[u8]) -> Option<&[u8; N]> {
    if text.len() == N { text.first_chunk() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_length_is_accepted() {
        assert_eq!(exactly::<2>(b"ab"), Some(b"ab"));
        assert_eq!((exactly::<2>(b"a"), exactly::<2>(b"abc")), (None, None));
    }
}
