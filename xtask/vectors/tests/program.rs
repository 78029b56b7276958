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

fn stdout(output: &Output) -> String {
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

/// Returns the file with the first `from` in the line of one case replaced.
fn with_case_changed(file: &str, case: u32, from: &str, to: &str) -> String {
    let start = format!("    {{\"id\":{case},");
    let mut changed = 0;
    let lines = original(file)
        .lines()
        .map(|line| {
            if line.starts_with(&start) && line.contains(from) {
                changed += 1;
                line.replacen(from, to, 1)
            } else {
                line.to_owned()
            }
        })
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(changed, 1, "{from} is in case {case} of {file}");
    lines
}

#[test]
fn our_own_vectors_pass() {
    let output = verify(&oracle::test_vectors());
    assert!(output.status.success(), "{}", failure(&output));
    let check = program().arg("--check").output().expect("it runs");
    assert!(check.status.success(), "{}", failure(&check));
    // Both print the same table, because it depends only on the vectors.
    let [verified, checked] = [output, check].map(|output| stdout(&output));
    let rows = |printed: &str| printed.lines().take_while(|line| !line.is_empty()).count();
    assert!(
        rows(&verified) > 50
            && verified.lines().take(rows(&verified)).eq(checked.lines().take(rows(&checked)))
    );
    let cases = serde_json::from_str::<Value>(&original("index.json")).expect("an index")["count"].clone();
    let verdict =
        format!("\n{cases} of {cases} cases passed, in {} schemes.", oracle::schemes::SCHEMES.len());
    for (printed, changed) in [(verified, " "), (checked, " No file changed. ")] {
        let last = printed.trim_end().rsplit_once(&verdict).map(|(_, last)| last.to_owned());
        let last = last.and_then(|last| last.strip_prefix(changed).map(str::to_owned));
        assert!(last.is_some_and(|time| time.ends_with(" s") && !time.contains('\n')), "{printed}");
    }
}

#[test]
fn any_file_alone_passes() {
    let parts = oracle::schemes::SCHEMES.into_iter().flat_map(|scheme| {
        let kinds = scheme.kinds().flat_map(|kind| [false, true].map(|is_policy| kind.file_name(is_policy)));
        kinds.map(|name| format!("{}/{name}", scheme.name))
    });
    let all: Vec<_> = parts.filter(|file| oracle::test_vectors().join(file).exists()).collect();
    for file in &all {
        let directory = directory_with(file, &original(file));
        let output = verify(directory.path());
        assert!(output.status.success(), "{}", failure(&output));
        let table = stdout(&output);
        // The header, the row of the file, the line about missing files, and the verdict after an empty line.
        assert_eq!(table.lines().count(), 5, "{table}");
        let missing = table.lines().nth(2).and_then(|line| line.strip_prefix("missing: "));
        let missing: Vec<_> = missing.into_iter().flat_map(|list| list.split(", ")).collect();
        assert!(missing.len() == all.len() && !missing.contains(&file.as_str()), "{table}");
        assert!(missing.contains(&"index.json"), "{table}");
    }
}

#[test]
fn other_specifications_and_flags_are_accepted() {
    for file in ["scru128/codec.json", "scru128/generator.json"] {
        let content = original(file)
            .replace("\"2.0.1\"", "\"of another time\"")
            .replace("\"published\"", "\"printed\"")
            .replace("\"rollback\": \"", "\"backwards\": \"")
            .replace("[\"rollback\"", "[\"backwards\"")
            .replace(",\"rollback\"", ",\"backwards\"");
        let output = verify(directory_with(file, &content).path());
        assert!(output.status.success(), "{}", failure(&output));
    }
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
    let path = directory.path().join(file);
    let case: Value = content
        .lines()
        .find(|line| line.contains("\"timestamp\":1,"))
        .map(|line| serde_json::from_str(line.trim().trim_end_matches(',')).expect("a case"))
        .expect("a case");
    let comment = case["comment"].as_str().expect("a comment");
    assert_eq!(first[0], format!("{}: case {} ({comment})", path.display(), case["id"]));
    let rules: Vec<_> = case["ref"].as_array().expect("rules").iter().filter_map(Value::as_str).collect();
    assert_eq!(first[1], format!("  rules: {}", rules.join("; ")));
    assert!(first[2..].iter().any(|line| line.contains("timestamp: expected 1, found 0")), "{said}");
    for line in said.lines().filter(|line| line.starts_with("  repeat: ")) {
        let said = failure(&repeat(line));
        assert!(described(&said) == 1 && said.contains(line), "{said}");
        assert!(said.contains("\n0 of 1 case passed, in 1 scheme. "), "{said}");
    }
}

/// The output for a case that fails many checks stays short, unless only that case is checked.
#[test]
fn many_differences_are_described_briefly() {
    let file = "scru160/codec.json";
    let changed = with_case_changed(file, 1, "\"bytes\":\"0", "\"bytes\":\"1");
    let directory = directory_with(file, &changed);
    let said = failure(&verify(directory.path()));
    let messages = |said: &str| said.lines().filter(|line| line.contains(": expected ")).count();
    assert!(messages(&said) == 10 && said.contains("\n  and "), "{said}");
    let command = said.lines().find(|line| line.starts_with("  repeat: ")).expect("a command");
    let said = failure(&repeat(command));
    assert!(messages(&said) > 10 && !said.contains("\n  and "), "{said}");
}

#[test]
fn one_case_of_ours_can_be_checked() {
    let case = |name: &str| program().args(["--case", name]).output().expect("it runs");
    let passed = case("scru128/codec.json:1");
    assert!(passed.status.success(), "{}", failure(&passed));
    assert!(stdout(&passed).contains("\n1 of 1 case passed, in 1 scheme. "), "{}", stdout(&passed));
    // As the report names a file.
    for directory in ["test-vectors", "./test-vectors", "/tmp/elsewhere"] {
        let passed = case(&format!("{directory}/scru128/codec.json:1"));
        assert!(passed.status.success(), "{}", failure(&passed));
    }
    assert!(
        failure(&case("xscru128/codec.json:1")).contains("xscru128/codec.json: expected one of the files {")
    );
    assert!(failure(&case("scru128/codec.json:4999999")).contains("expected a case 4999999, found none"));
    assert!(
        failure(&case("scru129/codec.json:1")).contains("scru129/codec.json: expected one of the files {")
    );
}

#[test]
fn wrong_arguments_are_errors() {
    for (arguments, named) in [
        (&["--chekc"][..], "--chekc"),
        (&["--case", "12"], "expected a case such as scru128/codec.json:12, found \"12\""),
        (&["--case"], "--case"),
        (&["--verify"], "--verify"),
        (&["--check", "--verify", "."], "expected one of --check, --case, --verify and --table"),
        (&["here"], "here"),
    ] {
        let output = program().args(arguments).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("it prints text");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains(named) && said.contains("--help"), "{said}");
    }
}

