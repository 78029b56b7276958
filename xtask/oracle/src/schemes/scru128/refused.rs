//! Configurations that no generator has.

use serde_json::json;

use super::model::{LAYOUT, MAX_TIMESTAMP};
use crate::refused_cases::{WrongConfig, wrong};

const RESERVED: &str = "Special-purpose IDs";

pub(super) fn configs() -> Vec<WrongConfig> {
    let after = |timestamp: u64, rest: u32, comment| {
        let int = LAYOUT.int(&[timestamp.into(), rest.into(), rest.into(), rest.into()]);
        wrong([("resume_after", json!(LAYOUT.text(&int)))], "resume_after", comment, RESERVED)
    };
    vec![
        after(0, 0, "the smallest ID"),
        after(0, 5, "an ID with the reserved timestamp 0"),
        after(MAX_TIMESTAMP, 5, "an ID with the largest timestamp, which is reserved"),
    ]
}
