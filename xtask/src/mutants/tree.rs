//! The copy of the sources in which `cargo mutants` changes the code, so that the user's files stay as they are.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fs4::{FileExt, TryLockError};
use toml_edit::{Array, DocumentMut, Item, Table, value};
use walkdir::WalkDir;

use crate::test::PUBLISHED;
use crate::{files, root};

/// The packages whose tests run, beside the published crates.
const TESTS: &[&str] = &["conformance", "oracle", "harness"];

/// What else these packages read at compile time and in tests.
const OTHERS: &[&str] = &[
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "docs/embedded.md",
    "docs/specs.md",
    "test-vectors",
];

/// The folder of this task. It stays, so that the next run compiles less.
pub(super) fn folder() -> PathBuf {
    root().join("target/mutants")
}

/// Waits until no other process uses the folder. It is this process's until the file is closed.
pub(super) fn lock() -> Result<File> {
    let path = folder().join("lock");
    fs::create_dir_all(folder()).with_context(|| folder().display().to_string())?;
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    if let Err(TryLockError::WouldBlock) = FileExt::try_lock(&file) {
        println!("waiting for another `cargo xtask prove mutants` in {}", folder().display());
    }
    FileExt::lock(&file).with_context(|| path.display().to_string())?;
    Ok(file)
}

/// Writes a difference from which `cargo mutants` takes the lines to mutate, and returns its path.
pub(super) fn write_difference(difference: &str) -> Result<PathBuf> {
    let path = folder().join("changed.diff");
    files::write(&path, difference)?;
    Ok(path)
}

/// Makes the copy as new as the sources, and returns its folder. Files that have not changed are not written, so that cargo
/// does not compile them again.
pub(super) fn update() -> Result<PathBuf> {
    let tree = folder().join("tree");
    let mut kept = BTreeSet::new();
    let packages = packages().map(|package| format!("crates/{package}"));
    for part in packages.chain(OTHERS.iter().map(ToString::to_string)) {
        for entry in WalkDir::new(root().join(&part)) {
            let entry = entry.with_context(|| format!("{part}: can't be read"))?;
            if entry.file_type().is_file() {
                let relative = entry.path().strip_prefix(root())?;
                let content = fs::read(entry.path()).with_context(|| entry.path().display().to_string())?;
                write(&tree.join(relative), &content)?;
                kept.insert(tree.join(relative));
            }
        }
    }
    write(&tree.join("Cargo.toml"), manifest()?.as_bytes())?;
    kept.insert(tree.join("Cargo.toml"));
    for entry in WalkDir::new(&tree) {
        let entry = entry.with_context(|| format!("{}: can't be read", tree.display()))?;
        if entry.file_type().is_file() && !kept.contains(entry.path()) {
            files::remove(entry.path())?;
        }
    }
    Ok(tree)
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).with_context(|| format!("{}: can't be created", folder.display()))?;
    fs::write(path, content).with_context(|| format!("{}: can't be written", path.display()))
}

fn packages() -> impl Iterator<Item = &'static str> {
    PUBLISHED.iter().chain(TESTS).copied()
}

/// The workspace's manifest with these packages alone, since cargo starts once or twice for each mutant, and with the profile
/// `mutants`.
fn manifest() -> Result<String> {
    let path = root().join("Cargo.toml");
    let mut manifest: DocumentMut =
        files::read(&path)?.parse().with_context(|| path.display().to_string())?;
    let members: Array = packages().map(|package| format!("crates/{package}")).collect();
    manifest["workspace"]["members"] = value(members);
    let mut profile = Table::new();
    profile["inherits"] = value("dev");
    profile["debug"] = value(false);
    profile["incremental"] = value(true);
    // What checks the vectors is compiled once, and runs for each mutant.
    for package in ["jsonschema", "num-bigint", "oracle", "serde_json"] {
        profile["package"][package]["opt-level"] = value(1);
    }
    manifest["profile"]["mutants"] = Item::Table(profile);
    Ok(manifest.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_the_tested_packages_and_a_profile() {
        let manifest: DocumentMut = manifest().unwrap().parse().unwrap();
        let members = manifest["workspace"]["members"].as_array().unwrap();
        assert_eq!(members.len(), PUBLISHED.len() + TESTS.len());
        assert!(members.iter().any(|member| member.as_str() == Some("xtask/conformance")));
        assert_eq!(manifest["profile"]["mutants"]["package"]["oracle"]["opt-level"].as_integer(), Some(1));
        assert_eq!(manifest["profile"]["mutants"]["inherits"].as_str(), Some("dev"));
    }
}
