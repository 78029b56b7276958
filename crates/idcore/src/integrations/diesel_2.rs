//! `diesel` 2: IDs as parameters and columns of PostgreSQL, MySQL, MariaDB and SQLite.
//!
//! No feature here links a C library, except for `diesel_2_sqlite`. The column's type in `table!` decides what is
//! written.
//!
//! A parameter is borrowed until the query runs. Bytes are borrowed from the ID itself, so they work for every
//! database. Integers and strings are bound as temporary values, which each database copies differently: see
//! [`Supported`].

#[cfg(feature = "diesel_2_sqlite")]
use alloc::{format, string::String};

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::expression::{AsExpression, TypedExpressionType};
use diesel::internal::derives::as_expression::Bound;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{BigInt, SingleValue, SqlType, Text as SqlText};
#[cfg(feature = "diesel_2_sqlite")]
use diesel::{result::UnexpectedNullError, sqlite::SqliteType};

use crate::id::typed::{Kind, SchemeId, Typed};

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Bytes.
    Bytes,
    /// An integer.
    Integer,
    /// Text.
    Text,
}

/// A database that can check a value and copy a parameter while a query is built. Diesel has no common interface for
/// this.
pub trait Supported: Backend {
    /// Checks the type of a value, if a column can hold values of types other than its own.
    ///
    /// # Errors
    ///
    /// Returns an error if the value has a different type.
    fn check(_value: &Self::RawValue<'_>, _expected: Stored) -> deserialize::Result<()> {
        Ok(())
    }

    /// Writes the text form of an ID.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to diesel's buffer fails.
    fn text(text: &str, out: &mut Output<'_, '_, Self>) -> serialize::Result;

    /// Writes the integer of a 63-bit ID.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to diesel's buffer fails.
    fn integer(integer: i64, out: &mut Output<'_, '_, Self>) -> serialize::Result;
}

/// Databases whose parameters are bytes.
macro_rules! of_bytes {
    ($database:ty) => {
        impl Supported for $database {
            fn text(text: &str, out: &mut Output<'_, '_, Self>) -> serialize::Result {
                ToSql::<SqlText, Self>::to_sql(text, &mut out.reborrow())
            }

            fn integer(integer: i64, out: &mut Output<'_, '_, Self>) -> serialize::Result {
                ToSql::<BigInt, Self>::to_sql(&integer, &mut out.reborrow())
            }
        }
    };
}

of_bytes!(diesel::pg::Pg);
of_bytes!(diesel::mysql::Mysql);

#[cfg(feature = "diesel_2_sqlite")]
impl Supported for diesel::sqlite::Sqlite {
    // Without this check, SQLite converts the value: a string to the integer that it starts with, or to 0.
    fn check(value: &Self::RawValue<'_>, expected: Stored) -> deserialize::Result<()> {
        let expected = match expected {
            Stored::Bytes => SqliteType::Binary,
            Stored::Integer => SqliteType::Long,
            Stored::Text => SqliteType::Text,
        };
        match value.value_type() {
            Some(found) if found == expected => Ok(()),
            Some(found) => Err(format!("expected a value of type {expected:?}, found {found:?}").into()),
            None => Err(UnexpectedNullError.into()),
        }
    }

    fn text(text: &str, out: &mut Output<'_, '_, Self>) -> serialize::Result {
        out.set_value(String::from(text));
        Ok(serialize::IsNull::No)
    }

    fn integer(integer: i64, out: &mut Output<'_, '_, Self>) -> serialize::Result {
        out.set_value(integer);
        Ok(serialize::IsNull::No)
    }
}

crate::impl_diesel_2!(parameter [I: AsExpression<ST>, K] Typed<I, K>, &Typed<I, K>, &&Typed<I, K>);

/// A column of any type that the ID can be read from.
impl<ST: SingleValue, DB: Backend, I, K> Queryable<ST, DB> for Typed<I, K>
where
    Self: FromSql<ST, DB>,
{
    type Row = Self;

    fn build(id: Self) -> deserialize::Result<Self> {
        Ok(id)
    }
}

/// Columns of each type that the untyped ID has, without a prefix.
impl<ST, DB: Backend, I: SchemeId + ToSql<ST, DB>, K: Kind> ToSql<ST, DB> for Typed<I, K> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.as_id().to_sql(out)
    }
}

/// Columns of each type that the untyped ID has, without a prefix.
impl<ST, DB: Backend, I: Copy + FromSql<ST, DB>, K> FromSql<ST, DB> for Typed<I, K> {
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        I::from_sql(value).map(Self::from_id)
    }
}

