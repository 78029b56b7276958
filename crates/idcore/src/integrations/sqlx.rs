//! `sqlx`: IDs as parameters and columns of PostgreSQL, MySQL, MariaDB and SQLite.
//!
//! The implementations are generic over the database, so no driver is a dependency. Only PostgreSQL arrays need one.
//!
//! sqlx encodes an ID like its [`ColumnValue`](crate::integrations::column::ColumnValue) type. It determines the
//! encoding of a parameter without knowing the column, so pass a [`Text`](crate::id::Text) for a text column. When sqlx
//! reads a value, it knows the column's type.
//!
//! `sqlx/traits.rs` is compiled for each version. The modules below contain the differences.

/// `sqlx` 0.8.
#[cfg(feature = "sqlx_0_8")]
#[path = "sqlx"]
pub mod sqlx_0_8 {
    pub use ::sqlx_0_8 as sqlx;

    pub use crate::features::with_sqlx_0_8_postgres as with_postgres;

    /// The encoded parameters of a query.
    pub type ArgumentBuffer<'q, DB> = <DB as sqlx::Database>::ArgumentBuffer<'q>;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// `sqlx` 0.9.
#[cfg(feature = "sqlx_0_9")]
#[path = "sqlx"]
pub mod sqlx_0_9 {
    pub use ::sqlx;

    pub use crate::features::with_sqlx_0_9_postgres as with_postgres;

    /// The encoded parameters of a query.
    pub type ArgumentBuffer<'q, DB> = <DB as sqlx::Database>::ArgumentBuffer;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// Implements `Type`, `Encode` and `Decode` for one version of sqlx. `$version` is the name of a module above.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sqlx {
    ($id:ident, $column:ident, $version:ident) => {
        const _: () = {
            use interop::sqlx::encode::IsNull;
            use interop::sqlx::error::BoxDynError;
            use interop::sqlx::{Database, Decode, Encode, Type};
            use $crate::__private::Vec;
            use $crate::integrations::column::ColumnValue as _;
            use $crate::integrations::sqlx::$version as interop;

            type ColumnValue = $crate::integrations::column::words::$column;

            #[doc = concat!("Columns of the types ", $crate::column_types!($column), ".")]
            ///
            /// Byte and text columns can be read too. To write text, bind [`encode()`](Self::encode). PostgreSQL
            /// arrays, and types that wrap an ID with `#[sqlx(transparent)]`, need
            #[doc = concat!("the `", stringify!($version), "_postgres` feature.")]
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
                fn encode_by_ref(
                    &self,
                    buffer: &mut interop::ArgumentBuffer<'q, DB>,
                ) -> Result<IsNull, BoxDynError> {
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

            interop::with_postgres! {
                use interop::sqlx::postgres::{PgHasArrayType, PgTypeInfo};

                /// `Vec`s and slices of IDs as PostgreSQL arrays, with `sqlx_0_8_postgres` or `sqlx_0_9_postgres`.
                impl PgHasArrayType for $id {
                    fn array_type_info() -> PgTypeInfo {
                        ColumnValue::array_type_info()
                    }

                    fn array_compatible(array: &PgTypeInfo) -> bool {
                        ColumnValue::array_compatible(array)
                            || <Vec<u8>>::array_compatible(array)
                            || <&str>::array_compatible(array)
                    }
                }
            }
        };
    };
}
