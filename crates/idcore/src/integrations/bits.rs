//! IDs with given bits.

use crate::id::Id;

/// Returns the ID that has the bits where `min` and `max` differ, and their bits elsewhere. `max` has all bits of `min`.
pub(super) fn id_of_bits<I: Id>(min: I, max: I, bits: &[u8]) -> I {
    let mut bytes = min.to_bytes();
    for ((byte, &max), &bits) in bytes.as_mut().iter_mut().zip(max.as_ref()).zip(bits) {
        *byte |= bits & max;
    }
    I::try_from_bytes(bytes).unwrap_or(min)
}
