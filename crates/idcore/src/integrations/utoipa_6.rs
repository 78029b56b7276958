//! `utoipa` 6: the OpenAPI schema of an ID as text.

use alloc::borrow::Cow;
use alloc::format;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::schema::{description, example, kind_name, pattern};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};

/// Returns the schema of an ID type's text form.
#[must_use]
pub fn schema<I: Id>() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description::<I>()))
        .pattern(Some(pattern::<I>()))
        .examples([example::<I>()])
        .into()
}

/// A string with the prefix, like the JSON form of `serde`.
///
/// The derive macro refers to this schema by its name, such as `Scru128OrderId`, unless the field has
/// `#[schema(inline)]`. Use it with an alias such as `OrderId`, not with `Typed<Order>`, for which it requires a schema
/// of the kind.
impl<I: PartialSchema + SchemeId, K: Kind> PartialSchema for Typed<I, K> {
    fn schema() -> RefOr<Schema> {
        schema::<Self>()
    }
}

impl<I: SchemeId + ToSchema, K: Kind> ToSchema for Typed<I, K> {
    fn name() -> Cow<'static, str> {
        // Each schema needs its own name, so the name includes the scheme: a kind can have IDs of two schemes.
        format!("{}{}", I::NAME, kind_name::<K>()).into()
    }
}

/// Implements `ToSchema` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa_6 {
    ($id:ident) => {
        /// A string, like the JSON form of `serde`. Its pattern has the length and the case-insensitive digits. It does
        /// not exclude values above the largest.
        ///
        /// The derive macro refers to this schema by its name, unless the field has `#[schema(inline)]`.
        impl $crate::__private::utoipa::PartialSchema for $id {
            fn schema()
            -> $crate::__private::utoipa::openapi::RefOr<$crate::__private::utoipa::openapi::schema::Schema>
            {
                $crate::integrations::utoipa_6::schema::<Self>()
            }
        }

        impl $crate::__private::utoipa::ToSchema for $id {
            fn name() -> $crate::__private::Cow<'static, str> {
                stringify!($id).into()
            }
        }
    };
}
