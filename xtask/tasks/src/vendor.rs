//! `cargo xtask vendor`: copies scheme crates and their dependencies into a directory of another project. The project
//! builds them without `std`, registry or network.
//!
//! A replaced source would redirect all dependencies of the project. Instead, the project depends on the schemes by
//! path and names the third-party packages below `[patch.crates-io]`. Its other dependencies share these packages and
//! their traits, and everything else still comes from the registry.

pub(crate) mod c;

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Error, Result, ensure};
use toml::Table;
use walkdir::{DirEntry, WalkDir};
use xshell::cmd;
use xtask::progress::Steps;

use crate::{command, files, flags, markdown, root, workspace};

/// The first line of the directory's `README.md`.
const TITLE: &str = "# Sortable unique IDs, vendored";

/// Vendors schemes or writes a library for C, and then prints what to do next.
///
/// # Errors
///
/// Returns an error if a scheme is unknown, the directory contains something that this command did not write, or Cargo
/// fails.
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
/// Returns an error if the directory contains something else, a scheme lacks a feature, or a package can't be
/// downloaded or copied.
pub(crate) fn vendor(schemes: &[String], dir: &Path, features: &[String]) -> Result<String> {
    let old_readme = fs::read_to_string(dir.join("README.md")).unwrap_or_default();
    check_content(dir, TITLE, |path| is_listed(&old_readme, path))?;
    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    let dir = dir.canonicalize().with_context(|| dir.display().to_string())?;
    let (name, parent) = (dir.file_name().context("expected a directory with a name")?, dir.parent());
    let name = name.to_string_lossy();
    // The new directory is complete before it replaces the old one.
    let stage = tempfile::tempdir_in(parent.unwrap_or(&dir));
    let stage = stage.context("failed to create a temporary directory")?;
    let new = stage.path().join("new");

    // In the workspace, other members would turn on more features.
    let project = stage.path().join("project");
    fs::create_dir(&project)?;
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
    shell.change_dir(&project);
    // It would print how to use the directory as a source, which this command does not do.
    command::output(&mut cmd!(shell, "cargo vendor {new}").into())?;

    lines += "\n[patch.crates-io]\n";
    let mut rows = Vec::new();
    for entry in WalkDir::new(&new).min_depth(1).max_depth(1).sort_by_file_name() {
        let directory = entry?.file_name().to_string_lossy().into_owned();
        let [package, version, license] = about(&new.join(&directory))?;
        // If a package has two versions, one directory's name contains the version, which is not valid in a key.
        let rename = if directory == package { String::new() } else { format!(", package = {package:?}") };
        lines += &format!("{} = {{ path = \"{name}/{directory}\"{rename} }}\n", directory.replace('.', "_"));
        rows.push(vec![format!("[{directory}]({directory})"), version, license]);
    }
    for ours in schemes.iter().map(String::as_str).chain(["idcore"]) {
        copy(&root().join("crates").join(ours), &new.join(ours))?;
        let [_, version, license] = about(&new.join(ours))?;
        rows.push(vec![format!("[{ours}]({ours})"), version, license]);
    }
    let table = markdown::table("package | version | licence", rows, 3);
    let option =
        if features.is_empty() { String::new() } else { format!(" --features {}", features.join(",")) };
    let command = format!("cargo xtask vendor {} DIR{option}", schemes.join(","));
    files::write(&new.join("README.md"), &readme(&lines, &table, &command, &name))?;
    // `cargo fmt --all` follows path dependencies and would change the published files.
    files::write(&new.join("rustfmt.toml"), "disable_all_formatting = true\n")?;
    let old = stage.path().join("old");
    if let Err(error) = replace(&dir, &new, &old) {
        let error = Error::new(error).context(format!("{} can't be replaced", dir.display()));
        if !old.exists() {
            return Err(error);
        }
        // The old directory would be deleted with the temporary directory.
        let kept = stage.keep().join("old");
        return Err(error.context(format!("the previous content is in {}", kept.display())));
    }
    Ok(lines)
}

