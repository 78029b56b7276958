//! `sqlx` 0.9: IDs as parameters and columns of PostgreSQL, MySQL, MariaDB and SQLite.
//!
//! The implementations are generic over the database, so no driver is a dependency. Only PostgreSQL arrays need one.
//!
//! sqlx encodes an ID like its [`ColumnValue`] type. It determines the encoding of a parameter without knowing the
//! column, so pass a [`Text`] for a text column. When sqlx reads a value, its type is known.

use alloc::vec::Vec;

use sqlx::encode::IsNull;
use sqlx::error::{BoxDynError, UnexpectedNullError, mismatched_types};
use sqlx::{Database, Decode, Encode, Type, ValueRef};

use crate::id::Id;
use crate::id::text::Text;
use crate::id::typed::Typed;
use crate::integrations::column::ColumnValue;

/// Reads an ID from text, bytes, or its native type.
///
/// # Errors
///
/// Returns an error if the column is `NULL` or holds something else.
pub fn decode<'r, DB: Database, I: Id, N>(value: DB::ValueRef<'r>) -> Result<I, BoxDynError>
where
    N: ColumnValue<I> + Decode<'r, DB> + Type<DB>,
    Vec<u8>: Decode<'r, DB> + Type<DB>,
    str: Type<DB>,
    &'r str: Decode<'r, DB>,
{
    // SQLite would return 0 or no bytes.
    if value.is_null() {
        return Err(UnexpectedNullError.into());
    }
    let column = value.type_info();
    // Text comes first, because some databases also return it as bytes. Bytes come before a `Uuid`, because our error
    // is clearer.
    let (is_text, is_bytes) = (str::compatible(&column), <Vec<u8>>::compatible(&column));
    // sqlx has checked the type, except for `query_as!`. SQLite would then convert 1.5 to 1.
    if !(is_text || is_bytes || N::compatible(&column)) {
        return Err(mismatched_types::<DB, N>(&column));
    }
    drop(column);
    if is_text {
        Ok(<&str>::decode(value)?.parse()?)
    } else if is_bytes {
        <Vec<u8>>::decode(value)?.into_id()
    } else {
        N::decode(value)?.into_id()
    }
}

/// The type of text columns.
impl<DB: Database, const N: usize> Type<DB> for Text<N>
where
    str: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        str::type_info()
    }

    fn compatible(column: &DB::TypeInfo) -> bool {
        str::compatible(column)
    }
}

/// A parameter for a text column: `.bind(id.encode())`.
impl<'q, DB: Database, const N: usize> Encode<'q, DB> for Text<N>
where
    for<'a> &'a str: Encode<'a, DB>,
{
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.as_str().encode(buffer)
    }
}

/// A parameter of type `text[]`: a list of text forms.
#[cfg(feature = "sqlx_0_9_postgres")]
impl<const N: usize> sqlx::postgres::PgHasArrayType for Text<N> {
    fn array_type_info() -> sqlx::postgres::PgTypeInfo {
        <&str>::array_type_info()
    }

    fn array_compatible(array: &sqlx::postgres::PgTypeInfo) -> bool {
        <&str>::array_compatible(array)
    }
}

/// The same column types as the untyped ID, without a prefix.
impl<DB: Database, I: Type<DB>, K> Type<DB> for Typed<I, K> {
    fn type_info() -> DB::TypeInfo {
        I::type_info()
    }

    fn compatible(column: &DB::TypeInfo) -> bool {
        I::compatible(column)
    }
}

impl<'q, DB: Database, I: Copy + Encode<'q, DB>, K> Encode<'q, DB> for Typed<I, K> {
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::encode(self.id(), buffer)
    }
}

impl<'r, DB: Database, I: Copy + Decode<'r, DB>, K> Decode<'r, DB> for Typed<I, K> {
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        I::decode(value).map(Self::from_id)
    }
}

/// `Vec`s and slices of IDs as PostgreSQL arrays.
#[cfg(feature = "sqlx_0_9_postgres")]
impl<I: sqlx::postgres::PgHasArrayType, K> sqlx::postgres::PgHasArrayType for Typed<I, K> {
    fn array_type_info() -> sqlx::postgres::PgTypeInfo {
        I::array_type_info()
    }

    fn array_compatible(array: &sqlx::postgres::PgTypeInfo) -> bool {
        I::array_compatible(array)
    }
}

/// Implements `Type`, `Encode` and `Decode`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sqlx_0_9 {
    ($id:ident, $column:ident) => {
        const _: () = {
            use $crate::__private::Vec;
            use $crate::__private::sqlx::encode::IsNull;
            use $crate::__private::sqlx::error::BoxDynError;
            use $crate::__private::sqlx::{Database, Decode, Encode, Type};
            use $crate::integrations::column::ColumnValue as _;
            use $crate::integrations::sqlx_0_9 as interop;

            type ColumnValue = $crate::integrations::column::words::$column;

            #[doc = concat!("Columns of the types ", $crate::column_types!($column), ".")]
            ///
            /// Byte and text columns can be read too. To write text, bind [`encode()`](Self::encode). PostgreSQL
            /// arrays, and types that wrap an ID with `#[sqlx(transparent)]`, need the `sqlx_0_9_postgres` feature.
            impl<DB: Database> Type<DB> for $id
            where
                ColumnValue: Type<DB>,
                Vec<u8>: Type<DB>,
                str: Type<DB>,
            {
                fn type_info() -> DB::TypeInfo {
                    <ColumnValue as Type<DB>>::type_info()
                }

                fn compatible(column: &DB::TypeInfo) -> bool {
                    <ColumnValue as Type<DB>>::compatible(column)
                        || <Vec<u8>>::compatible(column)
                        || str::compatible(column)
                }
            }

            impl<'q, DB: Database> Encode<'q, DB> for $id
            where
                ColumnValue: Encode<'q, DB>,
            {
                fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                    Encode::encode(ColumnValue::from_id(*self), buffer)
                }
            }

            impl<'r, DB: Database> Decode<'r, DB> for $id
            where
                ColumnValue: Decode<'r, DB> + Type<DB>,
                Vec<u8>: Decode<'r, DB> + Type<DB>,
                str: Type<DB>,
                &'r str: Decode<'r, DB>,
            {
                fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
                    interop::decode::<DB, Self, ColumnValue>(value)
                }
            }

            $crate::__private::with_sqlx_0_9_postgres! {
                /// `Vec`s and slices of IDs as PostgreSQL arrays.
                impl $crate::__private::sqlx::postgres::PgHasArrayType for $id {
                    fn array_type_info() -> $crate::__private::sqlx::postgres::PgTypeInfo {
                        ColumnValue::array_type_info()
                    }

                    fn array_compatible(array: &$crate::__private::sqlx::postgres::PgTypeInfo) -> bool {
                        ColumnValue::array_compatible(array)
                            || <Vec<u8>>::array_compatible(array)
                            || <&str>::array_compatible(array)
                    }
                }
            }
        };
    };
}
