//! The JSON Schemas in `test-vectors/schema/`.

mod write;

use std::fs;

use anyhow::{Context, Result};
use oracle::test_vectors;
use serde_json::Value;

pub(crate) use write::schemas;

/// Reads the schema of a kind of file.
pub(crate) fn read(kind: &str) -> Result<Value> {
    let path = test_vectors().join("schema").join(format!("{kind}.schema.json"));
    let schema = fs::read_to_string(&path).with_context(|| format!("{}: can't be read", path.display()))?;
    serde_json::from_str(&schema).with_context(|| format!("{}: is not JSON", path.display()))
}
