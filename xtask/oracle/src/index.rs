//! `index.json`: the version of the set, the specifications, and the count and the SHA-256 of each file.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::layout::Layout;
use crate::load;
use crate::schema;
use crate::scheme::{Scheme, Specification};
use crate::schemes::SCHEMES;
use crate::test_vectors;

/// The name of the file.
pub const FILE_NAME: &str = "index.json";

const LICENCE: &str = "MIT OR Apache-2.0";

/// Returns the index of the files in a directory, as JSON.
pub fn index(directory: &Path) -> Result<String> {
    let specifications = SCHEMES.chunk_by(|one, next| one.spec.name == next.spec.name).map(|schemes| {
        let &Specification { name, version, title, url } = &schemes[0].spec;
        let schemes: Vec<_> = schemes.iter().map(|scheme| scheme.name).collect();
        json!({"name": name, "version": version, "title": title, "url": url, "schemes": schemes})
    });
    let (mut paths, mut vectors, mut all) = (HashSet::new(), Vec::new(), 0);
    for scheme in SCHEMES {
        for (kind, is_policy) in scheme.kinds().flat_map(|kind| [(kind, false), (kind, true)]) {
            let path = format!("{}/{}", scheme.name, kind.file_name(is_policy));
            let file = directory.join(&path);
            if !file.exists() {
                continue;
            }
            let count = load::file(&file, scheme, kind, is_policy)?.header.count;
            let (kind, sha256) = (kind.name(), sha256(&file)?);
            vectors.push(json!({
                "path": path, "scheme": scheme.name, "kind": kind, "policy": is_policy, "count": count, "sha256": sha256,
            }));
            all += count;
            paths.insert(path);
        }
    }
    let mut others = BTreeMap::new();
    for file in files(directory)? {
        let path = file.strip_prefix(directory)?.to_string_lossy().replace('\\', "/");
        let directory = path.split_once('/').map(|(directory, _)| directory);
        let is_known = |directory| {
            ["readers", "schema"].contains(&directory)
                || SCHEMES.iter().any(|scheme| scheme.name == directory)
        };
        ensure!(directory.is_none_or(is_known), "{path}: expected the directory of a scheme in the oracle");
        if path != FILE_NAME && !paths.contains(&path) {
            let other = json!({"path": path, "sha256": sha256(&file)?});
            others.insert(path, other);
        }
    }
    let schemes = SCHEMES.map(|scheme| json!({"name": scheme.name, "layout": layout(scheme)}));
    let index = json!({
        "version": version(directory)?,
        "licence": LICENCE,
        "specifications": specifications.collect::<Vec<_>>(),
        "schemes": schemes,
        "count": all,
        "vectors": vectors,
        "others": others.into_values().collect::<Vec<_>>(),
    });
    schema::validate("index", &index).context(FILE_NAME)?;
    Ok(serde_json::to_string_pretty(&index)? + "\n")
}

/// Compares a directory with its index, if it has an index. Returns the differences: either a different major version
/// of the set, or all files that are missing or have different content.
pub fn contradictions(directory: &Path) -> Result<Vec<anyhow::Error>> {
    let path = directory.join(FILE_NAME);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let read = || -> Result<Value> { Ok(serde_json::from_str(&fs::read_to_string(&path)?)?) };
    let index = read().with_context(|| path.display().to_string())?;
    let (expected, found) = (version(&test_vectors())?, index["version"].as_str().unwrap_or("none"));
    let major = |version: &str| version.split('.').next().map(str::to_owned);
    if major(&expected) != major(found) {
        let version = anyhow!("{}: version: expected {expected}, found {found}", path.display());
        return Ok(vec![version]);
    }
    let listed = |list: &str| index[list].as_array().cloned().unwrap_or_default();
    let files = [listed("vectors"), listed("others")].concat();
    let check = |entry: &Value| -> Result<()> {
        let file = directory.join(entry["path"].as_str().context("expected a path")?);
        let (expected, found) = (entry["sha256"].as_str().unwrap_or_default(), sha256(&file)?);
        ensure!(expected == found, "{}: sha256: expected {expected}, found {found}", file.display());
        Ok(())
    };
    Ok(files.iter().filter_map(|entry| check(entry).err()).collect())
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
    let [epoch_unix_ms, next] = [0, 1].map(layout.unix_ms);
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
        "epoch_unix_ms": epoch_unix_ms,
        "tick_ms": next - epoch_unix_ms,
    });
    if let Some(typed) = scheme.typed {
        json["typed"] = form(typed);
    }
    json
}

/// Returns all files in a directory and, recursively, in its subdirectories.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
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