/// Moves a directory to `old` and the new one to its place. If that fails, moves it back.
fn replace(dir: &Path, new: &Path, old: &Path) -> io::Result<()> {
    fs::rename(dir, old)?;
    fs::rename(new, dir).inspect_err(|_| {
        // The caller keeps it where it is, if this fails too.
        let _ = fs::rename(old, dir);
    })
}

/// Returns `true` if this command wrote an entry of the directory: the table of packages in its README has a link to it.
fn is_listed(readme: &str, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let row = format!("| [{name}]({name}) ");
    !path.is_symlink() && (name == "rustfmt.toml" || readme.lines().any(|line| line.starts_with(&row)))
}

/// Checks that a directory is missing, is empty, or contains only what this command wrote there, which it will replace.
fn check_content(dir: &Path, title: &str, is_ours: impl Fn(&Path) -> bool) -> Result<()> {
    if !dir.exists() {
        return Ok(());
    }
    let readme = dir.join("README.md");
    let has_title = fs::read_to_string(&readme).is_ok_and(|text| text.starts_with(title));
    for entry in fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        ensure!(
            has_title && (path == readme || is_ours(&path)),
            "{} was not written by this command: choose a separate directory",
            path.display()
        );
    }
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
{TITLE}

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

In sortid's repository, at the release that you want, with the path of this directory as `DIR`:

```text
{command}
```

The command replaces this directory, and fails if it contains anything next to the packages.
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate, or a link to a crate, that the user put next to the packages.
    #[test]
    fn a_package_of_the_user_is_not_deleted() {
        let directory = tempfile::tempdir().unwrap();
        let dir = directory.path();
        let table = markdown::table("package | version | licence", vec![vec!["[ulid](ulid)".to_owned()]], 3);
        let page = readme("", &table, "", "vendor");
        fs::write(dir.join("README.md"), &page).unwrap();
        let put = |name: &str| {
            fs::create_dir(dir.join(name)).unwrap();
            fs::write(dir.join(name).join("Cargo.toml"), "").unwrap();
        };
        let check = || check_content(dir, TITLE, |path| is_listed(&page, path));
        put("ulid");
        assert!(check().is_ok());
        put("mine");
        assert!(check().unwrap_err().to_string().contains("mine"));
        fs::remove_dir_all(dir.join("mine")).unwrap();
        #[cfg(unix)]
        {
            fs::rename(dir.join("ulid"), dir.join("elsewhere")).unwrap();
            std::os::unix::fs::symlink("elsewhere", dir.join("ulid")).unwrap();
            fs::remove_dir_all(dir.join("elsewhere")).unwrap();
            assert!(check().is_err());
        }
    }

    #[test]
    fn a_directory_that_cant_be_replaced_stays() {
        let directory = tempfile::tempdir().unwrap();
        let [dir, new, old] = ["dir", "new", "old"].map(|name| directory.path().join(name));
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("notes.txt"), "").unwrap();
        assert!(replace(&dir, &new, &old).is_err());
        assert!(dir.join("notes.txt").exists() && !old.exists());
        fs::create_dir(&new).unwrap();
        replace(&dir, &new, &old).unwrap();
        assert!(!dir.join("notes.txt").exists() && old.join("notes.txt").exists());
    }

    #[test]
    fn a_directory_with_other_files_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let dir = directory.path();
        let check = || check_content(dir, TITLE, |path| path.ends_with("rustfmt.toml"));
        assert!(check().is_ok());
        for (name, text, is_ours) in
            [("rustfmt.toml", "", false), ("README.md", TITLE, true), ("notes.txt", "", false)]
        {
            fs::write(dir.join(name), text).unwrap();
            assert_eq!(check().is_ok(), is_ours, "{name}");
        }
        fs::remove_file(dir.join("notes.txt")).unwrap();
        fs::write(dir.join("README.md"), "# Another project").unwrap();
        assert!(check().is_err());
    }
}
