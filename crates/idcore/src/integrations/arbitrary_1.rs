//! `arbitrary` 1: any valid ID from a fuzzer's input.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::id::Id;
use crate::id::typed::Typed;
use crate::integrations::bits::id_of_bits;

/// Returns the ID with the input's bytes. If no ID has these bytes, some of their bits are changed.
///
/// # Errors
///
/// Returns an error if `arbitrary` fails to create the bytes.
pub fn arbitrary<'a, I: Id<Bytes: Arbitrary<'a>>>(unstructured: &mut Unstructured<'a>) -> Result<I> {
    let bytes = I::Bytes::arbitrary(unstructured)?;
    Ok(I::try_from_bytes(bytes).unwrap_or_else(|_| id_of_bits(I::MIN, I::MAX, bytes.as_ref())))
}

/// Generates any valid ID, like the implementation for untyped IDs.
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
        /// Generates any valid ID. If the input's bytes are a valid ID, returns that ID. If all bytes are 0, returns
        /// [`MIN`](Self::MIN).
        impl<'a> $crate::__private::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                unstructured: &mut $crate::__private::arbitrary::Unstructured<'a>,
            ) -> $crate::__private::arbitrary::Result<Self> {
                $crate::integrations::arbitrary_1::arbitrary(unstructured)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <<$id as $crate::id::Id>::Bytes as $crate::__private::arbitrary::Arbitrary>::size_hint(depth)
            }
        }
    };
}
