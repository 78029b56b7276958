//! `cargo xtask vendor`: copies scheme crates and their dependencies into a directory of another project. The project
//! builds them without `std`, registry or network.
//!
//! A replaced source would redirect all dependencies of the project. Instead, the project depends on the schemes by
//! path and names the third-party packages below `[patch.crates-io]`. Its other dependencies share these packages and
//! their traits, and everything else still comes from the registry.

pub(crate) mod c;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use toml::Table;
use walkdir::{DirEntry, WalkDir};
use xshell::cmd;
use xtask::progress::Steps;

use crate::{command, files, flags, markdown, root, workspace};

/// Vendors schemes or writes a library for C, and then prints what to do next.
///
/// # Errors
///
/// Returns an error if a scheme is unknown, the directory contains something, or Cargo fails.
pub(crate) fn run(options: &flags::Vendor) -> Result<()> {
    let flags::Vendor { schemes, dir, features, c, target } = options;
    let known = workspace::scheme_crates()?;
    for scheme in schemes {
        ensure!(known.contains(scheme), "unknown scheme `{scheme}`: expected one of {}", known.join(", "));
    }
    Steps::new(1).next(&format!("write {} to {}", schemes.join(", "), dir.display()));
    if *c {
        println!("{}", c::write(schemes, dir, target.as_deref())?);
    } else {
        let lines = vendor(schemes, dir, features)?;
        println!(
            "Add to the project's Cargo.toml, as {} explains:\n\n{lines}",
            dir.join("README.md").display()
        );
    }
    Ok(())
}

/// Writes scheme crates and their dependencies to a directory. Returns the lines for the project's manifest.
///
/// # Errors
///
/// Returns an error if the directory contains something, a scheme lacks a feature, or a package can't be
/// downloaded or copied.
pub(crate) fn vendor(schemes: &[String], dir: &Path, features: &[String]) -> Result<String> {
    create_empty(dir)?;
    let dir = dir.canonicalize().with_context(|| dir.display().to_string())?;
    let name = dir.file_name().context("expected a directory with a name")?.to_string_lossy();

    // In the workspace, other members would turn on more features.
    let project = tempfile::tempdir().context("failed to create a temporary directory")?;
    let project = project.path();
    let mut lines = String::from("[dependencies]\n");
    let mut manifest = String::from(
        "[package]\nname = \"vendor\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n",
    );
    for scheme in schemes {
        let features = if features.is_empty() { String::new() } else { format!(", features = {features:?}") };
        let line = |path| format!("{scheme} = {{ path = {path:?}, default-features = false{features} }}\n");
        lines += &line(Path::new(&*name).join(scheme));
        manifest += &line(root().join("crates").join(scheme));
    }
    files::write(&project.join("Cargo.toml"), &manifest)?;
    files::write(&project.join("lib.rs"), "")?;
    fs::copy(root().join("Cargo.lock"), project.join("Cargo.lock"))?;
    let shell = command::shell()?;
    shell.change_dir(project);
    // It would print how to use the directory as a source, which this command does not do.
    command::output(&mut cmd!(shell, "cargo vendor {dir}").into())?;

    lines += "\n[patch.crates-io]\n";
    let mut rows = Vec::new();
    for entry in WalkDir::new(&dir).min_depth(1).max_depth(1).sort_by_file_name() {
        let directory = entry?.file_name().to_string_lossy().into_owned();
        let [package, version, license] = about(&dir.join(&directory))?;
        // If a package has two versions, one directory's name contains the version, which is not valid in a key.
        let rename = if directory == package { String::new() } else { format!(", package = {package:?}") };
        lines += &format!("{} = {{ path = \"{name}/{directory}\"{rename} }}\n", directory.replace('.', "_"));
        rows.push(vec![format!("[{directory}]({directory})"), version, license]);
    }
    for ours in schemes.iter().map(String::as_str).chain(["idcore"]) {
        copy(&root().join("crates").join(ours), &dir.join(ours))?;
        let [_, version, license] = about(&dir.join(ours))?;
        rows.push(vec![format!("[{ours}]({ours})"), version, license]);
    }
    let table = markdown::table("package | version | licence", rows, 3);
    let option =
        if features.is_empty() { String::new() } else { format!(" --features {}", features.join(",")) };
    let command = format!("cargo xtask vendor {} DIR{option}", schemes.join(","));
    files::write(&dir.join("README.md"), &readme(&lines, &table, &command, &name))?;
    // `cargo fmt --all` follows path dependencies and would change the published files.
    files::write(&dir.join("rustfmt.toml"), "disable_all_formatting = true\n")?;
    Ok(lines)
}

/// Creates a directory unless it exists and is empty. What a user has put into it is never replaced.
pub(crate) fn create_empty(dir: &Path) -> Result<()> {
    let is_empty = || {
        fs::create_dir_all(dir)?;
        fs::read_dir(dir).map(|mut entries| entries.next().is_none())
    };
    let is_empty = is_empty().with_context(|| dir.display().to_string())?;
    ensure!(is_empty, "{} is not empty: delete it first, or choose a new directory", dir.display());
    Ok(())
}

/// Returns the name, version and licence of a package.
fn about(directory: &Path) -> Result<[String; 3]> {
    let manifest: Table = files::read_toml(&directory.join("Cargo.toml"))?;
    let package = manifest.get("package").context("a manifest without a package")?;
    let entry = |key: &str| package.get(key).and_then(toml::Value::as_str).unwrap_or("not named").to_owned();
    Ok(["name", "version", "license"].map(entry))
}

/// Copies a package without hidden entries.
pub(crate) fn copy(source: &Path, directory: &Path) -> Result<()> {
    let is_visible =
        |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".");
    for entry in WalkDir::new(source).into_iter().filter_entry(is_visible) {
        let entry = entry?;
        let to = directory.join(entry.path().strip_prefix(source)?);
        let copied = if entry.file_type().is_dir() {
            fs::create_dir_all(&to)
        } else {
            fs::copy(entry.path(), &to).map(drop)
        };
        copied.with_context(|| format!("{} can't be copied", entry.path().display()))?;
    }
    Ok(())
}

fn readme(lines: &str, table: &str, command: &str, dir: &str) -> String {
    format!(
        "\
# Sortable unique IDs, vendored

Written by `cargo xtask vendor` of sortid. These schemes build without a registry, a network and `std`. Check in the whole
directory. If the project ignores directories named `build`, use `git add --force`.

## Use

In the project's `Cargo.toml`, with paths relative to its directory:

```toml
{lines}```

- The project's other dependencies stay the same. If they use a package in this list, they get it from here, with the same traits.
- If Cargo reports an unused patch or a conflict with a previous package, the project's `Cargo.lock` contains other versions.
  Run `cargo update` with the names of all patched packages.
- In a workspace, `[patch.crates-io]` belongs in the root's `Cargo.toml`, with paths relative to the root. Exclude the copy with
  `exclude = [\"{dir}\"]`, because its schemes become members otherwise.

## Packages

{table}
## Update

Delete this directory. In sortid's repository, at the release that you want, write it again, with its path as `DIR`:

```text
{command}
```
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_with_files_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let dir = directory.path().join("vendor");
        assert!(create_empty(&dir).is_ok() && create_empty(&dir).is_ok());
        fs::write(dir.join("notes.txt"), "").unwrap();
        let error = vendor(&["ulid".to_owned()], &dir, &[]).unwrap_err();
        assert!(error.to_string().contains("is not empty"), "{error}");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    }
}
