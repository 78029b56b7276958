//! `bytemuck` 1: IDs as plain bytes, without a copy.

use bytemuck::checked::CheckedBitPattern;
use bytemuck::{NoUninit, TransparentWrapper, Zeroable};

use super::Typed;

/// Slices of typed IDs become slices of untyped IDs, and back.
// SAFETY: `Typed` is `repr(transparent)` over the ID, and every value of the ID is valid in it.
unsafe impl<I, K> TransparentWrapper<I> for Typed<I, K> {}

/// A typed ID can be read as its big-endian bytes.
// SAFETY: the struct is `repr(transparent)` over an ID that meets these requirements. It is `Copy` and has no lifetime.
unsafe impl<I: NoUninit, K: 'static> NoUninit for Typed<I, K> {}

/// All bits 0 are a valid ID if they are a valid untyped ID.
// SAFETY: the struct is `repr(transparent)` over an ID for which this holds.
unsafe impl<I: Zeroable, K> Zeroable for Typed<I, K> {}

/// Bytes can be read as typed IDs with the functions of `bytemuck::checked`, even if all bytes are valid. The two
/// traits without a check can't be implemented in addition to this trait.
// SAFETY: the struct is `repr(transparent)` over an ID for which this holds, with the same bits.
unsafe impl<I: CheckedBitPattern, K: 'static> CheckedBitPattern for Typed<I, K> {
    type Bits = I::Bits;

    fn is_valid_bit_pattern(bits: &Self::Bits) -> bool {
        I::is_valid_bit_pattern(bits)
    }
}

/// Implements the traits of `bytemuck` for an ID that is a `repr(transparent)` struct around its bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bytemuck_1 {
    ($id:ident, limited) => {
        $crate::impl_bytemuck_1!($id, checked);

        /// All bits 0 are [`MIN`](Self::MIN).
        // SAFETY: the bytes are the whole struct, as checked above, and 0 is the smallest of the valid integers.
        unsafe impl $crate::__private::bytemuck::Zeroable for $id {}
    };
    ($id:ident, checked) => {
        $crate::assert_layout!($id);

        /// An ID can be read as its big-endian bytes.
        // SAFETY: the struct has no padding, because its size equals the size of its bytes, as checked above. All of
        // them are always initialised, and shared access never changes them.
        unsafe impl $crate::__private::bytemuck::NoUninit for $id {}

        /// Bytes can be read as IDs with the functions of `bytemuck::checked`, which reject bytes that are not a valid
        /// ID. The functions of `bytemuck` without a check do not accept this type.
        // SAFETY: `Bits` has the size and alignment of the struct, as checked above. Bytes are valid exactly if
        // `try_from_bytes`, the only way to create an ID from bytes, accepts them.
        unsafe impl $crate::__private::bytemuck::checked::CheckedBitPattern for $id {
            type Bits = <$id as $crate::id::Id>::Bytes;

            fn is_valid_bit_pattern(bits: &Self::Bits) -> bool {
                Self::try_from_bytes(*bits).is_ok()
            }
        }
    };
    ($id:ident, any) => {
        $crate::assert_layout!($id);

        // Every value of the bytes is a valid ID, because this conversion returns no error.
        const _: fn(<$id as $crate::id::Id>::Bytes) -> $id = $id::from_bytes;

        /// All bits 0 are [`MIN`](Self::MIN).
        // SAFETY: the bytes are the whole struct, as checked above, and all of their values are valid.
        unsafe impl $crate::__private::bytemuck::Zeroable for $id {}

        /// An ID can be read as its big-endian bytes, and any bytes as an ID.
        // SAFETY: the struct has no padding, because its size equals the size of its bytes, as checked above. All of
        // their values are valid, and shared access never changes them. The struct is `Copy` and has no lifetime.
        unsafe impl $crate::__private::bytemuck::Pod for $id {}
    };
}