/// For each field of a case, changes one character of the field. The output names the case, with the expected and the
/// found value.
#[test]
fn a_changed_character_fails_and_names_the_case() {
    let codec = "scru128/codec.json";
    let generator = "scru128/generator.json";
    let generator_policy = "scru128/generator-policy.json";
    let text = "\"text\":\"0372hg16csmsm50l8dikcvukc\"";
    for (file, case, from, to) in [
        (codec, 1, text, "\"text\":\"0372hg16csmsm50l8dikcvukd\""),
        (codec, 1, "\"bytes\":\"017", "\"bytes\":\"018"),
        (codec, 1, "\"int\":\"19", "\"int\":\"29"),
        (codec, 1, "\"timestamp\":16", "\"timestamp\":26"),
        (codec, 1, "\"counter_hi\":8268596", "\"counter_hi\":8268597"),
        (codec, 1, "\"counter_lo\":3320878", "\"counter_lo\":3320879"),
        (codec, 1, "\"entropy\":3310577788", "\"entropy\":3310577789"),
        (codec, 1, "\"unix_ms\":16", "\"unix_ms\":17"),
        (codec, 1, "\"alternates\":[\"0372", "\"alternates\":[\"0373"),
        (codec, 5099, "\"text\":\"", "\"text\":\"0"),
        (codec, 10_001, "\"reason\":\"length\"", "\"reason\":\"overflow\""),
        (codec, 10_002, "\"text\":\"f5lxx1zz5pn+", "\"text\":\"f5lxx1zz5pn0"),
        (codec, 10_002, "\"position\":11", "\"position\":12"),
        (codec, 10_003, "zmsp34", "zmsp33"),
        (generator, 1, "\"now\":17", "\"now\":18"),
        (generator, 1, "\"draws\":{\"counter_lo\":", "\"draws\":{\"counter_lo\":1"),
        (generator, 300, "\"draws\":{\"entropy\":968874936}", "\"draws\":{}"),
        (generator, 300, "\"draws\":{\"entropy\"", "\"draws\":{\"counter_lo\":1,\"entropy\""),
        (generator, 1, "\"text\":\"03", "\"text\":\"04"),
        (generator_policy, 303, "\"allowance_ms\":10000", "\"allowance_ms\":9999"),
        (generator, 304, "\"allowance_ms\":10000", "\"allowance_ms\":10001"),
        (generator, 304, "\"error\":\"rollback\"", "\"error\":\"overflow\""),
        (generator, 304, "\"on_rollback\":\"error\"", "\"on_rollback\":\"reset\""),
        (generator, 400, "\"on_rollback\":\"reset\"", "\"on_rollback\":\"error\""),
        (generator_policy, 600, "\"counter_lo\":null", "\"counter_lo\":0"),
        (generator_policy, 701, "\"error\":\"rng\"", "\"error\":\"rollback\""),
        ("scru160/codec.json", 1, "\"random80\":\"", "\"random80\":\"f"),
        ("scru160/generator.json", 1, "\"random\":\"", "\"random\":\"0"),
        ("scru160/generator.json", 1, "\"counter\":15", "\"counter\":16"),
        ("scru64/generator.json", 1, "\"node_id\":42", "\"node_id\":43"),
        // The trace does not draw this field.
        ("ulid-flake/generator.json", 1, "\"increment\":8", "\"increment\":7"),
        ("ulid-flake/generator.json", 2, "\"epoch_unix_ms\":1", "\"epoch_unix_ms\":2"),
        (generator_policy, 9801, "\"resume_after\":\"0", "\"resume_after\":\"1"),
        // Values that are not rejected, or are rejected for a different reason.
        ("scru64/refused.json", 1, "\"value\":\"4738381338321616896", "\"value\":\"4738381338321616895"),
        ("scru64/refused.json", 100, "\"value\":\"-1", "\"value\":\"1"),
        ("scru128/refused.json", 1000, "\"value\":\"\"", "\"value\":\"00000000000000000000000000000000\""),
        ("scru128/refused.json", 2100, "\"counter_hi\":16777216", "\"counter_hi\":16777215"),
        ("scru128/refused.json", 2100, "\"wrong\":\"counter_hi", "\"wrong\":\"counter_lo"),
        ("ulid/refused.json", 2100, "\"randomness\":\"1", "\"randomness\":\""),
        ("ulid-flake/refused.json", 3102, "\"entropy_bits\":0", "\"entropy_bits\":1"),
        ("ulid-flake/refused.json", 3102, "\"wrong\":\"entropy_bits", "\"wrong\":\"epoch_unix_ms"),
        ("ulid-flake-scalable/refused-policy.json", 3000, "\"scalability\":7", "\"scalability\":6"),
        ("scru160/refused.json", 3102, "\"counter_init_bits\":16", "\"counter_init_bits\":15"),
        ("ulid/order.json", 1, "\"sorted\":[\"0", "\"sorted\":[\"7"),
        ("ulid/order.json", 1, "\"shuffled\":[\"", "\"shuffled\":[\"0"),
        ("uuid7/properties.json", 1, "\"now\":1750000000000", "\"now\":1750000000001"),
        ("uuid7/properties.json", 1, "\"min_timestamp\":1750000000000", "\"min_timestamp\":1750000000001"),
        ("uuid7/properties.json", 1, "\"max_timestamp\":1750000000000", "\"max_timestamp\":1749999999999"),
        ("uuid7/properties.json", 1, "\"counter\":7", "\"counter\":97"),
        ("scru160/runs.json", 10, "\"now\":1700000000000999", "\"now\":1700000000001000"),
        ("scru160/runs.json", 10, "\"count\":33", "\"count\":34"),
        ("scru160/runs.json", 10, "\"timestamp\":1700000000000", "\"timestamp\":1700000000001"),
        ("scru160/runs.json", 10, "\"first\":\"06", "\"first\":\"07"),
        ("scru160/runs.json", 10, "\"last\":\"06", "\"last\":\"07"),
        ("scru160/runs.json", 10, "\"counter\":31", "\"counter\":30"),
        ("scru64/node-spec.json", 1, "\"node_id\":42", "\"node_id\":43"),
        ("scru64/node-spec.json", 1, "\"node_id_size\":8", "\"node_id_size\":9"),
        ("scru64/node-spec.json", 3, "\"node_prev\":\"0u", "\"node_prev\":\"0v"),
        ("scru64/node-spec.json", 3, "0u2r85hm2pt3/16", "0u2r85hm2pt4/16"),
        ("scru64/node-spec.json", 1002, "\"text\":\"42", "\"text\":\"42/8"),
    ] {
        let directory = directory_with(file, &with_case_changed(file, case, from, to));
        let said = failure(&verify(directory.path()));
        assert!(said.contains(file) && said.contains(&format!("case {case}")), "{from} -> {to}: {said}");
        assert!(said.contains("expected") || said.contains("schema"), "{from} -> {to}: {said}");
    }
}

