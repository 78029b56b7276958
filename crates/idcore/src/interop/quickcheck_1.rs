//! `quickcheck` 1: any valid ID, which shrinks toward the smallest.

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_quickcheck_1 {
    ($id:ident, integer) => {
        /// Any valid ID. Shrinks as its integer does, toward [`MIN`](Self::MIN).
        impl $crate::macros::quickcheck::Arbitrary for $id {
            fn arbitrary(generator: &mut $crate::macros::quickcheck::Gen) -> Self {
                let integer: u64 = $crate::macros::quickcheck::Arbitrary::arbitrary(generator);
                Self::try_from_u64(integer % (Self::MAX.to_u64() + 1)).unwrap_or(Self::MAX)
            }

            fn shrink(&self) -> $crate::macros::Box<dyn Iterator<Item = Self>> {
                let smaller = $crate::macros::quickcheck::Arbitrary::shrink(&self.to_u64());
                $crate::macros::Box::new(smaller.filter_map(|integer| Self::try_from_u64(integer).ok()))
            }
        }
    };
    ($id:ident, uuid) => {
        /// Any ID. Shrinks as its integer does, toward [`MIN`](Self::MIN).
        impl $crate::macros::quickcheck::Arbitrary for $id {
            fn arbitrary(generator: &mut $crate::macros::quickcheck::Gen) -> Self {
                Self::from_u128($crate::macros::quickcheck::Arbitrary::arbitrary(generator))
            }

            fn shrink(&self) -> $crate::macros::Box<dyn Iterator<Item = Self>> {
                $crate::macros::Box::new(
                    $crate::macros::quickcheck::Arbitrary::shrink(&self.to_u128()).map(Self::from_u128),
                )
            }
        }
    };
    ($id:ident, bytes) => {
        /// Any ID. Its higher 128 bits and its lower 32 bits shrink, toward [`MIN`](Self::MIN).
        impl $crate::macros::quickcheck::Arbitrary for $id {
            fn arbitrary(generator: &mut $crate::macros::quickcheck::Gen) -> Self {
                let halves = $crate::macros::quickcheck::Arbitrary::arbitrary(generator);
                Self::from_bytes($crate::interop::halves::join(halves))
            }

            fn shrink(&self) -> $crate::macros::Box<dyn Iterator<Item = Self>> {
                let halves = $crate::interop::halves::split(self.to_bytes());
                let smaller = $crate::macros::quickcheck::Arbitrary::shrink(&halves);
                $crate::macros::Box::new(smaller.map($crate::interop::halves::join).map(Self::from_bytes))
            }
        }
    };
}
