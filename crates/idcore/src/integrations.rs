//! Integrations with other crates: one file per crate, behind a feature of the same name.
//!
//! If several versions of a crate have a feature, its file contains a module for each version. The module names the
//! crate and includes the code that all versions share.
//!
//! Each file contains functions over [`Id`](crate::id::Id) and a macro that implements the library's traits for an ID
//! type. The macros run in the scheme crates, because a foreign trait can only be implemented in the crate that defines
//! the type. Even so, the features of this crate decide what is implemented: see `features.rs`.
//!
//! A new integration needs a file here (or in `sys`, if it needs `unsafe` code), its macro in `impl_integrations!` below,
//! its library in `__private.rs`, and its feature in `features.rs`, in the manifests of this crate and of all scheme
//! crates, and in `docs/ecosystem.md`. A further version of a library needs the same, but a module in the library's file.

#[cfg(feature = "arbitrary_1")]
pub mod arbitrary_1;
#[cfg(any(feature = "arbitrary_1", feature = "schemars_1", feature = "utoipa_5", feature = "utoipa_6"))]
mod bits;
#[cfg(feature = "borsh_1")]
pub mod borsh_1;
#[cfg(feature = "chrono_0_4")]
mod chrono_0_4;
#[cfg(any(
    feature = "diesel_2",
    feature = "sea_orm_1",
    feature = "sea_orm_2",
    feature = "sqlx_0_8",
    feature = "sqlx_0_9"
))]
pub mod column;
#[cfg(feature = "defmt_1")]
pub mod defmt_1;
#[cfg(feature = "diesel_2")]
pub mod diesel_2;
#[cfg(feature = "jiff_0_2")]
mod jiff_0_2;
#[cfg(feature = "postgres_types_0_2")]
pub mod postgres_types_0_2;
#[cfg(feature = "rusqlite")]
pub mod rusqlite;
#[cfg(any(feature = "schemars_1", feature = "utoipa_5", feature = "utoipa_6"))]
mod schema;
#[cfg(feature = "schemars_1")]
pub mod schemars_1;
#[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
pub mod sea_orm;
#[cfg(feature = "serde")]
pub mod serde_with;
#[cfg(any(feature = "sqlx_0_8", feature = "sqlx_0_9"))]
pub mod sqlx;
#[cfg(feature = "time_0_3")]
mod time_0_3;
#[cfg(any(feature = "utoipa_5", feature = "utoipa_6"))]
pub mod utoipa;
#[cfg(feature = "uuid_1")]
mod uuid_1;

/// Implements traits if a feature is on. docs.rs names the feature of the scheme crates at each of them.
#[doc(hidden)]
#[macro_export]
macro_rules! implement {
    ($with_feature:ident, $feature:literal, $implement:ident!($($argument:ident),*)) => {
        $crate::__private::$with_feature! {
            // A macro call can't have the attribute.
            #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
            const _: () = { $crate::$implement!($($argument),*); };
        }
    };
}

/// Implements the traits of the integrations. For `$column` and `$valid`, see [`impl_id`](crate::impl_id).
///
/// The libraries that read and write a `Uuid` need their own feature for it, which only 128-bit IDs turn on.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_integrations {
    ($id:ident, uuid, $valid:ident) => {
        $crate::impl_integrations!(each $id, uuid, $valid);
        $crate::implement!(with_diesel_2_uuid, "diesel_2", impl_diesel_2!($id, uuid));
        $crate::implement!(with_sea_orm_1_uuid, "sea_orm_1", impl_sea_orm!($id, uuid, sea_orm_1));
        $crate::implement!(with_sea_orm_2_uuid, "sea_orm_2", impl_sea_orm!($id, uuid, sea_orm_2));
        $crate::implement!(with_sqlx_0_8_uuid, "sqlx_0_8", impl_sqlx!($id, uuid, sqlx_0_8));
        $crate::implement!(with_sqlx_0_9_uuid, "sqlx_0_9", impl_sqlx!($id, uuid, sqlx_0_9));
        $crate::implement!(with_uuid_1, "uuid_1", impl_uuid_1!($id, $valid));
    };
    ($id:ident, $column:ident, $valid:ident) => {
        $crate::impl_integrations!(each $id, $column, $valid);
        $crate::implement!(with_diesel_2, "diesel_2", impl_diesel_2!($id, $column));
        $crate::implement!(with_sea_orm_1, "sea_orm_1", impl_sea_orm!($id, $column, sea_orm_1));
        $crate::implement!(with_sea_orm_2, "sea_orm_2", impl_sea_orm!($id, $column, sea_orm_2));
        $crate::implement!(with_sqlx_0_8, "sqlx_0_8", impl_sqlx!($id, $column, sqlx_0_8));
        $crate::implement!(with_sqlx_0_9, "sqlx_0_9", impl_sqlx!($id, $column, sqlx_0_9));
    };
    (each $id:ident, $column:ident, $valid:ident) => {
        $crate::implement!(with_arbitrary_1, "arbitrary_1", impl_arbitrary_1!($id));
        $crate::implement!(with_borsh_1, "borsh_1", impl_borsh_1!($id));
        $crate::implement!(with_bytemuck_1, "bytemuck_1", impl_bytemuck_1!($id, $valid));
        $crate::implement!(with_defmt_1, "defmt_1", impl_defmt_1!($id));
        $crate::implement!(with_postgres_types_0_2, "postgres_types_0_2", impl_postgres_types_0_2!($id, $column));
        $crate::implement!(with_rkyv_0_8, "rkyv_0_8", impl_rkyv_0_8!($id));
        $crate::implement!(with_rusqlite, "rusqlite", impl_rusqlite!($id, $column));
        $crate::implement!(with_schemars_1, "schemars_1", impl_schemars_1!($id));
        $crate::implement!(with_serde, "serde", impl_serde!($id, $column));
        $crate::implement!(with_utoipa_5, "utoipa_5", impl_utoipa!($id, utoipa_5));
        $crate::implement!(with_utoipa_6, "utoipa_6", impl_utoipa!($id, utoipa_6));
    };
}
