//! Validates the files of vectors against the JSON Schemas in `test-vectors/schema/`.

mod write;

use anyhow::{Context, Result, anyhow, bail};
use jsonschema::Validator;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

use crate::test_vectors;

pub use write::schemas;

/// The largest number of problems that are reported for one file.
const MAX_FAULTS: usize = 10;

/// Checks a file against the schema of its kind. The error lists the mismatches.
pub(crate) fn validate(kind: &str, file: &Value) -> Result<()> {
    let validator = validator(kind)?;
    let mut problems = String::new();
    for error in validator.iter_errors(file).take(MAX_FAULTS) {
        write!(
            problems,
            "\n  {}{}: {error}",
            error.instance_path(),
            case_id(file, error.instance_path().as_str())
        )?;
    }
    if problems.is_empty() { Ok(()) } else { bail!("does not match the schema:{problems}") }
}

fn validator(kind: &str) -> Result<Validator> {
    jsonschema::draft202012::options()
        .build(&read(kind)?)
        .map_err(|error| anyhow!("{kind}.schema.json: is not a JSON Schema: {error}"))
}

/// Reads the schema of a kind of file.
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
