//! The fields of an ID layout.

/// One field of an ID's layout.
///
/// Every ID type lists its own as `FIELDS`, from the most significant bit down. Bits above the first field are always 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, as in the accessors and the test vectors.
    pub name: &'static str,
    /// The number of bits.
    pub bits: u32,
    /// What the value stands for, in a few words.
    pub meaning: &'static str,
}

impl Field {
    /// For the scheme crates.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, bits: u32, meaning: &'static str) -> Self {
        Self { name, bits, meaning }
    }
}
