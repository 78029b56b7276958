//! `rusqlite`: IDs as parameters and columns of SQLite.
//!
//! The feature has no version in its name, because a program can link only one version of SQLite and therefore of
//! rusqlite. It accepts versions 0.32 to 0.41.

use alloc::boxed::Box;
use core::error::Error;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Result, ToSql};

use crate::error::RangeError;
use crate::id::typed::Typed;
use crate::id::{Id, Text};

/// Reads an ID from a `BLOB` or from text.
///
/// # Errors
///
/// Returns an error if the value has a different type or isn't a valid ID.
pub fn from_sql<I: Id>(value: ValueRef<'_>) -> FromSqlResult<I> {
    match value {
        ValueRef::Blob(bytes) => I::try_from(bytes).map_err(refused),
        ValueRef::Text(_) => value.as_str()?.parse().map_err(refused),
        _ => Err(FromSqlError::InvalidType),
    }
}

/// Reads a 63-bit ID from an `INTEGER`, from a `BLOB` or from text.
///
/// # Errors
///
/// Returns an error if the value has a different type or isn't a valid ID.
pub fn integer_from_sql<I>(value: ValueRef<'_>) -> FromSqlResult<I>
where
    I: Id + TryFrom<i64, Error = RangeError>,
{
    match value {
        ValueRef::Integer(integer) => I::try_from(integer).map_err(refused),
        _ => from_sql(value),
    }
}

/// Creates the error for a value that is not a valid ID. `FromSqlError::other` is missing from older versions.
fn refused(error: impl Error + Send + Sync + 'static) -> FromSqlError {
    FromSqlError::Other(Box::new(error))
}

/// A parameter for a text column: `id.encode()`.
impl<const N: usize> ToSql for Text<N> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_str()))
    }
}

/// Writes the same type of value as the untyped ID.
impl<I: ToSql, K> ToSql for Typed<I, K> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        self.as_id().to_sql()
    }
}

/// Reads the same types of values as the untyped ID, without a prefix.
impl<I: Copy + FromSql, K> FromSql for Typed<I, K> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        I::column_result(value).map(Self::from_id)
    }
}

/// Implements `ToSql` and `FromSql`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_rusqlite {
    ($id:ident, integer) => {
        $crate::impl_rusqlite!($id, integer_from_sql, "`INTEGER`", "`INTEGER`, `BLOB`", |id| id.to_i64());
    };
    ($id:ident, $column:ident) => {
        $crate::impl_rusqlite!($id, from_sql, "`BLOB`", "`BLOB`", |id| id.as_bytes().as_slice());
    };
    ($id:ident, $from_sql:ident, $written:literal, $read:literal, |$self:ident| $value:expr) => {
        const _: () = {
            use $crate::integrations::rusqlite as interop;
            use $crate::__private::rusqlite::Result;
            use $crate::__private::rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

            #[doc = concat!("Writes a value of the type ", $written, ". To write text, use [`encode()`](Self::encode).")]
            impl ToSql for $id {
                fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
                    let $self = self;
                    Ok(ToSqlOutput::from($value))
                }
            }

            #[doc = concat!("Reads values of the types ", $read, " and `TEXT`.")]
            impl FromSql for $id {
                fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                    interop::$from_sql(value)
                }
            }
        };
    };
}
