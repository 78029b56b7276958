//! Common code for database libraries: the type that represents an ID in its default column.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;

use crate::error::RangeError;
use crate::id::Id;

/// A type that libraries read from and write to the default column of an ID: a `Uuid`, bytes, or a signed integer.
pub trait ColumnValue<I>: Sized {
    /// Returns the value of an ID.
    fn from_id(id: I) -> Self;

    /// Returns the ID of a value.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID has this value.
    fn into_id(self) -> Result<I, Box<dyn Error + Send + Sync>>;
}

/// The [`ColumnValue`] types, with the names that `impl_id!` uses for columns.
#[allow(non_camel_case_types, reason = "they are the words of a macro")]
pub mod words {
    /// 16 bytes.
    #[cfg(feature = "uuid_1")]
    pub type uuid = ::uuid::Uuid;
    /// Any number of bytes.
    pub type bytes = alloc::vec::Vec<u8>;
    /// An integer below 2<sup>63</sup>.
    pub type integer = i64;
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

/// Describes the default column in the databases that most libraries support, for the documentation.
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
