//! `rkyv` 0.8: the archived form of an ID is the ID itself, which consists of its big-endian bytes.

use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Fallible;
use rkyv::{Archive, Deserialize, Place, Portable, Serialize};

use super::Typed;

// SAFETY: the struct is `repr(transparent)` over an ID that meets these requirements.
unsafe impl<I: Portable, K> Portable for Typed<I, K> {}

// SAFETY: the struct is `repr(transparent)` over an ID for which this holds.
unsafe impl<I: CheckBytes<C>, K, C: Fallible + ?Sized> CheckBytes<C> for Typed<I, K> {
    unsafe fn check_bytes(value: *const Self, context: &mut C) -> Result<(), C::Error> {
        // SAFETY: the caller promises the same for the typed ID, which has the layout of the ID.
        unsafe { I::check_bytes(value.cast(), context) }
    }
}

/// Archived like the untyped ID.
impl<I: Archive<Archived = I> + Copy + Portable, K> Archive for Typed<I, K> {
    type Archived = Self;
    type Resolver = I::Resolver;

    fn resolve(&self, resolver: Self::Resolver, out: Place<Self>) {
        // SAFETY: the place of a typed ID is the place of an ID, because the struct is `repr(transparent)`.
        self.id().resolve(resolver, unsafe { out.cast_unchecked() });
    }
}

impl<I: Archive<Archived = I> + Copy + Portable + Serialize<S>, K, S: Fallible + ?Sized> Serialize<S>
    for Typed<I, K>
{
    fn serialize(&self, serializer: &mut S) -> Result<Self::Resolver, S::Error> {
        self.id().serialize(serializer)
    }
}

impl<I: Copy, K, D: Fallible + ?Sized> Deserialize<Self, D> for Typed<I, K> {
    fn deserialize(&self, _: &mut D) -> Result<Self, D::Error> {
        Ok(*self)
    }
}

/// Implements the traits of `rkyv` for an ID that is a `repr(transparent)` struct around its bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_rkyv_0_8 {
    ($id:ident) => {
        $crate::assert_layout!($id);

        // SAFETY: the struct is `repr(transparent)` around an array of bytes, which has the same layout on all targets and
        // no interior mutability.
        unsafe impl $crate::__private::rkyv::Portable for $id {}

        /// Returns an error for bytes that are not a valid ID.
        // SAFETY: `try_from_bytes`, the only way to create an ID from bytes, accepts the bytes.
        unsafe impl<C> $crate::__private::rkyv::bytecheck::CheckBytes<C> for $id
        where
            C: $crate::__private::rkyv::rancor::Fallible + ?Sized,
            C::Error: $crate::__private::rkyv::rancor::Source,
        {
            unsafe fn check_bytes(value: *const Self, _: &mut C) -> Result<(), C::Error> {
                // SAFETY: the caller promises an aligned pointer to as many initialised bytes as the struct has, and the
                // bytes are the whole struct, as checked above.
                let bytes = unsafe { value.cast::<<$id as $crate::id::Id>::Bytes>().read() };
                match <$id as $crate::id::Id>::try_from_bytes(bytes) {
                    Ok(_) => Ok(()),
                    Err(error) => Err($crate::__private::rkyv::rancor::Source::new(error)),
                }
            }
        }

        /// Archived as the big-endian bytes, which sort and hash like the ID and need no alignment. An archive is read
        /// without a copy: an archived ID is an ID.
        impl $crate::__private::rkyv::Archive for $id {
            type Archived = Self;
            type Resolver = ();

            fn resolve(&self, (): (), out: $crate::__private::rkyv::Place<Self>) {
                // SAFETY: the struct has no padding, as checked above.
                unsafe { out.write_unchecked(*self) }
            }
        }

        impl<S: $crate::__private::rkyv::rancor::Fallible + ?Sized> $crate::__private::rkyv::Serialize<S>
            for $id
        {
            fn serialize(&self, _: &mut S) -> Result<(), S::Error> {
                Ok(())
            }
        }

        impl<D: $crate::__private::rkyv::rancor::Fallible + ?Sized>
            $crate::__private::rkyv::Deserialize<Self, D> for $id
        {
            fn deserialize(&self, _: &mut D) -> Result<Self, D::Error> {
                Ok(*self)
            }
        }
    };
}
