//! The types of `order.json`.

use serde::{Deserialize, Serialize};

/// The texts of some IDs, in any order and sorted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderCase {
    /// The case's number, never reused.
    pub id: u32,
    /// The purpose of the case.
    pub comment: String,
    /// Texts of the IDs in any order, not all of them canonical.
    pub shuffled: Vec<String>,
    /// The canonical texts of the same IDs, in ascending order.
    pub sorted: Vec<String>,
    /// The heading in the specification that settles the case.
    pub r#ref: String,
    /// The kinds of case that it is, as explained in the header.
    pub flags: Vec<String>,
}
