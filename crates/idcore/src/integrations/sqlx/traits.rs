//! The functions and implementations for one version of sqlx, which the parent module names.

use alloc::string::String;
use alloc::vec::Vec;

use super::sqlx::encode::IsNull;
use super::sqlx::error::{BoxDynError, UnexpectedNullError, mismatched_types};
use super::sqlx::{Database, Decode, Encode, Type, ValueRef};
use super::{ArgumentBuffer, with_postgres};
use crate::id::typed::Typed;
use crate::id::{Id, Text};
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
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buffer: &mut ArgumentBuffer<'q, DB>) -> Result<IsNull, BoxDynError> {
        // sqlx 0.8 borrows a `&str` until the query ends.
        String::from(self.as_str()).encode(buffer)
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
    fn encode_by_ref(&self, buffer: &mut ArgumentBuffer<'q, DB>) -> Result<IsNull, BoxDynError> {
        Encode::encode(self.id(), buffer)
    }
}

impl<'r, DB: Database, I: Copy + Decode<'r, DB>, K> Decode<'r, DB> for Typed<I, K> {
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        I::decode(value).map(Self::from_id)
    }
}

with_postgres! {
    use super::sqlx::postgres::{PgHasArrayType, PgTypeInfo};

    /// A parameter of type `text[]`: a list of text forms.
    impl<const N: usize> PgHasArrayType for Text<N> {
        fn array_type_info() -> PgTypeInfo {
            <&str>::array_type_info()
        }

        fn array_compatible(array: &PgTypeInfo) -> bool {
            <&str>::array_compatible(array)
        }
    }

    /// `Vec`s and slices of IDs as PostgreSQL arrays.
    impl<I: PgHasArrayType, K> PgHasArrayType for Typed<I, K> {
        fn array_type_info() -> PgTypeInfo {
            I::array_type_info()
        }

        fn array_compatible(array: &PgTypeInfo) -> bool {
            I::array_compatible(array)
        }
    }
}
