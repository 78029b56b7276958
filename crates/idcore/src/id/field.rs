//! The fields of an ID layout.

/// One field of an ID's layout.
///
/// Every ID type lists its fields as `FIELDS`, most significant first. Bits above the first field are always 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, as in the accessors and the test vectors.
    pub name: &'static str,
    /// The number of bits.
    pub bits: u32,
    /// The meaning of the value, in a few words.
    pub meaning: &'static str,
}

impl Field {
    /// Creates a field, for the scheme crates.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, bits: u32, meaning: &'static str) -> Self {
        Self { name, bits, meaning }
    }
}

/// Returns each field with its value in the ID with these big-endian bytes. No field has more than 121 bits.
pub fn field_values(
    fields: &'static [Field],
    bytes: impl AsRef<[u8]>,
) -> impl Iterator<Item = (&'static Field, u128)> {
    // The last field ends with the last byte.
    let mut end = bytes.as_ref().len() * 8 - fields.iter().map(|field| field.bits as usize).sum::<usize>();
    fields.iter().map(move |field| {
        let first = end / 8;
        end += field.bits as usize;
        let after = end.div_ceil(8);
        let bytes = bytes.as_ref().iter().take(after).skip(first);
        let value = bytes.fold(0, |value: u128, byte| value << 8 | u128::from(*byte));
        (field, value >> (after * 8 - end) & (u128::MAX >> (u128::BITS - field.bits)))
    })
}
