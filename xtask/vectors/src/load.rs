//! Reads a file of vectors and checks its JSON and the rules that a schema can't express.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use oracle::format::{Body, Case, OrderCase, POLICY, Step};
use oracle::schemes::Scheme;
use oracle::test_vectors;
use serde::Deserialize as _;
use serde_json::Value;

use crate::file::File;
use crate::kind::Kind;

/// Reads a file of any kind, with the cases that depend on our own rules or with all others. An error names the place
/// and the rule of the format that the file breaks.
pub(crate) fn file(path: &Path, scheme: &Scheme, kind: Kind, is_policy: bool) -> Result<File> {
    let read = || -> Result<File> {
        let value = read(path)?;
        check_format(kind, &value)?;
        let file = parse(&value).context("is not a file of test vectors")?;
        check(&file, scheme, kind, is_policy)?;
        for case in file.all() {
            if let Body::OrderCase(list) = &case.body {
                check_order(scheme, case.id, list)?;
            }
        }
        Ok(file)
    };
    read().with_context(|| path.display().to_string())
}

fn read(path: &Path) -> Result<Value> {
    serde_json::from_slice(&fs::read(path).context("can't be read")?).context("is not JSON")
}

/// Reads the JSON of a file from elsewhere, so that it can be validated before [`file`] interprets it.
#[cfg(feature = "verify")]
pub(crate) fn json(path: &Path, kind: Kind) -> Result<Value> {
    let value = read(path).and_then(|value| check_format(kind, &value).map(|()| value));
    value.with_context(|| path.display().to_string())
}

/// Reads all cases of a kind from `test-vectors/`.
pub fn ours(scheme: &Scheme, kind: Kind) -> Result<File> {
    let directory = test_vectors().join(scheme.name);
    let paths = [false, true].map(|is_policy| (directory.join(kind.file_name(is_policy)), is_policy));
    let files = paths.into_iter().filter(|(path, _)| path.exists());
    let files =
        files.map(|(path, is_policy)| file(&path, scheme, kind, is_policy)).collect::<Result<Vec<_>>>()?;
    files.into_iter().reduce(join).with_context(|| format!("{}: expected cases", directory.display()))
}

/// Merges the cases of two files of the same kind. The header comes from the first file.
fn join(mut file: File, other: File) -> File {
    file.valid.extend(other.valid);
    file.invalid.extend(other.invalid);
    file.cases.extend(other.cases);
    file
}

/// Rejects other formats, with a message that is clearer than the schema's.
fn check_format(kind: Kind, file: &Value) -> Result<()> {
    let found = file.get("kind").and_then(Value::as_str).unwrap_or_default();
    let known = Kind::ALL.map(Kind::name);
    ensure!(known.contains(&found), "kind: expected one of {}, found {found:?}", known.join(", "));
    ensure!(found == kind.name(), "kind: expected {}, found {found}", kind.name());
    Ok(())
}

fn cases(file: &Value) -> impl Iterator<Item = &Value> {
    ["valid", "invalid", "cases"].into_iter().filter_map(|array| file.get(array)?.as_array()).flatten()
}

/// Converts a file. An error names the case, and the step of a trace.
fn parse(file: &Value) -> Result<File> {
    File::deserialize(file).or_else(|error| {
        for case in cases(file) {
            for (index, step) in case["steps"].as_array().into_iter().flatten().enumerate() {
                Step::deserialize(step).with_context(|| format!("case {}: step {index}", case["id"]))?;
            }
            Case::<Body>::deserialize(case).with_context(|| format!("case {}", case["id"]))?;
        }
        Err(error.into())
    })
}

/// Checks that a list is sorted, and that both lists have the same IDs.
fn check_order(scheme: &Scheme, id: u32, case: &OrderCase) -> Result<()> {
    let ints = |name: &str, strings: &[String]| {
        let ints = strings.iter().map(|text| {
            let int = scheme.read(text);
            int.map_err(|(reason, _)| anyhow!("case {id}: {name}: {text}: expected an ID ({reason})"))
        });
        ints.collect::<Result<Vec<_>>>()
    };
    let (sorted, mut shuffled) = (ints("sorted", &case.sorted)?, ints("shuffled", &case.shuffled)?);
    ensure!(sorted.is_sorted(), "case {id}: sorted: expected a sorted list");
    shuffled.sort();
    ensure!(shuffled == sorted, "case {id}: expected the same IDs in both lists");
    Ok(())
}

/// Checks the rules that every file follows beyond its schema.
fn check(file: &File, scheme: &Scheme, kind: Kind, is_policy: bool) -> Result<()> {
    let header = &file.header;
    ensure!(header.scheme == scheme.name, "scheme: expected {}, found {}", scheme.name, header.scheme);
    let mut ids = HashSet::new();
    let rules = rules()?;
    for case in file.all() {
        let Case { id, flags, .. } = case;
        ensure!(ids.insert(id), "case {id}: the id is used twice");
        for flag in flags {
            ensure!(header.flags.contains_key(flag), "case {id}: the `{flag}` flag is missing in `flags`");
        }
        let place = kind.file_name(!is_policy);
        let has_flag = case.is_policy();
        ensure!(has_flag || !is_policy, "case {id}: expected the `{POLICY}` flag, or the case in {place}");
        ensure!(!has_flag || is_policy, "case {id}: expected no `{POLICY}` flag, or the case in {place}");
        let ours = case.rules().iter().filter(|rule| rule.starts_with("policy.md")).collect::<Vec<_>>();
        for rule in &ours {
            ensure!(rules.contains(*rule), "case {id}: ref: expected a title in policy.md, found {rule}");
            ensure!(has_flag, "case {id}: ref: expected no title in policy.md without the `{POLICY}` flag");
        }
        let is_ours = !has_flag || !ours.is_empty();
        ensure!(is_ours, "case {id}: ref: expected a title in policy.md, because of the `{POLICY}` flag");
    }
    let count = file.all().count();
    ensure!(header.count == count, "count: expected {count}, found {}", header.count);
    ensure!(count > 0, "count: expected cases, found none");
    Ok(())
}

/// Returns our rules as a `ref` names them. They come from `docs/specs.md`, because `policy.md` is written after the
/// cases.
fn rules() -> Result<HashSet<String>> {
    let path = test_vectors().with_file_name("docs").join("specs.md");
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let titles = page.lines().filter_map(|line| line.strip_prefix("**")?.split_once("**"));
    Ok(titles.map(|(title, _)| format!("policy.md, {}", title.trim_end_matches('.'))).collect())
}
