//! Tests of the program behind `cargo xtask vectors`: its output and its exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt as _;
use serde_json::{Value, json};
use tempfile::TempDir;

fn program() -> Command {
    Command::cargo_bin("vectors").expect("cargo has built it")
}

/// Runs `xtask vectors --verify`.
fn verify(directory: &Path) -> Output {
    program().arg("--verify").arg(directory).output().expect("it runs")
}

/// Returns the output on both streams of a run that must have failed.
fn failure(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8(text).expect("it prints text");
    assert_eq!(output.status.code(), Some(1), "{text}");
    text
}

fn success(output: &Output) -> String {
    assert!(output.status.success(), "{}", failure(output));
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

fn original(file: &str) -> String {
    fs::read_to_string(oracle::test_vectors().join(file)).expect("the vectors are in the repository")
}

/// Creates a directory with one file in it.
fn directory_with(file: &str, content: &str) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path: PathBuf = directory.path().join(file);
    fs::create_dir_all(path.parent().expect("a scheme's directory")).expect("it can be created");
    fs::write(path, content).expect("it can be written");
    directory
}

/// Returns a file with only one case, and the place of the case.
fn with_one_case(file: &str, id: u32) -> (Value, String) {
    let mut json: Value = serde_json::from_str(&original(file)).expect("JSON");
    let mut place = None;
    for array in ["valid", "invalid", "cases"] {
        let Some(cases) = json.get_mut(array).and_then(Value::as_array_mut) else { continue };
        cases.retain(|case| case["id"] == id);
        if !cases.is_empty() {
            place = Some(format!("/{array}/0"));
        }
    }
    json["count"] = 1.into();
    (json, place.unwrap_or_else(|| panic!("{file} has no case {id}")))
}

/// Returns the places of the strings, numbers and other values that are neither lists nor objects.
fn values(json: &Value, place: String) -> Vec<String> {
    match json {
        Value::Object(object) => {
            object.iter().flat_map(|(key, json)| values(json, format!("{place}/{key}"))).collect()
        }
        Value::Array(array) => {
            let elements = array.iter().enumerate();
            elements.flat_map(|(index, json)| values(json, format!("{place}/{index}"))).collect()
        }
        _ => vec![place],
    }
}

/// Returns other values of the same type. A case can be right with one of them, if the value is a bound.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_i64().expect("a small integer");
            vec![json!(number + 1), json!(number - 1)]
        }
        Value::String(text) => vec![json!(format!("{text}0"))],
        Value::Bool(is_true) => vec![json!(!is_true)],
        _ => vec![json!(0)],
    }
}

#[test]
fn our_own_vectors_pass() {
    let [verified, checked] = [
        success(&verify(&oracle::test_vectors())),
        success(&program().arg("--check").output().expect("it runs")),
    ];
    // Both print the same table, because it depends only on the vectors.
    let rows = |printed: &str| printed.lines().take_while(|line| !line.is_empty()).count();
    assert!(rows(&verified) > 50);
    assert!(verified.lines().take(rows(&verified)).eq(checked.lines().take(rows(&checked))));
    let cases = serde_json::from_str::<Value>(&original("index.json")).expect("an index")["count"].clone();
    let verdict =
        format!("\n{cases} of {cases} cases passed, in {} schemes. ", oracle::schemes::SCHEMES.len());
    assert!(verified.contains(&verdict) && checked.contains(&(verdict + "No file changed. ")), "{checked}");
}

#[test]
fn other_specifications_and_flags_are_accepted() {
    let content = original("scru128/generator.json")
        .replace("\"2.0.1\"", "\"of another time\"")
        .replace("\"rollback\": \"", "\"backwards\": \"")
        .replace("[\"rollback\"", "[\"backwards\"")
        .replace(",\"rollback\"", ",\"backwards\"");
    let printed = success(&verify(directory_with("scru128/generator.json", &content).path()));
    assert!(printed.contains("\nmissing: scru160/codec.json, "), "{printed}");
}

