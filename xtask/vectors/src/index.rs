//! `index.json`: the version of the set, the specifications, and the count and the SHA-256 of each file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, ensure};
use oracle::layout::Layout;
use oracle::schemes::{SCHEMES, Scheme, Specification};
use oracle::test_vectors;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::json::Strict;

/// The name of the file.
pub const FILE_NAME: &str = "index.json";

const LICENCE: &str = "MIT OR Apache-2.0";

/// Returns the index of the files in the directory of the set, or of the small set, as JSON.
pub fn index(directory: &Path) -> Result<String> {
    let specifications = SCHEMES.chunk_by(|one, next| one.spec.name == next.spec.name).map(|schemes| {
        let &Specification { name, version, title, url } = &schemes[0].spec;
        let schemes: Vec<_> = schemes.iter().map(|scheme| scheme.name).collect();
        json!({"name": name, "version": version, "title": title, "url": url, "schemes": schemes})
    });
    let vectors = vectors(directory)?;
    let others = others(directory, &vectors, |_| true)?;
    for path in others.iter().filter_map(|other| other["path"].as_str()) {
        let directory = path.split_once('/').map(|(directory, _)| directory);
        let is_known = |directory| {
            ["schema", "templates"].contains(&directory)
                || SCHEMES.iter().any(|scheme| scheme.name == directory)
        };
        ensure!(directory.is_none_or(is_known), "{path}: expected the directory of a scheme in the oracle");
    }
    let mut index = json!({
        "version": version(&test_vectors())?,
        "licence": LICENCE,
        "specifications": specifications.collect::<Vec<_>>(),
        "schemes": SCHEMES.map(entry),
        "count": count(&vectors),
        "vectors": vectors,
        "others": others,
    });
    if directory != test_vectors() {
        index["small"] = true.into();
    }
    Ok(serde_json::to_string_pretty(&index)? + "\n")
}

/// Compares a directory with its index, if it has an index. Returns the differences: either a different major version
/// of the set, or all entries that differ from the files and the oracle, and the error of `validate`. As in the files,
/// other specifications are accepted.
pub fn contradictions(directory: &Path, validate: impl Fn(&Value) -> Result<()>) -> Result<Vec<Error>> {
    let path = directory.join(FILE_NAME);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let (place, index) = (path.display(), read(&path)?);
    let (expected, found) = (version(&test_vectors())?, index["version"].as_str().unwrap_or("none"));
    let major = |version: &str| version.split('.').next().map(str::to_owned);
    if major(&expected) != major(found) {
        return Ok(vec![anyhow!("{place}: version: expected {expected}, found {found}")]);
    }
    let listed = |list: &str| index[list].as_array().into_iter().flatten();
    let lists = |list, key, name: &str| listed(list).any(|entry| entry[key] == *name);
    let vectors = vectors(directory)?;
    let is_ours = |path: &str| test_vectors().join(path).exists() || lists("others", "path", path);
    let others = others(directory, &vectors, is_ours)?;
    let schemes = SCHEMES
        .into_iter()
        .filter(|scheme| directory.join(scheme.name).exists() || lists("schemes", "name", scheme.name));
    let mut differences = Vec::from_iter(validate(&index).with_context(|| place.to_string()).err());
    compare(&format!("{place}: count"), Some(&count(&vectors)), index.get("count"), &mut differences);
    for (list, key, entries) in [
        ("schemes", "name", schemes.map(entry).collect()),
        ("vectors", "path", vectors),
        ("others", "path", others),
    ] {
        let mut expected: BTreeMap<_, _> =
            entries.iter().filter_map(|entry| Some((entry[key].as_str()?, entry))).collect();
        for found in listed(list) {
            let name = found[key].as_str().unwrap_or_default();
            compare(
                &format!("{place}: {list}: {name}"),
                expected.remove(name),
                Some(found),
                &mut differences,
            );
        }
        for (name, entry) in expected {
            compare(&format!("{place}: {list}: {name}"), Some(entry), None, &mut differences);
        }
    }
    Ok(differences)
}

/// Collects the differences between values. If the expected value is null, it is unknown.
fn compare(place: &str, expected: Option<&Value>, found: Option<&Value>, differences: &mut Vec<Error>) {
    match (expected, found) {
        (Some(Value::Object(expected)), Some(Value::Object(found))) => {
            for key in expected.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
                compare(&format!("{place}: {key}"), expected.get(key), found.get(key), differences);
            }
        }
        (Some(Value::Null), _) => {}
        _ if expected == found => {}
        _ => {
            let [expected, found] =
                [expected, found].map(|value| value.map_or("no entry".to_owned(), Value::to_string));
            differences.push(anyhow!("{place}: expected {expected}, found {found}"));
        }
    }
}

