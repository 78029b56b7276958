//! `utoipa` 6: the OpenAPI schema of an ID as text.

use alloc::borrow::Cow;
use alloc::format;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::schema::{description, example, kind_name, pattern};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};

/// The schema of the texts of an ID type.
#[must_use]
pub fn schema<I: Id>() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description::<I>()))
        .pattern(Some(pattern::<I>()))
        .examples([example::<I>()])
        .into()
}

/// A string, as `serde` writes it in JSON, with the prefix.
///
/// The derive macro refers to this schema by its name, such as `Scru128OrderId`, unless the field has `#[schema(inline)]`. It takes
/// an alias such as `OrderId`, not `Typed<Order>`, for which it wants a schema of the kind.
impl<I: PartialSchema + SchemeId, K: Kind> PartialSchema for Typed<I, K> {
    fn schema() -> RefOr<Schema> {
        schema::<Self>()
    }
}

impl<I: SchemeId + ToSchema, K: Kind> ToSchema for Typed<I, K> {
    fn name() -> Cow<'static, str> {
        // Each name has one schema, so a kind with IDs of two schemes needs two.
        format!("{}{}", I::NAME, kind_name::<K>()).into()
    }
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