/// Runs the command that a failed case names.
fn repeat(line: &str) -> Output {
    let command = line.trim().strip_prefix("repeat: cargo xtask vectors ").expect("the command");
    // No path here needs quotes.
    program().args(command.split(' ')).output().expect("it runs")
}

/// A failed case names everything that a reader needs. Ten cases are printed, and the command of each repeats only that
/// case.
#[test]
fn failed_cases_are_described_and_can_be_repeated() {
    let file = "scru128/codec.json";
    let content = original(file).replace("\"timestamp\":0,", "\"timestamp\":1,");
    let changed = original(file).matches("\"timestamp\":0,").count();
    assert!(changed > 11);
    let directory = directory_with(file, &content);
    let said = failure(&verify(directory.path()));
    let described = |said: &str| said.lines().filter(|line| line.starts_with("FAILED: ")).count();
    assert_eq!(described(&said), 10, "{said}");
    assert!(said.contains(&format!("\n{} more cases failed.\n", changed - 10)), "{said}");
    assert!(said.contains(&format!("error: {changed} cases failed\n")), "{said}");
    let all = original(file).matches("{\"id\":").count();
    assert!(said.contains(&format!("\n{} of {all} cases passed, in 1 scheme. ", all - changed)), "{said}");
    let first = said.split("FAILED: ").nth(1).expect("a case").lines().collect::<Vec<_>>();
    let case = content.lines().find(|line| line.contains("\"timestamp\":1,")).expect("a case");
    let case: Value = serde_json::from_str(case.trim().trim_end_matches(',')).expect("a case");
    let [comment, rule] = [&case["comment"], &case["ref"][0]].map(|text| text.as_str().expect("text"));
    let path = directory.path().join(file);
    assert_eq!(first[0], format!("{}: case {} ({comment})", path.display(), case["id"]));
    assert_eq!(first[1], format!("  rules: {rule}"));
    assert!(first[2..].iter().any(|line| line.contains("timestamp: expected 1, found 0")), "{said}");
    for line in said.lines().filter(|line| line.starts_with("  repeat: ")) {
        let said = failure(&repeat(line));
        assert!(described(&said) == 1 && said.contains(line), "{said}");
        assert!(said.contains("\n0 of 1 case passed, in 1 scheme. "), "{said}");
    }
}

#[test]
fn one_case_of_ours_can_be_checked() {
    let case = |name: &str| program().args(["--case", name]).output().expect("it runs");
    // The report names a file with its directory.
    for directory in ["", "./test-vectors/", "/tmp/elsewhere/"] {
        let printed = success(&case(&format!("{directory}scru128/codec.json:1")));
        assert!(printed.contains("\n1 of 1 case passed, in 1 scheme. "), "{printed}");
    }
    for (name, said) in [
        ("xscru128/codec.json:1", "xscru128/codec.json: expected one of the files {"),
        ("scru128/codec.json:4999999", "expected a case 4999999, found none"),
    ] {
        assert!(failure(&case(name)).contains(said), "{name}");
    }
}

#[test]
fn wrong_arguments_are_errors() {
    for (arguments, named) in [
        (&["--chekc"][..], "--chekc"),
        (&["--case", "12"], "expected a case such as scru128/codec.json:12, found \"12\""),
        (&["--verify"], "--verify"),
        (&["--check", "--verify", "."], "expected one of --check, --case, --verify and --table"),
    ] {
        let output = program().args(arguments).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("it prints text");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains(named) && said.contains("--help"), "{said}");
    }
}