/// The output states the rule that a case breaks, and no part of the program panics.
#[test]
fn an_impossible_case_is_rejected_with_its_rule() {
    let generator = "scru128/generator.json";
    for (file, case, from, to, named) in [
        (
            "scru64/generator.json",
            1,
            "\"guard_bits\":0",
            "\"guard_bits\":23",
            "guard_bits: expected 0 to 16, found 23",
        ),
        (
            "scru128/generator-policy.json",
            650,
            "0000000005gv2rma270x9hhj4",
            "fzzzzzzzzzzzzzzzzzzzzzzzz",
            "resume_after: expected an ID to continue after, found \"fzzz",
        ),
        (
            "scru64/generator.json",
            1,
            "\"draw_bits\":{\"counter\":16}",
            "\"draw_bits\":{\"counter\":3}",
            "draw_bits: expected {\"counter\":16}, found {\"counter\":3}",
        ),
        (
            generator,
            1,
            "\"now\":1700000000000",
            "\"now\":\"99999999999999999999\"",
            "step 0: expected a 64-bit integer, found \"99999999999999999999\"",
        ),
        (
            "scru160/runs.json",
            11,
            "\"counter_init_bits\":0",
            "\"counter_init_bits\":9",
            "counter_init_bits: expected 0 to 5, found 9",
        ),
        ("scru160/runs.json", 10, "\"counter\":31", "\"counter\":32", "counter: expected 5 bits, found 32"),
        (
            "uuid7/properties.json",
            1,
            "{\"now\":175",
            "{\"now\":175000",
            "expected IDs, found the `out_of_range` error",
        ),
        (
            "scru160/refused.json",
            1,
            "1461501637330902918203684832716283019655932542976",
            "5",
            "value: expected one that is rejected, found \"5\"",
        ),
        (
            "scru64/refused.json",
            3200,
            "\"wrong\":\"node_id",
            "\"wrong\":\"guard_bits",
            "wrong: expected node_id, found guard_bits",
        ),
        (
            "scru128/codec-policy.json",
            11_027,
            "policy.md, Whitespace, signs, and all other characters around the digits",
            "policy.md, Whitespace",
            "ref: expected a title in policy.md, found policy.md, Whitespace",
        ),
        (
            "scru128/codec-policy.json",
            11_027,
            "policy.md, Whitespace, signs, and all other characters around the digits",
            "Textual representation",
            "ref: expected a title in policy.md, because of the `policy` flag",
        ),
        (
            generator,
            1,
            "\"Specification v2.0.1\"",
            "\"policy.md, Allowance\"",
            "ref: expected no title in policy.md without the `policy` flag",
        ),
    ] {
        let directory = directory_with(file, &with_case_changed(file, case, from, to));
        let said = failure(&verify(directory.path()));
        for part in [file, &format!("case {case}"), named] {
            assert!(said.contains(part), "{from} -> {to}: {said}");
        }
        assert!(!said.contains("panic"), "{from} -> {to}: {said}");
    }
}

