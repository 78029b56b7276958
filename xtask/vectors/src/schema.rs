//! The JSON Schemas in `test-vectors/schema/`, which are written by hand.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, anyhow, bail};
use oracle::test_vectors;
use serde_json::Value;

/// The largest number of mismatches that are reported for one file.
const SHOWN: usize = 10;

/// Validates a file by the schema of its kind. The error lists the mismatches.
pub(crate) fn validate(kind: &str, file: &Value) -> Result<()> {
    let validator = jsonschema::draft202012::options().build(&read(kind)?);
    let validator =
        validator.map_err(|error| anyhow!("{kind}.schema.json: is not a JSON Schema: {error}"))?;
    let mut problems = String::new();
    for error in validator.iter_errors(file).take(SHOWN) {
        let place = error.instance_path();
        write!(problems, "\n  {place}{}: {error}", case_id(file, place.as_str()))?;
    }
    if problems.is_empty() { Ok(()) } else { bail!("does not match the schema:{problems}") }
}

fn read(kind: &str) -> Result<Value> {
    let path = test_vectors().join("schema").join(format!("{kind}.schema.json"));
    let schema = fs::read_to_string(&path).with_context(|| format!("{}: can't be read", path.display()))?;
    serde_json::from_str(&schema).with_context(|| format!("{}: is not JSON", path.display()))
}

/// Names the case that a JSON pointer such as `/valid/12/text` points into.
fn case_id(file: &Value, pointer: &str) -> String {
    let mut segments = pointer.split('/').skip(1);
    let case = segments.next().zip(segments.next()).and_then(|(array, index)| {
        let index: usize = index.parse().ok()?;
        file.get(array)?.get(index)?.get("id")
    });
    case.map(|id| format!(" (case {id})")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use oracle::format::{Form, InvalidCase, RefusedCase};
    use oracle::schemes::SCHEMES;
    use serde_json::json;

    use super::*;
    use crate::kind::Kind;
    use crate::load;

    #[test]
    fn the_indexes_match_their_schema() {
        for name in ["index.json", "small/index.json"] {
            let index = fs::read_to_string(test_vectors().join(name)).expect("an index");
            validate("index", &serde_json::from_str(&index).expect("JSON")).expect(name);
        }
    }

    /// The files themselves show that the schemas reject no valid value.
    #[test]
    fn a_schema_rejects_what_an_id_or_a_generator_cant_have() {
        for scheme in SCHEMES {
            let of = |kind: &str, key: &str| {
                let place = format!("#/$defs/{}/properties/{key}", scheme.name);
                let schema = json!({"$ref": place, "$defs": read(kind).expect("a schema")["$defs"]});
                jsonschema::draft202012::new(&schema).expect("a JSON Schema")
            };
            let [text, fields, config] =
                [of("codec", "text"), of("codec", "fields"), of("generator", "config")];
            let file = |kind| load::ours(scheme, kind).expect("test vectors");
            for InvalidCase { text: wrong, reason, .. } in file(Kind::Codec).bodies() {
                // A pattern checks each digit separately.
                assert!(reason == "overflow" || !text.is_valid(&json!(wrong)), "{}: {wrong}", scheme.name);
            }
            for RefusedCase { from, value, wrong } in file(Kind::Refused).bodies() {
                // Of a decimal string, a pattern checks only the length.
                let is_number = wrong.as_ref().is_some_and(|wrong| value[wrong].is_number());
                let is_checked = *from == Form::Fields && is_number;
                assert!(!is_checked || !fields.is_valid(value), "{}: {value}", scheme.name);
            }
            let configs = scheme.configs_at_ends();
            let ranges = || configs.iter().flat_map(|config| scheme.ranges(config));
            for key in ranges().map(|range| range.key) {
                let ends = || ranges().filter(|range| range.key == key).map(|range| (range.min, range.max));
                let (min, max) = (ends().map(|ends| ends.0).min(), ends().map(|ends| ends.1).max());
                for wrong in [min.map(|min| json!(i128::from(min) - 1)), max.map(|max| json!(max + 1))] {
                    let mut usual = scheme.usual_config();
                    assert!(config.is_valid(&json!(usual)), "{}", scheme.name);
                    usual.extend(wrong.map(|wrong| (key.to_owned(), wrong)));
                    assert!(!config.is_valid(&json!(usual)), "{}: {usual:?}", scheme.name);
                }
            }
        }
    }
}
