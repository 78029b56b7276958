//! `proptest` 1: any valid ID, which shrinks toward the smallest.

use proptest::arbitrary::Arbitrary;
use proptest::strategy::{Map, Strategy};

use crate::id::typed::{Kind, SchemeId, Typed};

/// Any valid ID, which shrinks as the plain one does.
impl<I: Arbitrary + SchemeId, K: Kind> Arbitrary for Typed<I, K> {
    type Parameters = I::Parameters;
    type Strategy = Map<I::Strategy, fn(I) -> Self>;

    fn arbitrary_with(parameters: I::Parameters) -> Self::Strategy {
        I::arbitrary_with(parameters).prop_map(Self::from_id)
    }
}

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_proptest_1 {
    ($id:ident) => {
        const _: () = {
            use $crate::__private::proptest::arbitrary::Arbitrary;
            use $crate::__private::proptest::strategy::{Map, Strategy};
            use $crate::id::Id;
            use $crate::integrations::bits::Bits;

            type Integers = <<$id as Id>::Bytes as Bits>::Integers;

            /// Any valid ID. Shrinks as its integer does, toward [`MIN`](Self::MIN). Of 160 bits, the higher 128 shrink first,
            /// and then the others.
            impl Arbitrary for $id {
                type Parameters = ();
                type Strategy = Map<<<$id as Id>::Bytes as Bits>::Ranges, fn(Integers) -> Self>;

                fn arbitrary_with((): ()) -> Self::Strategy {
                    Bits::ranges(Self::MAX.to_bytes())
                        .prop_map(|integers| Id::from_bits(Bits::join(integers)))
                }
            }
        };
    };
}
