//! `utoipa` of one version, which the parent module names: the OpenAPI schema of an ID as text.

use alloc::borrow::Cow;

use super::utoipa::openapi::RefOr;
use super::utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use super::utoipa::{PartialSchema, ToSchema};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};
use crate::integrations::schema::{description, example, kind_name, pattern};

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

/// A string, like the JSON form of `serde`. Its pattern matches all strings that the kind reads. If the kind only reads
/// UUIDs, the schema has the format `uuid` instead of a pattern.
///
/// The derive macro refers to this schema by its name, such as `OrderId`, unless the field has `#[schema(inline)]`. If
/// a document has IDs of two schemes for one thing, use two kinds. Declare the field with an alias such as `OrderId`.
/// For `Typed<Order>`, the macro would require a schema of the kind.
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