/// Rules that a schema can't express are also checked.
#[test]
fn broken_rules_of_a_file_are_named() {
    let file = "scru128/codec.json";
    for (content, named) in [
        (original(file).replacen("\"count\": ", "\"count\": 1", 1), "count: expected "),
        (original(file).replacen("{\"id\":2,", "{\"id\":1,", 1), "case 1: the id is used twice"),
        (original(file).replacen("[\"published\"]", "[\"publishes\"]", 1), "case 1: the `publishes` flag"),
        (original(file).replacen("\"comment\":", "\"comments\":", 1), "/valid/0 (case 1)"),
        (
            original(file).replacen("\"kind\": \"codec\"", "\"kind\": \"generator\"", 1),
            "kind: expected codec, found generator",
        ),
        (original("scru128/generator.json"), "kind: expected codec, found generator"),
        (
            original(file).replacen("\"kind\": \"codec\"", "\"kind\": \"codecs\"", 1),
            "kind: expected one of codec, generator, refused, order, typed, node-spec, properties, runs, found \"codecs\"",
        ),
        (original(file).replacen("\"ref\":[", "\"rules\":[", 1), "/valid/0 (case 1)"),
        (
            original(file).replacen("\"ref\":[\"", "\"ref\":\"", 1).replacen("\"],\"flags", "\",\"flags", 1),
            "case 1: ref",
        ),
        (
            original(file).replacen("[\"published\"]", "[\"published\",\"policy\"]", 1).replacen(
                "\"flags\": {",
                "\"flags\": {\"policy\": \"ours\",",
                1,
            ),
            "case 1: expected no `policy` flag, or the case in codec-policy.json",
        ),
        (original(file).replacen("\"valid\": [", "\"valid\": [,", 1), "is not JSON: expected value at line"),
        (original(file)[..5000].to_owned(), "is not JSON (the last case that starts is case "),
        (
            original(file).replacen("\"comment\":", "\"text\":\"\",\"comment\":", 1),
            "the `text` key occurs twice",
        ),
        (String::new(), "is not JSON"),
    ] {
        let said = failure(&verify(directory_with(file, &content).path()));
        assert!(said.contains(file) && said.contains(named), "{named}: {said}");
    }
}

