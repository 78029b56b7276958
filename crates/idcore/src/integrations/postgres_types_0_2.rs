//! `postgres-types` 0.2: IDs as parameters and columns of `tokio-postgres` and `postgres`.

use alloc::boxed::Box;
use core::error::Error;

use postgres_types::private::BytesMut;
use postgres_types::{FromSql, IsNull, ToSql, Type, WrongType};

use crate::error::RangeError;
use crate::id::typed::{Kind, SchemeId, Typed};
use crate::id::{Id, Text};

/// The error of the library's traits.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Returns the type that a domain is based on, directly or through other domains. The server sends the values of a domain
/// in the form of this type. Returns any other type unchanged.
#[must_use]
pub fn base(mut column: &Type) -> &Type {
    while let postgres_types::Kind::Domain(of) = column.kind() {
        column = of;
    }
    column
}

/// Returns `true` if columns of a type can hold text.
#[must_use]
pub fn is_text(column: &Type) -> bool {
    <&str as ToSql>::accepts(base(column))
}

/// Reads an ID from a column whose type `accepts` has allowed.
///
/// # Errors
///
/// Returns an error if the value is not an ID.
pub fn from_sql<I: Id>(column: &Type, value: &[u8]) -> Result<I, BoxError> {
    if is_text(column) {
        Ok(<&str>::from_sql(base(column), value)?.parse()?)
    } else {
        Ok(I::try_from(value)?)
    }
}

/// Reads a 63-bit ID from a column whose type `accepts` has allowed.
///
/// # Errors
///
/// Returns an error if the value is not an ID.
pub fn integer_from_sql<I>(column: &Type, value: &[u8]) -> Result<I, BoxError>
where
    I: Id + TryFrom<i64, Error = RangeError>,
{
    // Parsed as a signed integer, so that the error for a negative value shows that value.
    if *base(column) == Type::INT8 {
        Ok(I::try_from(i64::from_sql(column, value)?)?)
    } else {
        from_sql(column, value)
    }
}

/// Writes an ID to a column whose type `accepts` has allowed.
///
/// # Errors
///
/// Returns an error if the conversion of the bytes, the string or the integer fails.
pub fn to_sql<I: Id>(id: &I, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
    if is_text(column) {
        return id.encode().as_ref().to_sql(base(column), buffer);
    }
    // PostgreSQL sends a `uuid` and a `bytea` as their bytes, and a `bigint` as eight big-endian bytes.
    buffer.extend_from_slice(id.as_ref());
    Ok(IsNull::No)
}

/// Does the same as the library's `to_sql_checked!`. That macro uses `std`, which a scheme crate may not have.
///
/// # Errors
///
/// Returns an error if the value can't be written to columns of this type.
pub fn to_sql_checked<T: ToSql>(value: &T, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
    if !T::accepts(column) {
        return Err(Box::new(WrongType::new::<T>(column.clone())));
    }
    value.to_sql(column, buffer)
}

/// Text columns.
impl<const N: usize> ToSql for Text<N> {
    fn to_sql(&self, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
        self.as_str().to_sql(base(column), buffer)
    }

    fn accepts(column: &Type) -> bool {
        is_text(column)
    }

    postgres_types::to_sql_checked!();
}

/// Writes the same columns as the untyped ID, without a prefix.
impl<I: SchemeId + ToSql, K: Kind> ToSql for Typed<I, K> {
    fn to_sql(&self, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
        self.as_id().to_sql(column, buffer)
    }

    fn accepts(column: &Type) -> bool {
        I::accepts(column)
    }

    postgres_types::to_sql_checked!();
}

/// Reads the same columns as the untyped ID, without a prefix.
impl<'a, I: Copy + FromSql<'a>, K> FromSql<'a> for Typed<I, K> {
    fn from_sql(column: &Type, value: &'a [u8]) -> Result<Self, BoxError> {
        I::from_sql(column, value).map(Self::from_id)
    }

    fn accepts(column: &Type) -> bool {
        I::accepts(column)
    }
}

/// Implements `ToSql` and `FromSql`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_postgres_types_0_2 {
    ($id:ident, uuid) => {
        $crate::impl_postgres_types_0_2!($id, from_sql, "`uuid`, `bytea`", UUID | BYTEA);
    };
    ($id:ident, bytes) => {
        $crate::impl_postgres_types_0_2!($id, from_sql, "`bytea`", BYTEA);
    };
    ($id:ident, integer) => {
        $crate::impl_postgres_types_0_2!($id, integer_from_sql, "`bigint`, `bytea`", INT8 | BYTEA);
    };
    ($id:ident, $from_sql:ident, $names:literal, $first:ident $(| $other:ident)*) => {
        const _: () = {
            use $crate::integrations::postgres_types_0_2::{self as interop, BoxError};
            use $crate::__private::postgres_types::private::BytesMut;
            use $crate::__private::postgres_types::{FromSql, IsNull, ToSql, Type};

            #[doc = concat!("Writes columns of the types ", $names, ", `text`, `varchar` and `char`, and of domains based on them, in the form that the type needs.")]
            impl ToSql for $id {
                fn to_sql(&self, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
                    interop::to_sql(self, column, buffer)
                }

                fn accepts(column: &Type) -> bool {
                    <Self as FromSql>::accepts(column)
                }

                fn to_sql_checked(&self, column: &Type, buffer: &mut BytesMut) -> Result<IsNull, BoxError> {
                    interop::to_sql_checked(self, column, buffer)
                }
            }

            #[doc = concat!("Reads columns of the types ", $names, ", `text`, `varchar` and `char`, and of domains based on them.")]
            impl<'a> FromSql<'a> for $id {
                fn from_sql(column: &Type, value: &'a [u8]) -> Result<Self, BoxError> {
                    interop::$from_sql(column, value)
                }

                fn accepts(column: &Type) -> bool {
                    matches!(*interop::base(column), Type::$first $(| Type::$other)*) || interop::is_text(column)
                }
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use postgres_types::Kind;

    use super::*;
    use crate::test_support::id::TestId;

    #[test]
    fn an_id_is_written_only_to_columns_that_can_hold_it() {
        let refused = |column| {
            let written = TestId::MAX.to_sql_checked(&column, &mut BytesMut::new());
            written.is_err_and(|error| error.is::<WrongType>())
        };
        assert_eq!(
            [Type::UUID, Type::BYTEA, Type::TEXT, Type::INT8].map(refused),
            [false, false, false, true]
        );
        let domain = |of| Type::new("id".into(), 16_384, Kind::Domain(of), "public".into());
        let columns = [Type::UUID, Type::BYTEA, Type::TEXT, Type::INT8].map(|base| domain(domain(base)));
        assert_eq!(columns.map(refused), [false, false, false, true]);
    }
}
