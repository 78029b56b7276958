//! `cargo xtask vendor`: copies a scheme crate and its dependencies into a folder of another project, which then builds
//! without `std`, registry or network.
//!
//! Cargo resolves the packages and their features (`closure`). Features and dependencies outside that set are removed from
//! the manifests (`features`, `manifest`). Files that no build reads are not copied (`sources`). The folder records what was
//! written to it (`folder`), so that a further run replaces only that.

pub(crate) mod c;
mod closure;
mod features;
mod folder;
mod manifest;
mod readme;
mod sources;
pub mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::flags;
use crate::test::SCHEMES;
use closure::Closure;
use folder::Folder;

/// The schemes in a folder, each with its requested features.
type Wanted = BTreeMap<String, BTreeSet<String>>;

/// `cargo fmt --all` follows path dependencies and would change the published files.
const NO_FORMATTING: &str = "disable_all_formatting = true\n";

/// Runs [`vendor()`], or writes a library for C, and prints the next steps.
///
/// # Errors
///
/// The same as for [`vendor()`], or the library can't be built.
pub fn run(options: &flags::Vendor) -> Result<()> {
    if options.c {
        println!("{}", c::write(&options.scheme, &options.dir, options.target.as_deref())?);
        return Ok(());
    }
    let features: Vec<&str> = options.features.iter().map(String::as_str).collect();
    let next = write(&options.scheme, &options.dir, &features)?;
    println!("{next}");
    Ok(())
}

/// Writes a scheme crate and its dependencies to a folder, next to the schemes that earlier runs wrote there.
///
/// # Errors
///
/// The scheme or a feature is unknown, cargo can't resolve its dependencies, or the folder contains something of the same
/// name that this command did not write.
pub fn vendor(scheme: &str, dir: &Path, features: &[&str]) -> Result<()> {
    write(scheme, dir, features).map(drop)
}

/// Returns the next steps.
fn write(scheme: &str, dir: &Path, features: &[&str]) -> Result<String> {
    check(scheme, features)?;
    let folder = Folder::open(dir)?;
    let mut wanted = folder.wanted().clone();
    for (scheme, features) in &wanted {
        let features: Vec<&str> = features.iter().map(String::as_str).collect();
        check(scheme, &features)
            .with_context(|| format!("the scheme written to {} before", dir.display()))?;
    }
    wanted.insert(scheme.to_owned(), features.iter().map(|&name| name.to_owned()).collect());
    let closure = Closure::of(&wanted)?;
    for package in &closure.packages {
        ensure!(
            !folder.path().starts_with(&package.source),
            "expected a folder of another project: {} is in the sources of {}",
            folder.path().display(),
            package.name
        );
    }

    let lost = features::lost(&closure);
    let mut trees = BTreeMap::new();
    let mut rows = Vec::new();
    for package in &closure.packages {
        let mut tree = sources::read(&package.source)?;
        if let Some(lost) = lost.get(&package.folder) {
            tree.retain(|path, _| !is_of_lost_integration(path, lost));
        }
        rows.push(readme::Row { package, licenses: sources::licenses(&tree), lines: sources::lines(&tree) });
        let path = package.source.join("Cargo.toml");
        let manifest =
            std::str::from_utf8(tree.get(Path::new("Cargo.toml")).context("expected a Cargo.toml")?)
                .map_err(anyhow::Error::from)
                .and_then(|text| manifest::stand_alone(text, package, &lost))
                .with_context(|| path.display().to_string())?;
        tree.insert(PathBuf::from("Cargo.toml"), manifest.into_bytes());
        trees.insert(package.folder.clone(), tree);
    }
    let place = folder.place()?;
    let readme = readme::page(&wanted, &rows, &place);
    let pages = [("README.md", readme), ("rustfmt.toml", NO_FORMATTING.to_owned())];
    folder.replace(&wanted, &trees, &pages)?;
    Ok(readme::next(scheme, &wanted, &rows, &place, folder.path()))
}

/// Whether a file belongs only to integrations whose features are removed.
fn is_of_lost_integration(path: &Path, lost: &BTreeSet<String>) -> bool {
    let Ok(file) = path.strip_prefix("src/interop") else { return false };
    let module = file.components().next().map(|name| Path::new(name.as_os_str()).with_extension(""));
    let module = module.unwrap_or_default();
    let features: &[&str] = match module.to_str().unwrap_or_default() {
        // Those for databases need `std`, so none of them is left.
        "column" => &[],
        "halves" => &["proptest_1", "quickcheck_1"],
        "schema" => &["schemars_1", "utoipa_6"],
        "serde_with" => &["serde"],
        feature => return lost.contains(feature),
    };
    features.iter().all(|&feature| lost.contains(feature))
}

fn check(scheme: &str, features: &[&str]) -> Result<()> {
    let expected = SCHEMES.join(", ");
    ensure!(SCHEMES.contains(&scheme), "unknown scheme `{scheme}`: expected one of {expected}");
    features::check(scheme, features)
}
