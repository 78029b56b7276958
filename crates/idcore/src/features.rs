//! The features, for the macros that run in the scheme crates.
//!
//! `#[cfg(feature = "…")]` in a macro asks the crate that calls it. If that crate's manifest lacked the feature, an
//! implementation would be missing without an error, and typed IDs would disagree with untyped ones. So the macros ask
//! `with_FEATURE!`, which is defined by the features of this crate.
//!
//! A derive macro must be at the type, so the scheme crates have a condition for `zerocopy_0_8`. The compiler warns
//! about a condition that names a feature missing from their manifest.

/// Expands to its input, for features that are on.
#[doc(hidden)]
#[macro_export]
macro_rules! present {
    ($($item:tt)*) => { $($item)* };
}

/// Expands to nothing, for features that are off.
#[doc(hidden)]
#[macro_export]
macro_rules! absent {
    ($($item:tt)*) => {};
}

/// Defines `with_FEATURE!` for each feature that a macro asks for.
macro_rules! features {
    ($($feature:literal $with:ident,)+) => {$(
        #[cfg(feature = $feature)]
        pub use crate::present as $with;
        #[cfg(not(feature = $feature))]
        pub use crate::absent as $with;
    )+};
}

features! {
    "alloc" with_alloc,
    "arbitrary_1" with_arbitrary_1,
    "borsh_1" with_borsh_1,
    "bytemuck_1" with_bytemuck_1,
    "defmt_1" with_defmt_1,
    "diesel_2" with_diesel_2,
    "diesel_2_uuid" with_diesel_2_uuid,
    "postgres_types_0_2" with_postgres_types_0_2,
    "rkyv_0_8" with_rkyv_0_8,
    "rusqlite" with_rusqlite,
    "schemars_1" with_schemars_1,
    "sea_orm_1" with_sea_orm_1,
    "sea_orm_1_uuid" with_sea_orm_1_uuid,
    "sea_orm_2" with_sea_orm_2,
    "sea_orm_2_uuid" with_sea_orm_2_uuid,
    "serde" with_serde,
    "sqlx_0_8" with_sqlx_0_8,
    "sqlx_0_8_postgres" with_sqlx_0_8_postgres,
    "sqlx_0_8_uuid" with_sqlx_0_8_uuid,
    "sqlx_0_9" with_sqlx_0_9,
    "sqlx_0_9_postgres" with_sqlx_0_9_postgres,
    "sqlx_0_9_uuid" with_sqlx_0_9_uuid,
    "utoipa_5" with_utoipa_5,
    "utoipa_6" with_utoipa_6,
    "uuid_1" with_uuid_1,
}
