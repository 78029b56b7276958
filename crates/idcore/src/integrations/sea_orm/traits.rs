//! The functions and implementations for one version of sea-orm, which the parent module names.

use alloc::string::String;
use alloc::vec::Vec;
use std::format;

use super::NotU8;
use super::sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use super::sea_orm::{
    ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError, TryGetable,
    TryGetableArray, Value,
};
use crate::id::typed::Typed;
use crate::id::{Id, Text};
use crate::integrations::column::ColumnValue;

/// Reads an ID from its native type or from text.
///
/// # Errors
///
/// Returns an error if the column is `NULL` or holds something else.
pub fn try_get<I: Id, N: ColumnValue<I> + TryGetable>(
    row: &QueryResult,
    column: impl ColIdx,
) -> Result<I, TryGetError> {
    let error = match N::try_get_by(row, column) {
        Ok(native) => match native.into_id() {
            Ok(id) => return Ok(id),
            Err(error) => refused::<I>(column, &error),
        },
        Err(TryGetError::Null(column)) => return Err(TryGetError::Null(column)),
        Err(error) => error,
    };
    // Text is an error for some types. For other types, it is read as bytes of the wrong length.
    let Ok(text) = String::try_get_by(row, column) else { return Err(error) };
    text.parse().map_err(|error| refused::<I>(column, &error))
}

/// Reads IDs from an array of their native type.
///
/// # Errors
///
/// Returns an error if the column is `NULL` or holds something else.
pub fn try_get_array<I: Id, N: ColumnValue<I>>(
    row: &QueryResult,
    column: impl ColIdx,
) -> Result<Vec<I>, TryGetError>
where
    Vec<N>: TryGetable,
{
    let ids = <Vec<N>>::try_get_by(row, column)?.into_iter().map(N::into_id);
    ids.collect::<Result<_, _>>().map_err(|error| refused::<I>(column, &error))
}

/// Creates the error for a value that is not a valid ID. sea-orm's other errors for a value can't include the column.
fn refused<I: Id>(column: impl ColIdx, error: &impl core::fmt::Display) -> TryGetError {
    TryGetError::DbErr(DbErr::Type(format!("failed to read column {column:?} as {}: {error}", I::NAME)))
}

/// The text form in an expression: `Column::Id.eq(id.encode())`.
impl<const N: usize> From<Text<N>> for Value {
    fn from(text: Text<N>) -> Self {
        Self::from(text.as_str())
    }
}

/// A parameter for the same columns as the untyped ID, without a prefix.
impl<I: Copy + Into<Value>, K> From<Typed<I, K>> for Value {
    fn from(id: Typed<I, K>) -> Self {
        id.id().into()
    }
}

impl<I: Copy + Into<Value>, K> IntoActiveValue<Self> for Typed<I, K> {
    fn into_active_value(self) -> ActiveValue<Self> {
        ActiveValue::Set(self)
    }
}

impl<I: Copy + ValueType, K> ValueType for Typed<I, K> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        <I as ValueType>::try_from(value).map(Self::from_id)
    }

    fn type_name() -> String {
        I::type_name()
    }

    fn array_type() -> ArrayType {
        I::array_type()
    }

    fn column_type() -> ColumnType {
        I::column_type()
    }
}

impl<I: Nullable, K> Nullable for Typed<I, K> {
    fn null() -> Value {
        I::null()
    }
}

/// Reads the same columns as the untyped ID, without a prefix.
impl<I: Copy + TryGetable, K> TryGetable for Typed<I, K> {
    fn try_get_by<C: ColIdx>(row: &QueryResult, column: C) -> Result<Self, TryGetError> {
        I::try_get_by(row, column).map(Self::from_id)
    }
}

/// A `Vec` of IDs as a PostgreSQL array.
impl<I: Copy + TryGetableArray, K> TryGetableArray for Typed<I, K> {
    fn try_get_by<C: ColIdx>(row: &QueryResult, column: C) -> Result<Vec<Self>, TryGetError> {
        Ok(<I as TryGetableArray>::try_get_by(row, column)?.into_iter().map(Self::from_id).collect())
    }
}

/// A `Vec` of IDs as a PostgreSQL array.
impl<I: NotU8, K> NotU8 for Typed<I, K> {}

/// Always returns an error, like the implementation for untyped IDs.
impl<I: Copy + TryFromU64, K> TryFromU64 for Typed<I, K> {
    fn try_from_u64(integer: u64) -> Result<Self, DbErr> {
        I::try_from_u64(integer).map(Self::from_id)
    }
}
