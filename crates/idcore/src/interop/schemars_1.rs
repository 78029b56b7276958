//! `schemars` 1: the JSON Schema of an ID as text.

use schemars::{Schema, json_schema};

use super::schema::TextSchema;
use crate::id::Id;

/// The schema of the texts of an ID type.
#[must_use]
pub fn json_schema<I: Id>() -> Schema {
    let TextSchema { description, min_length, max_length, pattern, example } = TextSchema::of::<I>();
    json_schema!({
        "type": "string",
        "description": description,
        "minLength": min_length,
        "maxLength": max_length,
        "pattern": pattern,
        "examples": [example],
    })
}

/// Implements `JsonSchema` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_schemars_1 {
    ($id:ident) => {
        /// A string, as `serde` writes it in JSON. Its pattern matches the texts of all IDs, in either case, and no others.
        impl $crate::macros::schemars::JsonSchema for $id {
            fn schema_name() -> $crate::macros::Cow<'static, str> {
                stringify!($id).into()
            }

            fn schema_id() -> $crate::macros::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($id)).into()
            }

            fn json_schema(
                _: &mut $crate::macros::schemars::SchemaGenerator,
            ) -> $crate::macros::schemars::Schema {
                $crate::interop::schemars_1::json_schema::<Self>()
            }
        }
    };
}
