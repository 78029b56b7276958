//! IDs with given bits.

use crate::id::Id;

/// Returns `min` plus each bit that is set in both `bits` and `max`. All bits of `min` must be set in `max`.
pub(super) fn id_of_bits<I: Id>(min: I, max: I, bits: &[u8]) -> I {
    let mut bytes = min.to_bytes();
    for ((byte, &max), &bits) in bytes.as_mut().iter_mut().zip(max.as_ref()).zip(bits) {
        *byte |= bits & max;
    }
    I::try_from_bytes(bytes).unwrap_or(min)
}
