//! The lines between `judge.py` and a port match `protocol.schema.json`.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use jsonschema::Validator;
use serde_json::{Map, Value};

fn schema() -> Value {
    serde_json::from_str(&read("protocol.schema.json")).expect("JSON")
}

fn read(file: &str) -> String {
    fs::read_to_string(oracle::test_vectors().join(file)).expect("it is in the repository")
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("a JSON Schema")
}

/// Returns the keys and values of a line, which must be a question or an answer according to the schema.
fn valid(validator: &Validator, line: &str, definition: &str) -> Map<String, Value> {
    let json = serde_json::from_str(line).expect("JSON");
    assert!(validator.is_valid(&json), "{definition}: {line}");
    let Value::Object(json) = json else { panic!("{line}") };
    // Without this check, a question could be accepted as an answer.
    assert_eq!(json.contains_key("do"), definition == "question", "{line}");
    json
}

#[test]
fn the_transcript_on_the_page_matches_the_schema() {
    let (validator, mut count) = (validator(), 0);
    for line in read("protocol.md").replace('…', "").lines() {
        for (side, definition) in [("asked:    ", "question"), ("answered: ", "answer")] {
            if let Some(line) = line.strip_prefix(side) {
                valid(&validator, line, definition);
                count += 1;
            }
        }
    }
    assert_eq!(count, 14);
}

/// Each key that the schema names must occur, so that a key can't be renamed on one side only.
#[test]
#[ignore = "needs Python: `cargo xtask vectors --templates` runs it"]
fn the_dialogue_with_a_template_matches_the_schema() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().display();
    let port = format!("tee {path}/question | python3 templates/python/port.py | tee {path}/answer");
    let mut judge = Command::new("python3");
    // The small set has cases of every kind.
    let judge = judge.args(["judge.py", "--port", &port, "small"]).current_dir(oracle::test_vectors());
    let judged = judge.output().expect("it starts");
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));

    let (schema, validator) = (schema(), validator());
    for (definition, not_used) in [("question", vec![]), ("answer", vec!["do", "random", "unsupported"])] {
        let [mut keys, mut dos, mut schemes] = [const { BTreeSet::new() }; 3];
        for line in fs::read_to_string(directory.path().join(definition)).expect("the dialogue").lines() {
            let line = valid(&validator, line, definition);
            dos.extend(line.get("do").map(Value::to_string));
            schemes.extend(line.get("scheme").map(Value::to_string));
            keys.extend(line.into_iter().map(|(key, _)| key));
        }
        let named = &schema["$defs"][definition]["properties"];
        let named_keys = named.as_object().expect("keys").keys();
        let missing: BTreeSet<_> =
            named_keys.filter(|key| !keys.contains(*key)).map(String::as_str).collect();
        assert_eq!(missing, BTreeSet::from_iter(not_used), "{definition}");
        if definition == "question" {
            let words = |list: &Value| list.as_array().expect("words").iter().map(Value::to_string).collect();
            assert_eq!(dos, words(&named["do"]["enum"]));
            assert_eq!(schemes, words(&schema["$defs"]["scheme"]["enum"]));
        }
    }
}
