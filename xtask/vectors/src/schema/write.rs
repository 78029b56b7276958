//! Writes the parts of the JSON Schemas that depend on the schemes, from their layouts and configurations.
//!
//! The rest of each file is written by hand. It describes what all schemes share. In `generator.schema.json`, `$defs`
//! also explains each key of a `config` and, if needed, a draw.

use anyhow::{Context, Result};
use num_bigint::BigUint;
use oracle::format::MAX_NUMBER;
use oracle::layout::Layout;
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::{Map, Value, json};

use super::read;

/// Returns the name and the content of each schema. Returns an error if no schema explains a key of a configuration.
pub(crate) fn schemas() -> Result<Vec<(String, String)>> {
    let names = || Value::from_iter(SCHEMES.map(|scheme| scheme.name));
    let mut index = read("index")?;
    for enumeration in [
        "/properties/specifications/items/properties/schemes/items",
        "/properties/vectors/items/properties/scheme",
        "/properties/schemes/items/properties/name",
    ] {
        index.pointer_mut(enumeration).context("index: expected an enumeration of schemes")?["enum"] =
            names();
    }
    let mut schemas = vec![named("index", &index)?];
    let meanings = read("generator")?["$defs"].take();
    for (kind, array) in [
        ("codec", "valid"),
        ("generator", "cases"),
        ("refused", "cases"),
        ("order", "cases"),
        ("typed", "valid"),
        ("properties", "cases"),
        ("runs", "cases"),
    ] {
        let mut schema = read(kind)?;
        let old = schema["properties"]["scheme"]["enum"].take();
        let is_old = |name: &String| old.as_array().is_some_and(|names| names.iter().any(|old| old == name));
        schema["properties"]["scheme"]["enum"] = names();
        let of_scheme = |scheme: &Scheme| {
            let items = json!({"type": "array", "items": {"$ref": format!("#/$defs/{}", scheme.name)}});
            json!({
                "if": {"type": "object", "properties": {"scheme": {"const": scheme.name}}},
                "then": {"type": "object", "properties": {array: items}},
            })
        };
        schema["allOf"] = SCHEMES.iter().map(|scheme| of_scheme(scheme)).collect();
        let definitions =
            schema["$defs"].as_object_mut().with_context(|| format!("{kind}: expected $defs"))?;
        definitions.retain(|name, _| !is_old(name));
        if ["properties", "runs"].contains(&kind) {
            let shared = meanings.as_object().into_iter().flatten();
            let shared =
                shared.filter(|(name, _)| !is_old(name) && !["trace", "step"].contains(&name.as_str()));
            definitions.extend(shared.map(|(name, meaning)| (name.clone(), meaning.clone())));
        }
        for scheme in SCHEMES {
            let definition = match kind {
                "codec" => codec(scheme.layout, scheme.alternative),
                "generator" => generator(scheme, &meanings)?,
                "refused" => refused(scheme, &meanings),
                "typed" => typed(scheme),
                "properties" | "runs" => repeated(&generator(scheme, &meanings)?, text(scheme.layout)),
                _ => object([("sorted", json!({"type": "array", "items": text(scheme.layout)}))]),
            };
            definitions.insert(scheme.name.to_owned(), definition);
        }
        schemas.push(named(kind, &schema)?);
    }
    Ok(schemas)
}

fn named(kind: &str, schema: &Value) -> Result<(String, String)> {
    Ok((format!("schema/{kind}.schema.json"), serde_json::to_string_pretty(schema)? + "\n"))
}

/// Returns the schema of an object with some of these properties.
fn object<'a>(properties: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let properties: Map<_, _> =
        properties.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({"type": "object", "properties": properties})
}

/// Returns the schema of an object with exactly these properties, except that some may be missing.
fn closed<'a>(properties: impl IntoIterator<Item = (&'a str, Value)>, may_be_missing: &[&str]) -> Value {
    let mut object = object(properties);
    let names = object["properties"].as_object().into_iter().flat_map(Map::keys);
    let required: Vec<_> = names.filter(|name| !may_be_missing.contains(&name.as_str())).cloned().collect();
    object["required"] = required.into();
    object["additionalProperties"] = false.into();
    object
}

fn integer(min: u64, max: u64) -> Value {
    if min == max {
        json!({"const": min})
    } else {
        json!({"type": "integer", "minimum": min, "maximum": max})
    }
}