/// The part of a file that says how many cases it has. The cases are not parsed.
#[derive(Deserialize)]
struct Counted {
    #[serde(default)]
    count: Value,
}

/// Returns the entries of the files with cases. The count of a file is null if it is not JSON.
fn vectors(directory: &Path) -> Result<Vec<Value>> {
    let mut vectors = Vec::new();
    for scheme in SCHEMES {
        for (kind, is_policy) in scheme.kinds().flat_map(|kind| [(kind, false), (kind, true)]) {
            let path = format!("{}/{}", scheme.name, kind.file_name(is_policy));
            let file = directory.join(&path);
            if file.is_file() {
                let count = fs::read(&file).ok().and_then(|json| serde_json::from_slice(&json).ok());
                let count = count.map_or(Value::Null, |Counted { count }| count);
                vectors.push(json!({
                    "path": path, "scheme": scheme.name, "kind": kind.name(), "policy": is_policy, "count": count,
                    "sha256": sha256(&file)?,
                }));
            }
        }
    }
    Ok(vectors)
}

/// Returns the number of cases in all files, or null if a number is unknown.
fn count(vectors: &[Value]) -> Value {
    vectors.iter().map(|entry| entry["count"].as_u64()).sum::<Option<u64>>().into()
}

/// Returns the entries of all other files with a matching path.
fn others(directory: &Path, vectors: &[Value], matches: impl Fn(&str) -> bool) -> Result<Vec<Value>> {
    let mut others = BTreeMap::new();
    for file in files(directory)? {
        let path = file.strip_prefix(directory)?.to_string_lossy().replace('\\', "/");
        // The small set has its own index.
        let is_listed = path == FILE_NAME || path.starts_with("small/");
        if !is_listed && !vectors.iter().any(|entry| entry["path"] == path) && matches(&path) {
            let other = json!({"path": path, "sha256": sha256(&file)?});
            others.insert(path, other);
        }
    }
    Ok(others.into_values().collect())
}

/// Returns the entry of a scheme.
fn entry(scheme: &Scheme) -> Value {
    json!({"name": scheme.name, "layout": layout(scheme)})
}

/// Reads a JSON file in which no object has the same key twice.
pub fn read(file: &Path) -> Result<Value> {
    let json = fs::read(file).with_context(|| format!("{}: can't be read", file.display()))?;
    let json = serde_json::from_slice(&json).with_context(|| format!("{}: is not JSON", file.display()));
    json.map(|Strict(json)| json)
}

/// Returns the version of the set, which is the first version in the change log. The change log explains the parts of a
/// version number.
fn version(directory: &Path) -> Result<String> {
    let path = directory.join("CHANGELOG.md");
    let changes = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let version = changes.lines().find_map(|line| line.strip_prefix("## "));
    version.map(str::to_owned).with_context(|| format!("{}: expected a version", path.display()))
}

/// Returns what a reader needs to parse and format the IDs of a scheme.
fn layout(scheme: &Scheme) -> Value {
    let layout = scheme.layout;
    let forms = [Some(layout), scheme.alternative].into_iter().flatten();
    let form =
        |form: &Layout| json!({"alphabet": form.alphabet, "digits": form.digits, "hyphens": form.hyphens});
    let forms = forms.map(form);
    let fields = layout.fields.iter().map(|&(name, bits)| match layout.constant(name) {
        Some(constant) => json!({"name": name, "bits": bits, "constant": constant}),
        None => json!({"name": name, "bits": bits}),
    });
    let mut json = json!({
        "forms": forms.collect::<Vec<_>>(),
        "fields": fields.collect::<Vec<_>>(),
        "max": layout.bytes(&layout.max()),
        "epoch_unix_ms": layout.epoch_unix_ms,
        "tick_ms": layout.tick_ms,
    });
    if let Some(typed) = scheme.typed {
        json["typed"] = form(typed);
    }
    json
}

/// Returns all files in a directory and, recursively, in its subdirectories, except hidden files.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if path.is_dir() { files.extend(self::files(&path)?) } else { files.push(path) }
    }
    Ok(files)
}

fn sha256(file: &Path) -> Result<String> {
    let content = fs::read(file).with_context(|| file.display().to_string())?;
    Sha256::digest(content).iter().try_fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}")?;
        Ok(hex)
    })
}
