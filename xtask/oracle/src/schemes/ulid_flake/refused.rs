//! Configurations that no generator has.

use serde_json::json;

use super::model::Form;
use crate::refused_cases::{WrongConfig, wrong};

const INCREMENT: &str = "Monotonicity and Overflow Error Handling";
const COMPONENTS: &str = "Components";
/// The specification is silent.
const POLICY: &str = "";

pub(super) fn configs(form: &Form) -> Vec<WrongConfig> {
    let bits = |bits: i64, comment, reference| {
        wrong([("entropy_bits", json!(bits))], "entropy_bits", comment, reference)
    };
    let most = i64::from(form.max_entropy_bits);
    let mut configs = vec![
        bits(0, "an increment of no bits", INCREMENT),
        bits(most + 1, "one bit more than the most", POLICY),
        bits(64, "an increment of 64 bits", POLICY),
        bits(256 + 8, "264 bits: 8 in a port that reads one byte", POLICY),
        bits(-1, "a negative number of bits", INCREMENT),
        wrong([("epoch_unix_ms", json!(-1))], "epoch_unix_ms", "an epoch before 1970", POLICY),
    ];
    if form.scalable {
        for (scalability, comment) in [
            (32, "the largest scalability plus one"),
            (39, "7 in a port that drops the excess bit"),
            (256, "0 in a port that reads one byte"),
            (-1, "a negative scalability"),
        ] {
            let changes = [("scalability", json!(scalability))];
            configs.push(wrong(changes, "scalability", comment, COMPONENTS));
        }
        // The usual scalability is 7.
        for (scalability, comment) in [(6_u32, "an ID with the scalability 6"), (0, "the smallest ID")] {
            let id = form.layout.text(&scalability.into());
            configs.push(wrong([("resume_after", json!(id))], "resume_after", comment, POLICY));
        }
    }
    configs
}
