//! Pictures and tables that are generated from the crates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::{facts, layout, schemes};

/// Returns each generated file with its expected contents: files in `docs/` and the repository's `README.md`.
fn files(docs: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for scheme in schemes::all() {
        files.push((docs.join("schemes").join(scheme.file).with_extension("svg"), layout::draw(&scheme)?));
    }
    let page = docs.join("choose.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let text = facts::replace(&text).with_context(|| page.display().to_string())?;
    files.push((page, text));
    files.push(program_schema(docs)?);
    let (readme, index) = (docs.join("../README.md"), docs.join("../test-vectors/index.json"));
    let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let text = facts::count_vectors(&read(&readme)?, &read(&index)?)
        .with_context(|| readme.display().to_string())?;
    files.push((readme, text));
    Ok(files)
}

/// Returns the schema of `sortid`'s output, with the names of all schemes.
fn program_schema(docs: &Path) -> Result<(PathBuf, String)> {
    let path = docs.join("sortid.schema.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (before, rest) =
        text.split_once(NAMES).with_context(|| format!("{}: expected {NAMES}", path.display()))?;
    let (_, after) = rest.split_once(']').with_context(|| format!("{}: expected a list", path.display()))?;
    let names: Vec<_> = schemes::all().iter().map(|scheme| format!("{:?}", scheme.file)).collect();
    let text = format!("{before}{NAMES}{}]{after}", names.join(", "));
    Ok((path, text))
}

/// The text before the names in the schema.
const NAMES: &str = "\"enum\": [";

/// Writes all generated files.
///
/// # Errors
///
/// Returns an error if a file can't be read or written.
pub(crate) fn write(docs: &Path) -> Result<()> {
    for (path, expected) in files(docs)? {
        fs::write(&path, expected).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Returns the number of generated files, and a problem for each file that is out of date.
///
/// # Errors
///
/// Returns an error if a file can't be read, or if a scheme can't be drawn.
pub(crate) fn check(docs: &Path) -> Result<(usize, Vec<String>)> {
    let files = files(docs)?;
    let stale =
        files.iter().filter(|(path, expected)| fs::read_to_string(path).ok().as_ref() != Some(expected));
    let problems = stale.map(|(path, _)| {
        let name = path.strip_prefix(docs).unwrap_or(path);
        format!("docs/{}: out of date; run `cargo xtask book --write`", name.display())
    });
    Ok((files.len(), problems.collect()))
}