fn text(layout: &Layout) -> Value {
    json!({"type": "string", "pattern": pattern(layout)})
}

/// Returns a pattern for canonical strings. It checks each digit separately.
fn pattern(layout: &Layout) -> String {
    let alphabet: Vec<char> = layout.alphabet.chars().collect();
    let max = layout.text(&layout.max());
    let most = max.chars().next().and_then(|first| layout.alphabet.find(first));
    let places = layout.digit_positions().enumerate().map(|(place, position)| {
        let digits = alphabet.iter().enumerate();
        let digits =
            digits.filter(|(digit, _)| layout.allows(place, *digit) && (place > 0 || Some(*digit) <= most));
        (position, class(&digits.map(|(_, digit)| *digit).collect::<Vec<_>>()))
    });
    let mut classes: Vec<_> =
        places.chain(layout.hyphens.iter().map(|position| (*position, "-".to_owned()))).collect();
    classes.sort();
    let runs = classes.chunk_by(|(_, one), (_, next)| one == next);
    let runs = runs.map(|run| {
        if let [(_, class)] = run { class.clone() } else { format!("{}{{{}}}", run[0].1, run.len()) }
    });
    format!("^{}$", runs.collect::<String>())
}

/// Returns the pattern for one of these digits, which must be sorted.
fn class(digits: &[char]) -> String {
    if let [digit] = digits {
        return digit.to_string();
    }
    let ranges = digits.chunk_by(|one, next| u32::from(*one) + 1 == u32::from(*next));
    let ranges = ranges.map(|range| match range {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().collect(),
    });
    format!("[{}]", ranges.collect::<String>())
}

fn codec(layout: &Layout, hex: Option<&Layout>) -> Value {
    let max = layout.max();
    let largest = layout.values(&max);
    let fields = layout.fields.iter().zip(largest).map(|(&(name, bits), largest)| {
        let schema = match (layout.constant(name), u64::try_from(largest)) {
            (Some(constant), _) => integer(constant, constant),
            (None, Ok(largest)) if largest <= MAX_NUMBER => integer(0, largest),
            _ => wide(bits),
        };
        (name, schema)
    });
    let digits = layout.bits() as usize / 4;
    let bytes = Layout { alphabet: "0123456789abcdef", digits, hyphens: &[], ..*layout };
    object([
        ("text", text(layout)),
        ("bytes", text(&bytes)),
        ("int", json!({"type": "string", "pattern": format!("^[0-9]{{1,{}}}$", max.to_string().len())})),
        ("fields", closed(fields, &[])),
        ("hex", hex.map_or(false.into(), text)),
    ])
}

/// Returns the schema of a typed ID's bytes and its canonical string: the compact form, with or without a prefix, or a
/// UUID.
fn typed(scheme: &Scheme) -> Value {
    let own = pattern(scheme.typed.unwrap_or(scheme.layout));
    let uuid = (scheme.layout.bits() == 128).then(|| format!("|{}", pattern(&scheme.uuid())));
    let text = format!("^([a-z]([a-z_]{{0,61}}[a-z])?_)?{}{}", &own[1..], uuid.unwrap_or_default());
    let bytes = format!("^[0-9a-f]{{{}}}$", scheme.layout.bits() / 4);
    object([
        ("text", json!({"type": "string", "pattern": text})),
        ("bytes", json!({"type": "string", "pattern": bytes})),
    ])
}

/// Returns the schema of an integer with at most `bits` bits. Integers above [`MAX_NUMBER`] are decimal strings.
fn wide(bits: u32) -> Value {
    let most = ((BigUint::from(1_u32) << bits) - 1_u32).to_string().len() - 1;
    let decimal = json!({"type": "string", "pattern": format!("^[1-9][0-9]{{15,{most}}}$")});
    json!({"oneOf": [integer(0, MAX_NUMBER), decimal]})
}

/// Returns the smallest and the largest value of each name, across several configurations.
fn ends<N: PartialEq>(values: impl IntoIterator<Item = (N, u64, u64)>) -> Vec<(N, u64, u64)> {
    let mut ends: Vec<(N, u64, u64)> = Vec::new();
    for (name, min, max) in values {
        match ends.iter_mut().find(|(known, ..)| *known == name) {
            Some(known) => (known.1, known.2) = (known.1.min(min), known.2.max(max)),
            None => ends.push((name, min, max)),
        }
    }
    ends
}

