//! `proptest` 1: any valid ID, which shrinks toward the smallest.

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_proptest_1 {
    ($id:ident, integer) => {
        /// Any valid ID. Shrinks as its integer does, toward [`MIN`](Self::MIN).
        impl $crate::macros::proptest::arbitrary::Arbitrary for $id {
            type Parameters = ();
            type Strategy =
                $crate::macros::proptest::strategy::Map<::core::ops::RangeInclusive<u64>, fn(u64) -> Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                let id = |integer| Self::try_from_u64(integer).unwrap_or(Self::MAX);
                $crate::macros::proptest::strategy::Strategy::prop_map(0..=Self::MAX.to_u64(), id)
            }
        }
    };
    ($id:ident, uuid) => {
        /// Any ID. Shrinks as its integer does, toward [`MIN`](Self::MIN).
        impl $crate::macros::proptest::arbitrary::Arbitrary for $id {
            type Parameters = ();
            type Strategy =
                $crate::macros::proptest::strategy::MapInto<$crate::macros::proptest::num::u128::Any, Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                let integers = $crate::macros::proptest::num::u128::ANY;
                $crate::macros::proptest::strategy::Strategy::prop_map_into(integers)
            }
        }
    };
    ($id:ident, bytes) => {
        /// Any ID. Its higher 128 bits shrink, and then its lower 32 bits, toward [`MIN`](Self::MIN).
        impl $crate::macros::proptest::arbitrary::Arbitrary for $id {
            type Parameters = ();
            type Strategy = $crate::macros::proptest::strategy::Map<
                ($crate::macros::proptest::num::u128::Any, $crate::macros::proptest::num::u32::Any),
                fn((u128, u32)) -> Self,
            >;

            fn arbitrary_with((): ()) -> Self::Strategy {
                let halves =
                    ($crate::macros::proptest::num::u128::ANY, $crate::macros::proptest::num::u32::ANY);
                let id = |halves| Self::from_bytes($crate::interop::halves::join(halves));
                $crate::macros::proptest::strategy::Strategy::prop_map(halves, id)
            }
        }
    };
}