/// The two files of one kind share their ids.
#[test]
fn an_id_in_both_files_of_a_kind_is_named() {
    let directory = directory_with("scru128/codec.json", &original("scru128/codec.json"));
    let policy = with_case_changed("scru128/codec-policy.json", 11_027, "\"id\":11027", "\"id\":1");
    fs::write(directory.path().join("scru128/codec-policy.json"), policy).expect("it can be written");
    let said = failure(&verify(directory.path()));
    let named = "scru128/codec-policy.json: case 1: expected an id that is not in codec.json";
    assert!(said.contains(named), "{said}");
}

/// The output names a case that depends on one of our rules but lacks the flag for it.
#[test]
fn a_case_without_the_flag_of_its_file_is_named() {
    let file = "scru128/codec-policy.json";
    let content = original(file).replacen(",\"policy\"]", "]", 1);
    let said = failure(&verify(directory_with(file, &content).path()));
    assert!(
        said.contains(file) && said.contains("expected the `policy` flag, or the case in codec.json"),
        "{said}"
    );
}

/// Each difference between the index and the files, the oracle or the version of the set is reported.
#[test]
fn an_index_that_contradicts_the_files_is_named() {
    let file = "scru128/order.json";
    let with_index = |change: &dyn Fn(&mut Value)| {
        let mut index: Value = serde_json::from_str(&original("index.json")).expect("an index");
        let vectors = index["vectors"].as_array_mut().expect("a list");
        vectors.retain(|entry| entry["path"] == file);
        index["count"] = vectors[0]["count"].clone();
        index["others"] = json!([]);
        change(&mut index);
        let directory = directory_with(file, &original(file));
        fs::write(directory.path().join("index.json"), index.to_string()).expect("it can be written");
        verify(directory.path())
    };
    let right = with_index(&|_| {});
    assert!(right.status.success(), "{}", failure(&right));
    for (pointer, value, named) in [
        ("/version", json!("1.3.0"), "version: expected 2."),
        ("/count", json!(17), "count: expected 16, found 17"),
        ("/vectors", json!([]), "vectors: scru128/order.json: expected {"),
        ("/vectors/0/count", json!(14), "vectors: scru128/order.json: count: expected 16, found 14"),
        ("/vectors/0/policy", json!(true), "vectors: scru128/order.json: policy: expected false, found true"),
        ("/vectors/0/kind", json!("codec"), "vectors: scru128/order.json: kind: expected \"order\", found"),
        ("/vectors/0/sha256", json!("00"), "vectors: scru128/order.json: sha256: expected \""),
        (
            "/vectors/0/path",
            json!("scru128/codec.json"),
            "vectors: scru128/codec.json: expected no entry, found",
        ),
        (
            "/others",
            json!([{"path": "README.md", "sha256": "00"}]),
            "others: README.md: expected no entry, found",
        ),
        ("/schemes/2/layout/tick_ms", json!(1), "schemes: scru64: layout: tick_ms: expected 256, found 1"),
        ("/schemes/1/layout/forms/0/alphabet", json!("01"), "schemes: scru128: layout: forms: expected ["),
        ("/schemes/1/name", json!("scru64"), "schemes: scru128: expected {"),
    ] {
        let set =
            |index: &mut Value| *index.pointer_mut(pointer).expect("it is in the index") = value.clone();
        let said = failure(&with_index(&set));
        assert!(said.contains(&format!("index.json: {named}")), "{pointer}: {said}");
    }
    let said = failure(&with_index(&|index| {
        index.as_object_mut().and_then(|index| index.remove("vectors")).expect("a list");
    }));
    assert!(said.contains("index.json: vectors: scru128/order.json: expected {"), "{said}");
    let directory = directory_with(file, &original(file));
    fs::write(directory.path().join("index.json"), "{").expect("it can be written");
    let said = failure(&verify(directory.path()));
    assert!(said.contains("index.json: is not JSON"), "{said}");
}

