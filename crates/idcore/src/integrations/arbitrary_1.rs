//! `arbitrary` 1: any valid ID from a fuzzer's input.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::id::typed::Typed;

/// Any valid ID, as for the plain one.
impl<'a, I: Arbitrary<'a> + Copy, K> Arbitrary<'a> for Typed<I, K> {
    fn arbitrary(unstructured: &mut Unstructured<'a>) -> Result<Self> {
        I::arbitrary(unstructured).map(Self::from_id)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        I::size_hint(depth)
    }
}

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_arbitrary_1 {
    ($id:ident) => {
        /// Any valid ID. Its bytes are those of the input, if there is such an ID. An input of bytes 0 is
        /// [`MIN`](Self::MIN).
        impl<'a> $crate::__private::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                unstructured: &mut $crate::__private::arbitrary::Unstructured<'a>,
            ) -> $crate::__private::arbitrary::Result<Self> {
                $crate::__private::arbitrary::Arbitrary::arbitrary(unstructured)
                    .map(<Self as $crate::id::Id>::from_bits)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <<$id as $crate::id::Id>::Bytes as $crate::__private::arbitrary::Arbitrary>::size_hint(depth)
            }
        }
    };
}
