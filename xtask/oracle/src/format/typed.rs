//! The types of `typed.json`.

use serde::{Deserialize, Serialize};

/// The text of an ID with a prefix.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidTyped {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The prefix of the kind, without `_`. Empty if the kind has none.
    pub prefix: String,
    /// The canonical text.
    pub text: String,
    /// The big-endian bytes, in hex.
    pub bytes: String,
    /// Other texts of the same ID and kind.
    pub alternates: Vec<String>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}

/// A text that is not an ID of the kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvalidTyped {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The prefix of the kind, without `_`. With the reason `kind`, no kind can have it.
    pub prefix: String,
    /// The text.
    pub text: String,
    /// `kind`, `prefix`, `length`, `digit` or `overflow`.
    pub reason: String,
    /// For `digit`, the byte offset in the whole text of the first character outside the alphabet.
    pub position: Option<usize>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}