/// Implements `AsExpression`, `ToSql`, `FromSql` and `Queryable`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_diesel_2 {
    ($id:ident, $column:ident) => {
        const _: () = {
            use $crate::integrations::column::ColumnValue as _;
            use $crate::integrations::diesel_2 as interop;
            use $crate::__private::diesel::backend::Backend;
            use $crate::__private::diesel::deserialize::{self, FromSql, Queryable};
            use $crate::__private::diesel::expression::{AsExpression, TypedExpressionType};
            use $crate::__private::diesel::internal::derives::as_expression::Bound;
            use $crate::__private::diesel::serialize::{self, Output, ToSql};
            use $crate::__private::diesel::sql_types::is_nullable::NotNull;
            use $crate::__private::diesel::sql_types::{Binary, Nullable, SingleValue, SqlType, Text};
            use $crate::__private::{String, Vec};

    $crate::impl_diesel_2!(parameter [] $id, &$id, &&$id);

            /// A column of any type that the ID can be read from.
            impl<ST: SingleValue, DB: Backend> Queryable<ST, DB> for $id
            where
                Self: FromSql<ST, DB>,
            {
                type Row = Self;

                fn build(id: Self) -> deserialize::Result<Self> {
                    Ok(id)
                }
            }

            /// Columns that can be `NULL`.
            impl<ST: SqlType<IsNull = NotNull>, DB: Backend> ToSql<Nullable<ST>, DB> for $id
            where
                Self: ToSql<ST, DB>,
            {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                    ToSql::<ST, DB>::to_sql(self, out)
                }
            }

            /// Columns of bytes: `bytea` in PostgreSQL, `BINARY` in MySQL and MariaDB, `BLOB` in SQLite.
            impl<DB: Backend> ToSql<Binary, DB> for $id
            where
                [u8]: ToSql<Binary, DB>,
            {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                    self.as_bytes().as_slice().to_sql(out)
                }
            }

            /// Columns of bytes: `bytea` in PostgreSQL, `BINARY` in MySQL and MariaDB, `BLOB` in SQLite, which needs
            /// the `diesel_2_sqlite` feature.
            impl<DB: interop::Supported> FromSql<Binary, DB> for $id
            where
                Vec<u8>: FromSql<Binary, DB>,
            {
                fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
                    DB::check(&value, interop::Stored::Bytes)?;
                    <Vec<u8> as FromSql<Binary, DB>>::from_sql(value)?.into_id()
                }
            }

            /// Text columns. SQLite needs the `diesel_2_sqlite` feature.
            impl<DB: interop::Supported> ToSql<Text, DB> for $id {
                fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                    DB::text(&self.encode(), out)
                }
            }

            /// Text columns. SQLite needs the `diesel_2_sqlite` feature.
            impl<DB: interop::Supported> FromSql<Text, DB> for $id
            where
                String: FromSql<Text, DB>,
            {
                fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
                    DB::check(&value, interop::Stored::Text)?;
                    Ok(<String as FromSql<Text, DB>>::from_sql(value)?.parse::<Self>()?)
                }
            }

    $crate::impl_diesel_2!(native $id, $column);
        };
    };
    (parameter $parameters:tt $($id:ty),+) => {
        $($crate::impl_diesel_2!(one parameter $parameters $id);)+
    };
    (one parameter [$($parameters:tt)*] $id:ty) => {
        /// A parameter for a column of any type that the ID can be written to.
        impl<ST: SqlType + TypedExpressionType, $($parameters)*> AsExpression<ST> for $id {
            type Expression = Bound<ST, Self>;

            fn as_expression(self) -> Bound<ST, Self> {
                Bound::new(self)
            }
        }
    };
    (native $id:ident, uuid) => {
        use $crate::__private::diesel::pg::{Pg, PgValue};
        use $crate::__private::diesel::sql_types::Uuid as SqlUuid;
        use $crate::__private::uuid::Uuid;

        /// `uuid` columns in PostgreSQL.
        impl ToSql<SqlUuid, Pg> for $id {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                ToSql::<SqlUuid, Pg>::to_sql(&Uuid::from_id(*self), &mut out.reborrow())
            }
        }

        /// `uuid` columns in PostgreSQL.
        impl FromSql<SqlUuid, Pg> for $id {
            fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
                <Uuid as FromSql<SqlUuid, Pg>>::from_sql(value)?.into_id()
            }
        }
    };
    (native $id:ident, integer) => {
        use $crate::__private::diesel::sql_types::BigInt;

        /// `BigInt` columns: `bigint`, or `INTEGER` in SQLite, which needs the `diesel_2_sqlite` feature.
        impl<DB: interop::Supported> ToSql<BigInt, DB> for $id {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
                DB::integer(self.to_i64(), out)
            }
        }

        /// `BigInt` columns: `bigint`, or `INTEGER` in SQLite, which needs the `diesel_2_sqlite` feature.
        impl<DB: interop::Supported> FromSql<BigInt, DB> for $id
        where
            i64: FromSql<BigInt, DB>,
        {
            fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
                DB::check(&value, interop::Stored::Integer)?;
                <i64 as FromSql<BigInt, DB>>::from_sql(value)?.into_id()
            }
        }
    };
    (native $id:ident, bytes) => {};
}