fn generator(scheme: &Scheme, meanings: &Value) -> Result<Value> {
    let configs = scheme.configs_at_ends();
    let ranges = configs.iter().flat_map(|config| scheme.ranges(config));
    let ranges = ends(ranges.map(|range| (range.key, range.min, range.max)));
    let usual = scheme.usual_config();
    let mut config = Vec::new();
    for (key, value) in &usual {
        let missing =
            || format!("generator: expected the meaning of {key}, a key of {}, in $defs", scheme.name);
        meanings.get(key).with_context(missing)?;
        let range = ranges.iter().find(|(known, ..)| known == key).map(|&(_, min, max)| integer(min, max));
        // The ID to resume after can be missing.
        let id = value.is_null().then(|| json!({"oneOf": [text(scheme.layout), {"type": "null"}]}));
        config.push((key.as_str(), with_meaning(key, id.or(range))));
    }
    let draws = configs.iter().flat_map(|config| scheme.new_model(config).draw_bits());
    let draws = ends(draws.map(|(name, bits)| (name, bits.into(), bits.into())));
    let drawn = draws.iter().map(|&(name, _, max)| {
        let value = match u32::try_from(max) {
            Ok(max) if max > 53 => wide(max),
            _ => integer(0, (1 << max) - 1),
        };
        let meaning = format!("draw_{name}");
        let value =
            if meanings.get(&meaning).is_some() { with_meaning(&meaning, Some(value)) } else { value };
        (name, json!({"oneOf": [value, {"type": "null"}]}))
    });
    let mut drawn = object(drawn.collect::<Vec<_>>());
    drawn["additionalProperties"] = false.into();
    let step = object([("text", text(scheme.layout)), ("draws", drawn)]);
    // Zero-bit draws are not listed.
    let without_bits: Vec<_> = draws.iter().filter(|(_, min, _)| *min == 0).map(|(name, ..)| *name).collect();
    let widths = draws.iter().map(|&(name, min, max)| (name, integer(min.max(1), max)));
    Ok(object([
        ("config", closed(config, &[])),
        ("draw_bits", closed(widths, &without_bits)),
        ("steps", json!({"type": "array", "items": step})),
    ]))
}

/// Returns the schema of a case with one draw of each field, from the schema of a trace.
fn repeated(trace: &Value, text: Value) -> Value {
    let [config, steps] = ["config", "steps"].map(|key| trace["properties"][key].clone());
    let draws = steps["items"]["properties"]["draws"].clone();
    object([("config", config), ("draws", draws), ("first", text.clone()), ("last", text)])
}

/// Returns a schema that adds to the meaning in `$defs`, which applies to all schemes.
fn with_meaning(name: &str, schema: Option<Value>) -> Value {
    let mut all = Map::from_iter([("$ref".to_owned(), format!("#/$defs/{name}").into())]);
    all.extend(schema.as_ref().and_then(Value::as_object).cloned().into_iter().flatten());
    all.into()
}

fn refused(scheme: &Scheme, meanings: &Value) -> Value {
    let number = json!({"$ref": "#/$defs/number"});
    let fields: Vec<_> = scheme.layout.fields.iter().map(|(name, _)| (*name, number.clone())).collect();
    let usual = scheme.usual_config();
    let config = usual.iter().map(|(key, value)| {
        let schema = match value {
            // Rejected configurations can have any string as their ID.
            Value::Null => json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
            Value::String(_) => json!({"enum": meanings[key]["enum"]}),
            _ => number.clone(),
        };
        (key.as_str(), schema)
    });
    let of = |from: &str, properties: Vec<(&str, Value)>| {
        // Keys with an enumeration are never wrong.
        let can_be_wrong = properties.iter().filter(|(_, schema)| schema.get("enum").is_none());
        let names: Vec<_> = can_be_wrong.map(|(name, _)| *name).collect();
        let (value, wrong) = (closed(properties.clone(), &[]), json!({"enum": names}));
        object([("from", json!({"const": from})), ("value", value), ("wrong", wrong)])
    };
    let others = object([("from", json!({"enum": ["int", "bytes"]}))]);
    json!({"oneOf": [others, of("fields", fields), of("config", config.collect())]})
}