/// An unusable file does not hide the failures in other files.
#[test]
fn an_unusable_file_hides_no_failure() {
    let codec = with_case_changed("scru128/codec.json", 10_003, "zmsp34", "zmsp33");
    let directory = directory_with("scru128/codec.json", &codec);
    fs::write(directory.path().join("scru128/generator.json"), "{").expect("it can be written");
    let said = failure(&verify(directory.path()));
    assert!(said.contains("case 10003") && said.contains("scru128/generator.json: is not JSON"), "{said}");
    assert!(said.contains("error: 1 file or directory is not usable, 1 case failed\n"), "{said}");
    assert!(said.contains(" cases passed, in 1 scheme; 1 file or directory is not usable. "), "{said}");
}

#[test]
fn bytes_that_are_not_utf8_are_an_error() {
    let directory = directory_with("scru128/codec.json", "");
    fs::write(directory.path().join("scru128/codec.json"), [0xff, 0xfe]).expect("it can be written");
    let said = failure(&verify(directory.path()));
    assert!(said.contains("scru128/codec.json: can't be read"), "{said}");
}

/// JSON Schema counts such numbers as integers, and some JSON writers format all numbers this way.
#[test]
fn integers_may_be_written_with_a_point() {
    for file in ["scru128/codec.json", "scru128/generator.json"] {
        let start = original(file).replace("\"now\":1700000000000,", "\"now\":1700000000000.0,");
        let content = start.replace("\"entropy\":1,", "\"entropy\":1.0,").replacen(
            "\"unix_ms\":0,",
            "\"unix_ms\":0.0,",
            1,
        );
        assert_ne!(content, original(file));
        let output = verify(directory_with(file, &content).path());
        assert!(output.status.success(), "{}", failure(&output));
    }
    let half =
        original("scru128/generator.json").replacen("\"now\":1700000000000,", "\"now\":1700000000000.5,", 1);
    let said = failure(&verify(directory_with("scru128/generator.json", &half).path()));
    assert!(said.contains("/cases/0/steps/0/now"), "{said}");
}

