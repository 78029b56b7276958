//! `schemars` 1: the JSON Schema of an ID as text.

use alloc::borrow::Cow;
use core::any::type_name;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::schema::{description, example, kind_name, pattern};
use crate::id::Id;
use crate::id::typed::{Kind, SchemeId, Typed};

/// Returns the schema of an ID type's text form.
#[must_use]
pub fn json_schema<I: Id>() -> Schema {
    let mut schema = json_schema!({
        "type": "string",
        "description": description::<I>(),
        "examples": [example::<I>()],
    });
    match pattern::<I>() {
        Some(pattern) => schema.insert("pattern".into(), pattern.into()),
        None => schema.insert("format".into(), "uuid".into()),
    };
    schema
}

/// A string, like the JSON form of `serde`. Its pattern matches all strings that the kind reads. If the kind only reads
/// UUIDs, the schema has the format `uuid` instead of a pattern. It is inlined at each use, without a reference. Its
/// title is the name of the kind followed by `Id`.
impl<I: JsonSchema + SchemeId, K: Kind> JsonSchema for Typed<I, K> {
    fn schema_name() -> Cow<'static, str> {
        kind_name::<K>().into()
    }

    fn schema_id() -> Cow<'static, str> {
        type_name::<Self>().into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema::<Self>()
    }
}

/// Implements `JsonSchema` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_schemars_1 {
    ($id:ident) => {
        /// A string, like the JSON form of `serde`. Its pattern has the length and the case-insensitive digits. It does
        /// not exclude values above the maximum. The schema is inlined at each use, without a reference.
        impl $crate::__private::schemars::JsonSchema for $id {
            fn schema_name() -> $crate::__private::Cow<'static, str> {
                stringify!($id).into()
            }

            fn schema_id() -> $crate::__private::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($id)).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(
                _: &mut $crate::__private::schemars::SchemaGenerator,
            ) -> $crate::__private::schemars::Schema {
                $crate::integrations::schemars_1::json_schema::<Self>()
            }
        }
    };
}
