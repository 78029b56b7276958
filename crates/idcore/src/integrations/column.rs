//! What the libraries for databases have in common: the type that stands for an ID in its default column.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;

use crate::error::RangeError;
use crate::id::Id;

/// A type that libraries read and write as the default column of an ID: a `Uuid`, bytes, or a signed integer.
pub trait ColumnValue<I>: Sized {
    /// The value of an ID.
    fn from_id(id: I) -> Self;

    /// The ID of a value.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID has this value.
    fn into_id(self) -> Result<I, Box<dyn Error + Send + Sync>>;
}

#[cfg(feature = "uuid_1")]
impl<I: Id<Bytes = [u8; 16]>> ColumnValue<I> for uuid::Uuid {
    fn from_id(id: I) -> Self {
        Self::from_bytes(id.to_bytes())
    }

    fn into_id(self) -> Result<I, Box<dyn Error + Send + Sync>> {
        Ok(I::try_from_bytes(self.into_bytes())?)
    }
}

impl<I: Id> ColumnValue<I> for Vec<u8> {
    fn from_id(id: I) -> Self {
        id.as_ref().into()
    }

    fn into_id(self) -> Result<I, Box<dyn Error + Send + Sync>> {
        Ok(I::try_from(self.as_slice())?)
    }
}

impl<I: Id + TryFrom<Self, Error = RangeError> + Into<Self>> ColumnValue<I> for i64 {
    fn from_id(id: I) -> Self {
        id.into()
    }

    fn into_id(self) -> Result<I, Box<dyn Error + Send + Sync>> {
        Ok(I::try_from(self)?)
    }
}

/// The [`ColumnValue`] type of a kind of column.
#[doc(hidden)]
#[macro_export]
macro_rules! column_value {
    (uuid) => {
        $crate::__private::uuid::Uuid
    };
    (bytes) => {
        $crate::__private::Vec<u8>
    };
    (integer) => {
        i64
    };
}

/// The default column of a kind in the databases that most libraries support, for the documentation.
#[doc(hidden)]
#[macro_export]
macro_rules! column_types {
    (uuid) => {
        "`uuid` in PostgreSQL, `BINARY(16)` in MySQL and MariaDB, `BLOB` in SQLite"
    };
    (bytes) => {
        "`bytea` in PostgreSQL, `BINARY` in MySQL and MariaDB, `BLOB` in SQLite"
    };
    (integer) => {
        "`bigint` in PostgreSQL, `BIGINT` in MySQL and MariaDB, `INTEGER` in SQLite"
    };
}