/// A case of each kind fails if any of its values changes, and the output names it.
#[test]
fn every_value_of_a_case_is_checked() {
    // Only generators that have met a rollback have used their allowance.
    let allowance = &["config/allowance_ms"][..];
    for (file, id, unused) in [
        ("scru128/codec.json", 1, &[][..]),
        ("scru128/codec.json", 10_002, &[]),
        ("scru160/codec.json", 7001, &[]),
        ("scru128/generator.json", 304, &[]),
        ("scru160/generator.json", 1, allowance),
        // The first draw fails at any reading.
        ("scru128/generator-policy.json", 600, &["config/allowance_ms", "steps/0/now"]),
        ("scru128/generator-policy.json", 9801, allowance),
        ("scru64/generator.json", 1, allowance),
        ("ulid-flake/generator.json", 2, allowance),
        ("ulid/order.json", 1, &[]),
        ("uuid7/typed.json", 1, &[]),
        ("uuid7/typed.json", 12_002, &[]),
        // What is expected holds for any draws.
        ("uuid7/properties.json", 1, &["config/allowance_ms", "draws/counter", "draws/random", "ascending"]),
        ("scru160/runs.json", 10, allowance),
        ("scru64/node-spec.json", 3, &[]),
    ] {
        let (json, place) = with_one_case(file, id);
        let case = json.pointer(&place).expect("the case");
        let is_content = |value: &&String| {
            let key = value[place.len() + 1..].split('/').next();
            !key.is_some_and(|key| ["id", "comment", "ref", "flags"].contains(&key))
        };
        let is_unchecked = |value: &String| {
            let passes = |other: Value| {
                let mut changed = json.clone();
                *changed.pointer_mut(value).expect("the value") = other;
                let output = verify(directory_with(file, &changed.to_string()).path());
                let passes = output.status.success();
                assert!(passes || failure(&output).contains(&format!("case {id}")), "{file} {value}");
                passes
            };
            others(json.pointer(value).expect("the value")).into_iter().all(passes)
        };
        let values = values(case, place.clone());
        let unchecked = values.iter().filter(is_content).filter(|value| is_unchecked(value));
        let unchecked: Vec<_> = unchecked.map(|value| &value[place.len() + 1..]).collect();
        assert_eq!(unchecked, unused, "{file}: case {id}");
    }
}

