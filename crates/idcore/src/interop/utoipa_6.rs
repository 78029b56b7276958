//! `utoipa` 6: the OpenAPI schema of an ID as text.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use super::schema::{description, example};
use crate::id::Id;

/// The schema of the texts of an ID type.
#[must_use]
pub fn schema<I: Id>() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description::<I>()))
        .pattern(Some(I::PATTERN))
        .examples([example::<I>()])
        .into()
}

/// Implements `ToSchema` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa_6 {
    ($id:ident) => {
        /// A string, as `serde` writes it in JSON. Its pattern has the length and the digits, in either case. It does not exclude a
        /// value above the largest.
        ///
        /// The derive macro refers to this schema by its name, unless the field has `#[schema(inline)]`.
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
