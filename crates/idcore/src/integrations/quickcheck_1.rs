//! `quickcheck` 1: any valid ID, which shrinks toward the smallest.

use alloc::boxed::Box;

use quickcheck::{Arbitrary, Gen};

use crate::id::typed::{Kind, SchemeId, Typed};

/// Any valid ID, which shrinks as the plain one does.
impl<I: Arbitrary + SchemeId, K: Kind> Arbitrary for Typed<I, K> {
    fn arbitrary(generator: &mut Gen) -> Self {
        Self::from_id(I::arbitrary(generator))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.id().shrink().map(Self::from_id))
    }
}

/// Implements `Arbitrary` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_quickcheck_1 {
    ($id:ident) => {
        /// Any valid ID. Shrinks as its integer does, toward [`MIN`](Self::MIN). Of 160 bits, the higher 128 and the others
        /// shrink apart.
        impl $crate::__private::quickcheck::Arbitrary for $id {
            fn arbitrary(generator: &mut $crate::__private::quickcheck::Gen) -> Self {
                let integers = $crate::__private::quickcheck::Arbitrary::arbitrary(generator);
                $crate::id::Id::from_bits($crate::integrations::bits::Bits::join(integers))
            }

            fn shrink(&self) -> $crate::__private::Box<dyn Iterator<Item = Self>> {
                let id = *self;
                let integers = $crate::integrations::bits::Bits::split(self.to_bytes());
                let smaller = $crate::__private::quickcheck::Arbitrary::shrink(&integers);
                let smaller = smaller.map(|integers| {
                    $crate::id::Id::from_bits($crate::integrations::bits::Bits::join(integers))
                });
                // Not all smaller bits are another ID, and quickcheck would shrink to the same one for ever.
                $crate::__private::Box::new(smaller.filter(move |smaller| *smaller < id))
            }
        }
    };
}
