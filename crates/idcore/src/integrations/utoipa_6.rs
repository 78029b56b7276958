//! `utoipa` 6: the OpenAPI schema of an ID as text.

use alloc::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::schema::{description, example, kind_name, pattern};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};

/// Returns the schema of an ID type's text form.
#[must_use]
pub fn schema<I: Id>() -> RefOr<Schema> {
    let pattern = pattern::<I>();
    let format = pattern.is_none().then(|| SchemaFormat::Custom("uuid".into()));
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description::<I>()))
        .pattern(pattern)
        .format(format)
        .examples([example::<I>()])
        .into()
}

/// A string in the text forms of the kind, like the JSON form of `serde`: a pattern for all strings that are read, or
/// the format `uuid` if these are only UUIDs.
///
/// The derive macro refers to this schema by its name, the name of the kind and `Id`, unless the field has
/// `#[schema(inline)]`. If a document has IDs of two schemes for one thing, use two kinds. Use the macro with an alias
/// such as `OrderId`, not with `Typed<Order>`, for which it requires a schema of the kind.
impl<I: PartialSchema + SchemeId, K: Kind> PartialSchema for Typed<I, K> {
    fn schema() -> RefOr<Schema> {
        schema::<Self>()
    }
}

impl<I: SchemeId + ToSchema, K: Kind> ToSchema for Typed<I, K> {
    fn name() -> Cow<'static, str> {
        kind_name::<K>().into()
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
