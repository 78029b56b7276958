//! `cargo xtask vendor`: copies a scheme crate and its dependencies into a folder of another project, which then builds
//! without `std`, registry or network.
//!
//! Cargo resolves the packages ([`packages`]). A replaced source would redirect all dependencies of the project. So the
//! project depends on the scheme by its path, and names the packages of others below `[patch.crates-io]`: they are then also
//! what its other dependencies get, with the same traits, and everything else comes from where it came before.

pub(crate) mod c;
mod library;
mod packages;
pub mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use walkdir::{DirEntry, WalkDir};

use crate::{files, flags, markdown, root, workspace};
use packages::Package;

/// The schemes in a folder, each with its requested features.
type Wanted = BTreeMap<String, BTreeSet<String>>;

/// The file that says what this command wrote into a folder.
const RECORD: &str = ".sortid-vendor";

/// `cargo fmt --all` follows path dependencies and would change the published files.
const NO_FORMATTING: &str = "disable_all_formatting = true\n";

/// Entries of packages that no build reads, beside hidden ones.
const LEFT_OUT: &[&str] = &["Cargo.lock", "Cargo.toml.orig", "benches", "examples", "tests"];

/// What this command wrote into a folder.
#[derive(Default, Deserialize, Serialize)]
struct Record {
    entries: BTreeSet<String>,
    schemes: Wanted,
}

/// Runs [`vendor()`], or writes a library for C, and prints the next steps.
///
/// # Errors
///
/// The same as for [`vendor()`], or the library can't be built.
pub(crate) fn run(options: &flags::Vendor) -> Result<()> {
    if options.c {
        println!("{}", c::write(&options.scheme, &options.dir, options.target.as_deref())?);
        return Ok(());
    }
    let features: Vec<&str> = options.features.iter().map(String::as_str).collect();
    vendor(&options.scheme, &options.dir, &features)?;
    let readme = options.dir.join("README.md");
    println!("{} says what to add to the project's Cargo.toml:\n", readme.display());
    files::read(&readme)?
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .take_while(|line| *line != "```")
        .for_each(|line| println!("    {line}"));
    Ok(())
}

/// Writes a scheme crate and its dependencies to a folder, next to the schemes that earlier runs wrote there.
///
/// # Errors
///
/// The scheme or a feature is unknown, cargo can't resolve its dependencies, or the folder contains something that this command
/// did not write.
pub fn vendor(scheme: &str, dir: &Path, features: &[&str]) -> Result<()> {
    let schemes: Vec<_> =
        workspace::published()?.into_iter().filter(|package| !package.schemes.is_empty()).collect();
    let known = schemes.iter().find(|package| package.name == scheme).with_context(|| {
        let names: Vec<_> = schemes.iter().map(|package| &*package.name).collect();
        format!("unknown scheme `{scheme}`: expected one of {}", names.join(", "))
    })?;
    for feature in features {
        ensure!(
            known.features.iter().any(|name| name == feature),
            "{scheme} has no feature `{feature}`: expected one of {}",
            known.features.join(", ")
        );
    }
    fs::create_dir_all(dir).with_context(|| format!("{} can't be made", dir.display()))?;
    let dir = dir.canonicalize().with_context(|| dir.display().to_string())?;
    ensure!(
        !dir.starts_with(root().join("crates")),
        "expected a folder of another project: {} is in the sources",
        dir.display()
    );
    let mut record = read_record(&dir)?;
    // Turning it on needs no package.
    let features = features.iter().chain(&["alloc"]).map(|&name| name.to_owned()).collect();
    record.schemes.insert(scheme.to_owned(), features);
    let packages = packages::of(&record.schemes)?;

    // The folder is complete before it takes the place of the old one.
    let (name, parent) = (dir.file_name().context("expected a folder with a name")?, dir.parent());
    let stage = tempfile::tempdir_in(parent.unwrap_or(&dir)).context("no temporary folder beside it")?;
    let new = stage.path().join("new");
    for package in &packages {
        let folder = new.join(&package.folder);
        copy(&package.source, &folder)?;
        if package.is_ours {
            files::write(&folder.join("Cargo.toml"), &package.manifest()?)?;
        }
    }
    let name = name.to_string_lossy();
    files::write(&new.join("README.md"), &readme(&record.schemes, &packages, &name))?;
    files::write(&new.join("rustfmt.toml"), NO_FORMATTING)?;
    record.entries = packages.into_iter().map(|package| package.folder).collect();
    record.entries.extend([RECORD, "README.md", "rustfmt.toml"].map(str::to_owned));
    files::write(&new.join(RECORD), &toml::to_string(&record)?)?;
    let put = fs::rename(&dir, stage.path().join("old")).and_then(|()| fs::rename(&new, &dir));
    put.with_context(|| format!("{} can't be replaced", dir.display()))
}

