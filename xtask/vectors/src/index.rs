//! `index.json`: the version of the set, the specifications, and the count and the SHA-256 of each file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use oracle::layout::Layout;
use oracle::schemes::{SCHEMES, Scheme, Specification};
use oracle::test_vectors;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::kind::Kind;

/// The name of the file.
pub(crate) const FILE_NAME: &str = "index.json";

const LICENCE: &str = "MIT OR Apache-2.0";

/// Returns the index of the files in the directory of the set, or of the small set, as JSON.
pub(crate) fn index(directory: &Path) -> Result<String> {
    let specifications = SCHEMES.chunk_by(|one, next| one.spec.name == next.spec.name).map(|schemes| {
        let &Specification { name, version, title, url } = &schemes[0].spec;
        let schemes: Vec<_> = schemes.iter().map(|scheme| scheme.name).collect();
        json!({"name": name, "version": version, "title": title, "url": url, "schemes": schemes})
    });
    let vectors = vectors(directory)?;
    let others = others(directory, &vectors)?;
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
        "schemes": SCHEMES.map(|scheme| json!({"name": scheme.name, "layout": layout(scheme)})),
        "count": vectors.iter().filter_map(|entry| entry["count"].as_u64()).sum::<u64>(),
        "vectors": vectors,
        "others": others,
    });
    if directory != test_vectors() {
        index["small"] = true.into();
    }
    Ok(serde_json::to_string_pretty(&index)? + "\n")
}

/// The part of a file that says how many cases it has. The cases are not parsed.
#[derive(Deserialize)]
struct Counted {
    count: u64,
}

/// Returns the entries of the files with cases.
fn vectors(directory: &Path) -> Result<Vec<Value>> {
    let mut vectors = Vec::new();
    for scheme in SCHEMES {
        for (kind, is_policy) in Kind::of_scheme(scheme).flat_map(|kind| [(kind, false), (kind, true)]) {
            let path = format!("{}/{}", scheme.name, kind.file_name(is_policy));
            let file = directory.join(&path);
            if file.is_file() {
                let Counted { count } = serde_json::from_slice(&fs::read(&file)?)?;
                vectors.push(json!({
                    "path": path, "scheme": scheme.name, "kind": kind.name(), "policy": is_policy, "count": count,
                    "sha256": sha256(&file)?,
                }));
            }
        }
    }
    Ok(vectors)
}

/// Returns the entries of all other files.
fn others(directory: &Path, vectors: &[Value]) -> Result<Vec<Value>> {
    let mut others = BTreeMap::new();
    for file in files(directory)? {
        let path = file.strip_prefix(directory)?.to_string_lossy().replace('\\', "/");
        // The small set has its own index.
        let is_listed = path == FILE_NAME || path.starts_with("small/");
        if !is_listed && !vectors.iter().any(|entry| entry["path"] == path) {
            let other = json!({"path": path, "sha256": sha256(&file)?});
            others.insert(path, other);
        }
    }
    Ok(others.into_values().collect())
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
