//! `rkyv` 0.8: an ID is archived as its big-endian bytes.

use rkyv::rancor::Fallible;
use rkyv::{Archive, Deserialize, Place, Serialize};

use crate::id::typed::Typed;

/// Archived like the untyped ID.
impl<I: Archive + Copy, K> Archive for Typed<I, K> {
    type Archived = I::Archived;
    type Resolver = I::Resolver;

    fn resolve(&self, resolver: Self::Resolver, out: Place<Self::Archived>) {
        self.id().resolve(resolver, out);
    }
}

impl<I: Copy + Serialize<S>, K, S: Fallible + ?Sized> Serialize<S> for Typed<I, K> {
    fn serialize(&self, serializer: &mut S) -> Result<Self::Resolver, S::Error> {
        self.id().serialize(serializer)
    }
}

/// Implemented for arrays of any length, because a trait can't be implemented for an associated type such as
/// `I::Archived`.
impl<I: Copy, K, D: Fallible + ?Sized, const N: usize> Deserialize<Typed<I, K>, D> for [u8; N]
where
    Self: Deserialize<I, D>,
{
    fn deserialize(&self, deserializer: &mut D) -> Result<Typed<I, K>, D::Error> {
        <Self as Deserialize<I, D>>::deserialize(self, deserializer).map(Typed::from_id)
    }
}

/// Implements `Archive`, `Serialize` and `Deserialize` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_rkyv_0_8 {
    ($id:ident) => {
        /// Archived as the big-endian bytes, which sort and hash like the ID and need no alignment. To convert an
        /// archived ID without deserialising it, use `from_bytes` or `try_from_bytes`.
        impl $crate::__private::rkyv::Archive for $id {
            type Archived = <$id as $crate::id::Id>::Bytes;
            type Resolver = <<$id as $crate::id::Id>::Bytes as $crate::__private::rkyv::Archive>::Resolver;

            fn resolve(&self, resolver: Self::Resolver, out: $crate::__private::rkyv::Place<Self::Archived>) {
                $crate::__private::rkyv::Archive::resolve(&self.to_bytes(), resolver, out);
            }
        }

        impl<S: $crate::__private::rkyv::rancor::Fallible + ?Sized> $crate::__private::rkyv::Serialize<S>
            for $id
        {
            fn serialize(&self, serializer: &mut S) -> Result<Self::Resolver, S::Error> {
                $crate::__private::rkyv::Serialize::serialize(&self.to_bytes(), serializer)
            }
        }

        /// Returns an error for bytes that are not a valid ID. Accessing an archive checks only that the bytes exist,
        /// because an archived ID can have any bytes.
        impl<D> $crate::__private::rkyv::Deserialize<$id, D> for <$id as $crate::id::Id>::Bytes
        where
            D: $crate::__private::rkyv::rancor::Fallible + ?Sized,
            D::Error: $crate::__private::rkyv::rancor::Source,
        {
            fn deserialize(&self, _: &mut D) -> Result<$id, D::Error> {
                <$id as $crate::id::Id>::try_from_bytes(*self)
                    .map_err($crate::__private::rkyv::rancor::Source::new)
            }
        }
    };
}
