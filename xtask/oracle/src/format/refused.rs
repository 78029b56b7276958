//! The types of `refused.json`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A value that must be refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusedCase {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The form of the value.
    pub from: Form,
    /// The value, in the form in which the other files have it.
    pub value: Value,
    /// The field or the key that is wrong, unless the value has none.
    pub wrong: Option<String>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// An integer in decimal, as `int` of a valid case.
    Int,
    /// Bytes in hex, as `bytes` of a valid case.
    Bytes,
    /// Fields, as those of a valid case.
    Fields,
    /// The configuration of a generator, as that of a trace.
    Config,
}
