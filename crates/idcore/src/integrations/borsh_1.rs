//! `borsh` 1: an ID as its big-endian bytes, without a length prefix.

use alloc::format;

use borsh::io::{Error, ErrorKind, Read, Result, Write};
use borsh::{BorshDeserialize, BorshSerialize};

use crate::id::Id;
use crate::id::typed::Typed;

/// Reads an ID from its bytes.
///
/// # Errors
///
/// Returns an error if the reader fails or ends, or if the bytes are not a valid ID.
pub fn deserialize<I: Id<Bytes: BorshDeserialize>, R: Read>(reader: &mut R) -> Result<I> {
    let bytes = I::Bytes::deserialize_reader(reader)?;
    let error = |error| Error::new(ErrorKind::InvalidData, format!("invalid {}: {error}", I::NAME));
    I::try_from_bytes(bytes).map_err(error)
}

/// Writes the big-endian bytes, like the untyped ID.
impl<I: BorshSerialize + Copy, K> BorshSerialize for Typed<I, K> {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.id().serialize(writer)
    }
}

/// Returns an error for bytes that are not a valid ID.
impl<I: BorshDeserialize + Copy, K> BorshDeserialize for Typed<I, K> {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        I::deserialize_reader(reader).map(Self::from_id)
    }
}

/// Implements `BorshSerialize` and `BorshDeserialize` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_borsh_1 {
    ($id:ident) => {
        /// Writes the big-endian bytes, without a length prefix.
        impl $crate::__private::borsh::BorshSerialize for $id {
            fn serialize<W: $crate::__private::borsh::io::Write>(
                &self,
                writer: &mut W,
            ) -> $crate::__private::borsh::io::Result<()> {
                writer.write_all(self.as_bytes())
            }
        }

        /// Returns an error for bytes that are not a valid ID.
        impl $crate::__private::borsh::BorshDeserialize for $id {
            fn deserialize_reader<R: $crate::__private::borsh::io::Read>(
                reader: &mut R,
            ) -> $crate::__private::borsh::io::Result<Self> {
                $crate::integrations::borsh_1::deserialize(reader)
            }
        }
    };
}