/// What an earlier run wrote. Everything in the folder must be from it, because it is replaced.
fn read_record(dir: &Path) -> Result<Record> {
    let path = dir.join(RECORD);
    let record: Record = if path.exists() { files::read_toml(&path)? } else { Record::default() };
    for entry in fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let name = entry?.file_name();
        ensure!(
            record.entries.iter().any(|written| **written == *name),
            "{} was not written by this command: choose a folder for it alone",
            dir.join(&name).display()
        );
    }
    Ok(record)
}

/// Copies what a build reads of a package.
pub(crate) fn copy(source: &Path, folder: &Path) -> Result<()> {
    let is_read = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() != 1 || !(name.starts_with('.') || LEFT_OUT.contains(&&*name))
    };
    for entry in WalkDir::new(source).follow_links(true).into_iter().filter_entry(is_read) {
        let entry = entry?;
        let to = folder.join(entry.path().strip_prefix(source)?);
        let copied = if entry.file_type().is_dir() {
            fs::create_dir_all(&to)
        } else {
            fs::copy(entry.path(), &to).map(drop)
        };
        copied.with_context(|| format!("{} can't be copied", entry.path().display()))?;
    }
    Ok(())
}

/// The `README.md` of the folder.
fn readme(wanted: &Wanted, packages: &[Package], dir: &str) -> String {
    let (mut lines, mut commands) = (String::new(), String::new());
    for (scheme, features) in wanted {
        let features: Vec<_> = features.iter().filter(|feature| *feature != "alloc").cloned().collect();
        let (list, option) = if features.is_empty() {
            (String::new(), String::new())
        } else {
            (format!(", features = {features:?}"), format!(" --features {}", features.join(",")))
        };
        lines += &format!("{scheme} = {{ path = \"{dir}/{scheme}\", default-features = false{list} }}\n");
        commands += &format!("cargo xtask vendor {scheme} DIR{option}\n");
    }
    let patched = || packages.iter().filter(|package| !package.is_ours);
    let patches: String = patched().map(|package| package.patch(dir)).collect();
    let names: String = patched().map(|package| format!(" {}", package.name)).collect();
    let row = |package: &Package| {
        let Package { folder, version, license, is_in_program, .. } = package;
        let is_in_program = if *is_in_program { "yes" } else { "no" };
        vec![format!("[{folder}]({folder})"), version.clone(), is_in_program.to_owned(), license.clone()]
    };
    let head = "package | version | in the program | licence";
    let table = markdown::table(head, packages.iter().map(row).collect(), 4);
    format!(
        "\
# Sortable unique IDs, vendored

Written by `cargo xtask vendor` of sortid. This folder has everything that its schemes need to build. They need no registry, no
network and no `std`. Check in the whole folder. If the project ignores folders named `build`, use `git add --force`.

## Use

In the project's `Cargo.toml`, with paths relative to its folder. In a workspace, `[patch.crates-io]` belongs into the `Cargo.toml`
of its root, with paths relative to that.

```toml
[dependencies]
{lines}
[patch.crates-io]
{patches}```

- The project's other dependencies stay as they are. Those that use a package of this list use it from here, with the same traits
  and types.
- If Cargo says that a patch was not used, or that a package conflicts with a previous one, the project's `Cargo.lock` has other
  versions. Name all of them at once: `cargo update{names}`.
- `alloc` is always there, and you can turn it on. Other features are here only if the command requested them.
- In a workspace, {dir} should be excluded (`exclude = [\"{dir}\"]`), because the folders of its schemes become members otherwise.

## Packages

{table}
The packages of others are as their authors published them, without tests and other parts that a build does not need. Those that
are not in the program run on the machine that builds it.

## Update

In sortid's repository, at the wanted release, with the path of this folder as `DIR`:

```text
{commands}```

- Each run replaces this folder, with all its schemes, by that release. It refuses to if there is something else in the folder.
- To add a scheme or to change its features, run the command with that scheme.
- To remove a scheme, remove this folder and run the commands of the other schemes.
"
    )
}