/// An unreadable entry causes an error that names it, even next to a valid file.
#[cfg(unix)]
#[test]
fn an_entry_that_is_not_a_file_is_an_error() {
    let good = original("scru128/generator.json");
    let directory = directory_with("scru128/generator.json", &good);
    std::os::unix::fs::symlink("nowhere", directory.path().join("scru128/codec.json")).expect("a link");
    let said = failure(&verify(directory.path()));
    assert!(said.contains("scru128/codec.json: can't be read"), "{said}");
    let directory = directory_with("scru128/generator.json", &good);
    fs::create_dir(directory.path().join("scru128/codec.json")).expect("a directory");
    assert!(failure(&verify(directory.path())).contains("scru128/codec.json: can't be read"));
    let directory = directory_with("scru128/generator.json", &good);
    fs::write(directory.path().join("ulid"), "not a directory").expect("a file");
    assert!(failure(&verify(directory.path())).contains("ulid: is not a directory of vectors"));
    assert!(failure(&verify(&directory.path().join("ulid"))).contains("ulid: is not a directory of vectors"));
}

/// A misspelt name is not mistaken for a tested file.
#[test]
fn unchecked_files_are_named() {
    let directory = directory_with("scru128/generator.json", &original("scru128/generator.json"));
    fs::write(directory.path().join("scru128/.codec.json.swp"), "").expect("it can be written");
    fs::write(directory.path().join("scru129"), "").expect("it can be written");
    fs::write(directory.path().join("scru64.json"), "{}").expect("it can be written");
    // Files that `test-vectors/` also has.
    fs::write(directory.path().join("README.md"), "mine").expect("it can be written");
    let output = verify(directory.path());
    let said = String::from_utf8(output.stdout.clone()).expect("text");
    assert!(output.status.success(), "{}", failure(&output));
    let named: Vec<_> = said.lines().filter(|line| line.starts_with("not checked")).collect();
    for (line, name) in named.iter().zip(["scru129", "scru64.json", ".codec.json.swp"]) {
        assert!(line.contains(name), "{said}");
    }
    assert_eq!(named.len(), 3, "{said}");
}

#[test]
fn a_directory_without_vectors_is_an_error() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    assert!(failure(&verify(directory.path())).contains("found none"));
    assert!(failure(&verify(&directory.path().join("missing"))).contains("missing: is not a directory"));
}

#[test]
fn an_unknown_file_of_a_scheme_is_an_error() {
    let directory = directory_with("scru128/codec.json", &original("scru128/codec.json"));
    fs::write(directory.path().join("scru128/codecs.json"), "{}").expect("it can be written");
    let said = failure(&verify(directory.path()));
    assert!(said.contains("scru128/codecs.json: no scheme has this file, expected "), "{said}");
}

/// No check covers the files of an unknown scheme, even next to known schemes.
#[test]
fn a_directory_of_an_unknown_scheme_is_an_error() {
    let codec = original("scru128/codec.json");
    for misspelt in ["scru-128", "scru128.new"] {
        let alone = directory_with(&format!("{misspelt}/codec.json"), &codec);
        let beside_another = directory_with("scru128/codec.json", &codec);
        fs::create_dir(beside_another.path().join(misspelt)).expect("a directory");
        for directory in [alone, beside_another] {
            let said = failure(&verify(directory.path()));
            assert!(said.contains(&format!("{misspelt}: no scheme has this directory")), "{said}");
            assert!(said.contains("error: 1 file or directory is not usable, 0 cases failed"), "{said}");
        }
    }
}
