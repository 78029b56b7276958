//! The types of `codec.json`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