/// The output states the rule that a case breaks, and no part of the program panics.
#[test]
fn an_impossible_case_is_rejected_with_its_rule() {
    let policy = "policy.md, Whitespace, signs, and all other characters around the digits";
    for (file, id, key, value, named) in [
        (
            "scru64/generator.json",
            1,
            "config/guard_bits",
            json!(23),
            "guard_bits: expected 0 to 16, found 23",
        ),
        (
            "scru128/generator-policy.json",
            650,
            "config/resume_after",
            json!("fzzzzzzzzzzzzzzzzzzzzzzzz"),
            "resume_after: expected an ID to continue after, found \"fzzz",
        ),
        (
            "scru64/generator.json",
            1,
            "draw_bits/counter",
            json!(3),
            "draw_bits: expected {\"counter\":16}, found {\"counter\":3}",
        ),
        (
            "scru128/generator.json",
            1,
            "steps/0/now",
            json!("99999999999999999999"),
            "step 0: expected a 64-bit integer, found \"99999999999999999999\"",
        ),
        ("scru160/runs.json", 10, "draws/counter", json!(32), "counter: expected 5 bits, found 32"),
        ("scru160/refused.json", 1, "value", json!("5"), "value: expected one that is rejected, found \"5\""),
        (
            "scru64/refused.json",
            3200,
            "wrong",
            json!("guard_bits"),
            "wrong: expected node_id, found guard_bits",
        ),
        ("scru64/node-spec.json", 1002, "text", json!("42/8"), "reading it: expected an error"),
        (
            "ulid/order.json",
            1,
            "shuffled/0",
            json!("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            "expected the same IDs in both lists",
        ),
        (
            "scru128/codec-policy.json",
            11_027,
            "ref",
            json!(["policy.md, Whitespace"]),
            "ref: expected a title in policy.md, found policy.md, Whitespace",
        ),
        (
            "scru128/generator.json",
            1,
            "ref",
            json!([policy]),
            "ref: expected no title in policy.md without the `policy` flag",
        ),
        ("scru128/codec.json", 1, "flags", json!(["publishes"]), "the `publishes` flag is missing"),
        (
            "scru128/codec-policy.json",
            11_027,
            "flags",
            json!([]),
            "expected the `policy` flag, or the case in",
        ),
    ] {
        let (mut json, place) = with_one_case(file, id);
        *json.pointer_mut(&format!("{place}/{key}")).expect("the value") = value;
        let said = failure(&verify(directory_with(file, &json.to_string()).path()));
        for part in [file, &format!("case {id}"), named] {
            assert!(said.contains(part), "{file} {key}: {said}");
        }
        assert!(!said.contains("panic"), "{file} {key}: {said}");
    }
}

/// Rules that a schema can't express are also checked.
#[test]
fn broken_rules_of_a_file_are_named() {
    let file = "scru128/codec.json";
    let with = |from: &str, to: &str| original(file).replacen(from, to, 1);
    for (content, named) in [
        (with("\"count\": ", "\"count\": 1"), "count: expected "),
        (with("{\"id\":2,", "{\"id\":1,"), "case 1: the id is used twice"),
        (with("\"comment\":", "\"comments\":"), "/valid/0 (case 1)"),
        (original("scru128/generator.json"), "kind: expected codec, found generator"),
        (
            with("\"kind\": \"codec\"", "\"kind\": \"codecs\""),
            "kind: expected one of codec, generator, refused, ",
        ),
        (with("\"valid\": [", "\"valid\": [,"), "is not JSON: expected value at line"),
        (String::new(), "is not JSON"),
    ] {
        let said = failure(&verify(directory_with(file, &content).path()));
        assert!(said.contains(file) && said.contains(named), "{named}: {said}");
    }
}

/// An unusable file does not hide the failures in other files.
#[test]
fn an_unusable_file_hides_no_failure() {
    let codec = original("scru128/codec.json").replacen("zmsp34", "zmsp33", 1);
    let directory = directory_with("scru128/codec.json", &codec);
    fs::write(directory.path().join("scru128/generator.json"), "{").expect("it can be written");
    let said = failure(&verify(directory.path()));
    for part in [
        "case 10003 (",
        "scru128/generator.json: is not JSON",
        " cases passed, in 1 scheme; 1 file or directory is not usable. ",
        "error: 1 file or directory is not usable, 1 case failed\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A misspelt or unreadable name is not mistaken for a tested file, even next to a valid file.
#[test]
fn entries_that_are_not_files_of_vectors_are_named() {
    let file = "scru128/generator.json";
    let wrong = |name: &str, said: &str| {
        let directory = directory_with(file, &original(file));
        let path = directory.path().join(name);
        if name.ends_with(".json") { fs::write(path, "{}") } else { fs::create_dir(path) }
            .expect("it is written");
        let printed = failure(&verify(directory.path()));
        assert!(printed.contains(&format!("{name}: {said}")), "{printed}");
        assert!(printed.contains("error: 1 file or directory is not usable, 0 cases failed"), "{printed}");
    };
    wrong("scru128/codecs.json", "no scheme has this file, expected ");
    wrong("scru-128", "no scheme has this directory, expected ");

    let directory = directory_with(file, &original(file));
    fs::create_dir(directory.path().join("scru128/codec.json")).expect("a directory");
    assert!(failure(&verify(directory.path())).contains("scru128/codec.json: can't be read"));

    // Hidden files, files beside the directories, and files that `test-vectors/` also has.
    let directory = directory_with(file, &original(file));
    for name in ["scru128/.codec.json.swp", "scru64.json", "README.md"] {
        fs::write(directory.path().join(name), "mine").expect("it can be written");
    }
    let printed = success(&verify(directory.path()));
    let named: Vec<_> = printed.lines().filter(|line| line.starts_with("not checked")).collect();
    assert!(named.len() == 2 && named[0].contains("scru64.json"), "{printed}");

    let directory = tempfile::tempdir().expect("a temporary directory");
    assert!(failure(&verify(directory.path())).contains("found none"));
    assert!(failure(&verify(&directory.path().join("missing"))).contains("missing: is not a directory"));
}
