//! Bytes, also as an array of numbers.

use core::fmt::{self, Formatter};
use core::marker::PhantomData;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};

use crate::id::Id;

/// Reads an ID from its bytes.
pub(super) struct Bytes<I>(pub(super) PhantomData<I>);

impl<'de, I: Id> Visitor<'de> for Bytes<I> {
    type Value = I;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "a {} as {} bytes", I::NAME, size_of::<I::Bytes>())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<I, E> {
        I::try_from(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<I, A::Error> {
        let mut bytes = I::MIN.to_bytes();
        for (position, byte) in bytes.as_mut().iter_mut().enumerate() {
            *byte = array.next_element()?.ok_or_else(|| A::Error::invalid_length(position, &self))?;
        }
        if array.next_element::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(size_of::<I::Bytes>() + 1, &self));
        }
        I::try_from_bytes(bytes).map_err(A::Error::custom)
    }
}
