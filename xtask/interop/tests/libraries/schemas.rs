//! `schemars` and `utoipa`: the schemas accept the valid strings of the test vectors. Of the invalid strings, they
//! accept only those whose value is too large.

use idcore::id::Id;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::ids::prefix;
use crate::vectors::file;

idcore::kind!(Customer = uuid);
idcore::kind!(Product = "prod" | uuid);

crate::test_every_id!(json_schema_holds_for_ids, openapi_has_the_same_schema);

/// Returns the JSON Schema of an ID.
fn json_schema<I: JsonSchema>() -> Value {
    schema_for!(I).to_value()
}

/// Returns the title of an ID type or a kind.
fn title<I: Id>() -> &'static str {
    if prefix::<I>().is_empty() { I::NAME } else { "OrderId" }
}

fn json_schema_holds_for_ids<I: Id + JsonSchema + Serialize>() {
    let schema = json_schema::<I>();
    let validator = jsonschema::validator_for(&schema).expect("a JSON Schema");
    let file = file::<I>();
    for text in file.valid.iter().flat_map(|case| case.alternates.iter().chain([&case.text])) {
        assert!(validator.is_valid(&json!(text)), "{text}");
    }
    for case in &file.invalid {
        let is_too_large = case.text.parse::<I>().is_err_and(|error| error.reason() == "overflow");
        assert_eq!(validator.is_valid(&json!(case.text)), is_too_large, "{}", case.text);
    }
    for other in [json!(12), json!(null), json!([]), json!({})] {
        assert!(!validator.is_valid(&other), "{other}");
    }
    for id in [I::MIN, I::MAX] {
        assert!(validator.is_valid(&serde_json::to_value(id).expect("JSON")));
    }

    assert_eq!(schema["title"], json!(title::<I>()));
    let example = schema["examples"][0].as_str().expect("an example");
    let id = example.parse::<I>().expect("an ID");
    assert_eq!(id.encode().as_ref(), example);
    let year = id.to_time::<jiff::Timestamp>().expect("in range").to_zoned(jiff::tz::TimeZone::UTC).year();
    assert_eq!(year, 2026);
}

/// The forms that are read have one pattern, because clients would turn two schemas into a separate type.
#[test]
fn schemas_describe_what_a_kind_reads() {
    fn agrees<I: Id + JsonSchema + ToSchema>(compact: &str) {
        openapi_has_the_same_schema::<I>();
        let validator = jsonschema::validator_for(&json_schema::<I>()).expect("a JSON Schema");
        let [simple, prefixed] =
            ["017fef39c2647ba5aa9483188841e05a", "prod_017fef39-c264-7ba5-aa94-83188841e05a"];
        let [version_7, version_4] = [&prefixed[5..], &prefixed[5..].replace("-7", "-4")];
        for text in
            [version_7, &version_7.to_uppercase(), version_4, simple, prefixed, compact, &compact[5..]]
        {
            assert_eq!(validator.is_valid(&json!(text)), text.parse::<I>().is_ok(), "{text}");
        }
    }

    openapi_has_the_same_schema::<scru128::Typed<Customer>>();
    let schema = json_schema::<scru128::Typed<Customer>>();
    let expected = json!({
        "$schema": schema["$schema"],
        "title": "CustomerId",
        "type": "string",
        "format": "uuid",
        "description": "UUID: 36 characters (hex digits in groups of 8, 4, 4, 4 and 12, separated by hyphens)",
        "examples": schema["examples"],
    });
    assert_eq!(schema, expected);
    agrees::<scru128::Typed<Product>>("prod_0372ijojuxuhjsfkeryi2mrtm");
    agrees::<uuid7::Typed<Product>>("prod_01fwhe4ydgfk1shh6w1g60eecf");
    let description =
        "ID: prod_ followed by 25 digits (0-9 and a-z, case-insensitive), or a 36-character UUID";
    assert_eq!(json_schema::<scru128::Typed<Product>>()["description"], description);
}

fn openapi_has_the_same_schema<I: Id + JsonSchema + ToSchema>() {
    let mut expected = json_schema::<I>();
    let fields = expected.as_object_mut().expect("an object");
    fields.remove("$schema");
    assert_eq!(fields.remove("title"), Some(json!(I::name())));
    assert_eq!(serde_json::to_value(I::schema()).expect("JSON"), expected);
}
