//! The types of `generator.json`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::Model;

/// Calls to one generator, starting with its first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
    /// The generator's configuration.
    pub config: Map<String, Value>,
    /// The width in bits of each field that a generator with this configuration can draw.
    pub draw_bits: Map<String, Value>,
    /// The calls.
    pub steps: Vec<Step>,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The clock's reading.
    pub now: u64,
    /// The new ceiling, if it changes before this call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling_unix_ms: Option<u64>,
    /// The value of each field that the call draws; `null` if the source fails there.
    pub draws: Map<String, Value>,
    /// The ID's text, unless there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `rollback`, `overflow`, `out_of_range`, `after_ceiling` or `rng`, unless there is an ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Trace {
    /// A model's configuration and steps. The id, the comment, the heading and the flags are still empty.
    #[must_use]
    pub fn new(model: &dyn Model, config: Map<String, Value>, steps: Vec<Step>) -> Self {
        let draw_bits = model.draw_bits().into_iter();
        let draw_bits = draw_bits.map(|(field, bits)| (field.to_owned(), bits.into())).collect();
        Self { config, draw_bits, steps, ..Self::default() }
    }
}

impl Step {
    /// A call and its result: the text of an ID, or an error.
    #[must_use]
    pub fn new(now: u64, draws: Map<String, Value>, result: std::result::Result<String, &str>) -> Self {
        let (text, error) = match result {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(error.to_owned())),
        };
        Self { now, ceiling_unix_ms: None, draws, text, error }
    }
}
