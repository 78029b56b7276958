//! `arbitrary` 1: any valid ID from a fuzzer's input.

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_arbitrary_1 {
    ($id:ident, integer) => {
        /// Any valid ID. An input of bytes 0 is [`MIN`](Self::MIN).
        impl<'a> $crate::macros::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                unstructured: &mut $crate::macros::arbitrary::Unstructured<'a>,
            ) -> $crate::macros::arbitrary::Result<Self> {
                let integer = unstructured.int_in_range(0..=Self::MAX.to_u64())?;
                Self::try_from_u64(integer).map_err(|_| $crate::macros::arbitrary::Error::IncorrectFormat)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <u64 as $crate::macros::arbitrary::Arbitrary>::size_hint(depth)
            }
        }
    };
    ($id:ident, $column:ident) => {
        /// Any ID: its bytes are those of the input. An input of bytes 0 is [`MIN`](Self::MIN).
        impl<'a> $crate::macros::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                unstructured: &mut $crate::macros::arbitrary::Unstructured<'a>,
            ) -> $crate::macros::arbitrary::Result<Self> {
                $crate::macros::arbitrary::Arbitrary::arbitrary(unstructured).map(Self::from_bytes)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <<$id as $crate::Id>::Bytes as $crate::macros::arbitrary::Arbitrary>::size_hint(depth)
            }
        }
    };
}
