//! `utoipa` 6: the OpenAPI schema of an ID as text.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use super::schema::TextSchema;
use crate::id::Id;

/// The schema of the texts of an ID type.
#[must_use]
pub fn schema<I: Id>() -> RefOr<Schema> {
    let TextSchema { description, min_length, max_length, pattern, example } = TextSchema::of::<I>();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .min_length(Some(min_length))
        .max_length(Some(max_length))
        .pattern(Some(pattern))
        .examples([example])
        .into()
}

/// Implements `ToSchema` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa_6 {
    ($id:ident) => {
        /// A string, as `serde` writes it in JSON. Its pattern matches the texts of all IDs, in either case, and no others.
        impl $crate::macros::utoipa::PartialSchema for $id {
            fn schema()
            -> $crate::macros::utoipa::openapi::RefOr<$crate::macros::utoipa::openapi::schema::Schema> {
                $crate::interop::utoipa_6::schema::<Self>()
            }
        }

        impl $crate::macros::utoipa::ToSchema for $id {
            fn name() -> $crate::macros::Cow<'static, str> {
                stringify!($id).into()
            }
        }
    };
}
