//! The types of the files in `test-vectors/`. `test-vectors/README.md` explains each field, and `test-vectors/schema/`
//! constrains it.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::model::Model;

/// The two kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Text, bytes, integer and fields of single IDs.
    Codec,
    /// Traces of generators.
    Generator,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Codec, Self::Generator];

    /// The name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Codec => "codec",
            Self::Generator => "generator",
        }
    }

    /// The name of the file in a scheme's folder.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{}.json", self.name())
    }
}

/// The part before the cases, the same in both kinds of file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The scheme's name, which is also the name of its folder.
    pub scheme: String,
    /// The kind of file.
    pub kind: Kind,
    /// The specification that the cases come from.
    pub spec: Spec,
    /// The number of cases in the file.
    pub count: usize,
    /// The meaning of each flag that the cases use.
    pub flags: Map<String, Value>,
}

/// A specification.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// `codec.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CodecFile {
    /// Scheme, kind, specification, count, flags.
    #[serde(flatten)]
    pub header: Header,
    /// Texts of IDs.
    pub valid: Vec<ValidCase>,
    /// Texts that are not IDs.
    pub invalid: Vec<InvalidCase>,
}

/// The text of an ID.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidCase {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The canonical text.
    pub text: String,
    /// The big-endian bytes, in hex.
    pub bytes: String,
    /// The integer, in decimal.
    pub int: String,
    /// The scheme's fields: a number for up to 53 bits, a hex string for more.
    pub fields: Map<String, Value>,
    /// The time of the timestamp, in Unix milliseconds.
    pub unix_ms: u64,
    /// Other texts of the same ID.
    pub alternates: Vec<String>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}

/// A text that is not an ID.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvalidCase {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The text.
    pub text: String,
    /// `length`, `digit` or `overflow`.
    pub reason: String,
    /// For `digit`, the byte offset of the first character outside the alphabet.
    pub position: Option<usize>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}

/// `generator.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GeneratorFile {
    /// Scheme, kind, specification, count, flags.
    #[serde(flatten)]
    pub header: Header,
    /// The traces.
    pub cases: Vec<Trace>,
}

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

impl CodecFile {
    /// The file's content, one case per line.
    ///
    /// # Errors
    ///
    /// A case has no JSON form.
    pub fn to_json(&self) -> Result<String> {
        let mut json = self.header.to_json()?;
        write_array(&mut json, "valid", &self.valid)?;
        write_array(&mut json, "invalid", &self.invalid)?;
        Ok(json + "\n}\n")
    }
}

impl GeneratorFile {
    /// The file's content, one case per line.
    ///
    /// # Errors
    ///
    /// A case has no JSON form.
    pub fn to_json(&self) -> Result<String> {
        let mut json = self.header.to_json()?;
        write_array(&mut json, "cases", &self.cases)?;
        Ok(json + "\n}\n")
    }
}

impl Header {
    /// The start of the JSON object, without the comma or brace that follows.
    fn to_json(&self) -> Result<String> {
        let json = serde_json::to_string_pretty(self)?;
        let open = json.strip_suffix("\n}").context("an object ends with a brace")?;
        Ok(open.to_owned())
    }
}

fn write_array<T: Serialize>(json: &mut String, name: &str, cases: &[T]) -> Result<()> {
    write!(json, ",\n  \"{name}\": [")?;
    for (index, case) in cases.iter().enumerate() {
        json.push_str(if index == 0 { "\n    " } else { ",\n    " });
        json.push_str(&serde_json::to_string(case)?);
    }
    json.push_str(if cases.is_empty() { "]" } else { "\n  ]" });
    Ok(())
}

/// A number, or the hex string of a wider one.
#[must_use]
pub fn integer(value: &Value) -> Option<u128> {
    match value {
        Value::String(hex) => u128::from_str_radix(hex, 16).ok(),
        _ => value.as_u64().map(u128::from),
    }
}
