//! The types of `node-spec.json`.

use serde::{Deserialize, Serialize};

/// The text of a node spec.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidNodeSpec {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The text.
    pub text: String,
    /// The node id.
    pub node_id: u32,
    /// The number of bits of the node id.
    pub node_id_size: u32,
    /// The ID to continue after, if there is one.
    pub node_prev: Option<String>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}

/// A text that is not a node spec.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvalidNodeSpec {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// The text.
    pub text: String,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}
