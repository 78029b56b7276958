//! `sea-orm` 2: IDs as columns of entities, including primary keys.
//!
//! sea-orm converts each parameter to one of its own values, and an ID to the value of its [`ColumnValue`] type. In an
//! expression for a text column, use the ID's text form. Reading also accepts text.

use alloc::string::String;
use alloc::vec::Vec;
use std::format;

use sea_orm::sea_query::postgres_array::NotU8;
use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{
    ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError, TryGetable,
    TryGetableArray, Value,
};

use crate::id::Id;
use crate::id::text::Text;
use crate::id::typed::Typed;
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
    TryGetError::DbErr(DbErr::Type(format!("column {column:?} as {}: {error}", I::NAME)))
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

/// Implements the traits for a column of an entity and for a primary key.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm_2 {
    ($id:ident, $column:ident) => {
        const _: () = {
            use $crate::__private::sea_orm::sea_query::postgres_array::NotU8;
            use $crate::__private::sea_orm::sea_query::{
                ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr,
            };
            use $crate::__private::sea_orm::{
                ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError,
                TryGetable, TryGetableArray, Value,
            };
            use $crate::__private::{String, Vec};
            use $crate::integrations::column::ColumnValue as _;
            use $crate::integrations::sea_orm_2 as interop;

            type ColumnValue = $crate::integrations::column::words::$column;

            #[doc = concat!("A parameter for columns of the types ", $crate::column_types!($column), ".")]
            impl From<$id> for Value {
                fn from(id: $id) -> Self {
                    Self::from(ColumnValue::from_id(id))
                }
            }

            impl IntoActiveValue<$id> for $id {
                fn into_active_value(self) -> ActiveValue<$id> {
                    ActiveValue::Set(self)
                }
            }

            impl ValueType for $id {
                fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
                    <ColumnValue as ValueType>::try_from(value)?.into_id().map_err(|_| ValueTypeErr)
                }

                fn type_name() -> String {
                    String::from(stringify!($id))
                }

                fn array_type() -> ArrayType {
                    <ColumnValue as ValueType>::array_type()
                }

                fn column_type() -> ColumnType {
                    $crate::impl_sea_orm_2!(column_type $id, $column)
                }
            }

            impl Nullable for $id {
                fn null() -> Value {
                    <ColumnValue as Nullable>::null()
                }
            }

            #[doc = concat!("Reads columns of the types ", $crate::column_types!($column), ", and of text.")]
            ///
            /// In MySQL, MariaDB and SQLite, sea-orm interprets a string with as many bytes as the ID as these bytes.
            impl TryGetable for $id {
                fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
                    interop::try_get::<Self, ColumnValue>(row, column)
                }
            }

            /// A `Vec` of IDs as a PostgreSQL array.
            impl TryGetableArray for $id {
                fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Vec<Self>, TryGetError> {
                    interop::try_get_array::<Self, ColumnValue>(row, column)
                }
            }

            /// A `Vec` of IDs as a PostgreSQL array.
            impl NotU8 for $id {}

            /// Always returns an error, because no database generates these IDs. sea-orm requires the trait for primary
            /// keys.
            impl TryFromU64 for $id {
                fn try_from_u64(_: u64) -> Result<Self, DbErr> {
                    Err(DbErr::ConvertFromU64(stringify!($id)))
                }
            }
        };
    };
    // The length is part of the type, for example in `BINARY(20)`.
    (column_type $id:ident, bytes) => {
        ColumnType::Binary($id::MIN.as_bytes().len() as u32)
    };
    (column_type $id:ident, $column:ident) => {
        <ColumnValue as ValueType>::column_type()
    };
}
