//! A copy of the published packages as a workspace of its own, so that no other member chooses versions or features.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use toml::{Table, Value};
use walkdir::WalkDir;

use super::members::Member;
use crate::{files, root};

/// Writes the copy to a folder, in place of an earlier one. It has no lock file.
///
/// # Errors
///
/// A file can't be read or written.
pub(super) fn copy(published: &[Member], folder: &Path) -> Result<()> {
    files::remove(folder)?;
    for package in published {
        let to = folder.join("crates").join(&package.name);
        copy_folder(&package.folder, &to)?;
        let mut manifest: Table = files::read_toml(&to.join("Cargo.toml"))?;
        // Users do not build them, and some of these packages are not published.
        manifest.remove("dev-dependencies");
        files::write(&to.join("Cargo.toml"), &manifest.to_string())?;
    }
    let mut manifest: Table = files::read_toml(&root().join("Cargo.toml"))?;
    manifest.retain(|key, _| key == "workspace");
    let workspace = manifest.get_mut("workspace").and_then(Value::as_table_mut);
    let workspace = workspace.context("Cargo.toml: expected a workspace")?;
    workspace.insert("members".to_owned(), vec!["crates/*"].into());
    workspace.remove("exclude");
    files::write(&folder.join("Cargo.toml"), &manifest.to_string())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for entry in WalkDir::new(from) {
        let entry = entry?;
        let target = to.join(entry.path().strip_prefix(from)?);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target)
        } else {
            fs::copy(entry.path(), &target).map(drop)
        }
        .with_context(|| format!("{}: can't be written", target.display()))?;
    }
    Ok(())
}
