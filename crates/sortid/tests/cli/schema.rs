//! All JSON output of `sortid` matches `docs/sortid.schema.json`.

use jsonschema::Validator;
use serde_json::Value;

use crate::{good, run_with, schemes, vectors};

fn validator() -> Validator {
    let path = format!("{}/../../docs/sortid.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Returns the objects, after checking that they are valid.
fn valid(validator: &Validator, lines: &str) -> Vec<Value> {
    let object = |line| {
        let object: Value = serde_json::from_str(line).unwrap();
        if let Err(error) = validator.validate(&object) {
            panic!("{error} at {}: {line}", error.instance_path());
        }
        object
    };
    lines.lines().map(object).collect()
}

#[test]
fn ids_of_every_command_are_valid() {
    let validator = validator();
    for (scheme, options) in schemes() {
        let new = good(&[&["new", scheme, "--format", "json", "-n", "3"], options].concat(), "");
        let range = good(&["range", scheme, "--day", "2026-11-21", "--format", "json"], "");
        let strings: String = vectors(scheme)["valid"]
            .as_array()
            .unwrap()
            .iter()
            .map(|case| format!("{}\n", case["text"].as_str().unwrap()))
            .collect();
        let convert = good(&["convert", "--scheme", scheme, "--to", "json"], strings.clone());
        let inspect = good(&["inspect", "--format", "json"], strings);
        let typed = good(&[&["new", scheme, "--format", "json", "--prefix", "a_b"], options].concat(), "");
        for lines in [new, range, convert, inspect, typed] {
            for object in valid(&validator, &lines) {
                let fields = object["fields"].as_object().unwrap();
                assert!(fields.values().all(Value::is_string), "{object}");
            }
        }
    }
}

#[test]
fn errors_and_reports_are_valid() {
    let validator = validator();
    let inputs = "bad\n\n01ARZ3NDEKTSV4RRFFQ69G5FA!\n8ZZZZZZZZZZZZZZZZZZZZZZZZZ\n12345678901234567\nOrd_01ARZ3NDEKTSV4RRFFQ69G5FAV\n";
    let errors = run_with(&["inspect", "--format", "json"], format!("{inputs}{}\n", "x".repeat(300)));
    let errors = valid(&validator, &errors.stdout);
    let reasons: Vec<_> = errors.iter().map(|error| error["error"]["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["length", "length", "digit", "overflow", "form", "prefix", "length"]);
    let argument = run_with(&["inspect", "--format", "json", "bad"], "");
    assert_eq!(valid(&validator, &argument.stdout)[0]["line"], Value::Null);

    let faults = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAV\nbad\n01ARZ3NDEKTSV4RRFFQ69G5FAA\n\
                  7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n0372ijojuxuhjsfkeryi2mrtm\n";
    let many = good(&["new", "scru128", "-n", "1000"], "");
    for stdin in [faults, "", &many] {
        let run = run_with(&["check", "--format", "json"], stdin);
        assert_eq!(valid(&validator, &run.stdout)[0]["ok"], run.status == 0);
    }
}

#[test]
fn leases_are_valid() {
    let validator = validator();
    let (_directory, url) = crate::lease::registry(&["--node-id-size", "2"]);
    let sound = good(&["lease", "check", "--registry", &url, "--format", "json"], "");
    assert_eq!(valid(&validator, &sound)[0]["ok"], true);
    let lost = run_with(&["lease", "check", "--registry", "file:nowhere", "--format", "json"], "");
    assert_eq!(
        (lost.status, &valid(&validator, &lost.stdout)[0]["findings"][0]["level"]),
        (1, &"error".into())
    );
    let granted = good(&["lease", "acquire", "--registry", &url], "");
    assert_eq!(valid(&validator, &granted)[0]["event"], "granted");
    let status = good(&["lease", "status", "--registry", &url, "--format", "json", "--all"], "");
    assert_eq!(valid(&validator, &status)[0]["records"].as_array().unwrap().len(), 4);
    let owner = "0123456789abcdef0123456789abcdef";
    valid(&validator, &format!(r#"{{"event":"lost","node_id":42,"epoch":1,"owner":"{owner}"}}"#));
    valid(&validator, r#"{"event":"error","message":"the registry does not answer"}"#);
}
