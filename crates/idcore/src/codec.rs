//! The text forms of IDs: encodes integers and bytes as digits, and decodes them.

pub mod base16;
pub mod base32;
pub mod base36;
pub(crate) mod text;

pub(crate) use text::Text;

/// Returns the bytes of a string if it has exactly `N`.
const fn exactly<const N: usize>(text: &[u8]) -> Option<&[u8; N]> {
    if text.len() == N { text.first_chunk() } else { None }
}
