//! `sea-orm`: IDs as columns of entities, including primary keys.
//!
//! sea-orm converts each parameter to its own `Value` type. An ID becomes the same `Value` as its
//! [`ColumnValue`](crate::integrations::column::ColumnValue). In an expression for a text column, use the ID's text
//! form. Reading also accepts text.
//!
//! `sea_orm/traits.rs` is compiled for each version. The modules below contain the differences.

/// `sea-orm` 1.
#[cfg(feature = "sea_orm_1")]
#[path = "sea_orm"]
pub mod sea_orm_1 {
    pub use ::sea_orm_1 as sea_orm;
    pub use ::sea_orm_1::sea_query::with_array::NotU8;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// `sea-orm` 2.
#[cfg(feature = "sea_orm_2")]
#[path = "sea_orm"]
pub mod sea_orm_2 {
    pub use ::sea_orm;
    pub use ::sea_orm::sea_query::postgres_array::NotU8;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// Implements the traits of one version of sea-orm, for columns of an entity and for primary keys. `$version` is the
/// name of a module above.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm {
    ($id:ident, $column:ident, $version:ident) => {
        const _: () = {
            use interop::sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
            use interop::sea_orm::{
                ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError,
                TryGetable, TryGetableArray, Value,
            };
            use $crate::__private::{String, Vec};
            use $crate::integrations::column::ColumnValue as _;
            use $crate::integrations::sea_orm::$version as interop;

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
                    $crate::impl_sea_orm!(column_type $id, $column)
                }
            }

            impl Nullable for $id {
                fn null() -> Value {
                    <ColumnValue as Nullable>::null()
                }
            }

            #[doc = concat!("Reads columns of the types ", $crate::column_types!($column), ", and of text.")]
            ///
            /// In MySQL, MariaDB and SQLite, sea-orm reads a string with as many bytes as the ID as the ID's bytes.
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
            impl interop::NotU8 for $id {}

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
