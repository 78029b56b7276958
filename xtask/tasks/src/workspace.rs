//! The published packages and their schemes, as declared in their manifests.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{command, root};

/// The number of published packages. A package that loses its entry in the manifest would drop out of most checks.
const PUBLISHED: usize = 13;

/// The package of `crates/` in this workspace that isn't a package for users: the ID viewer.
const UNPUBLISHED: &str = "web";

/// A package that users receive.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name here. The directory in `crates/` has the same name.
    pub(crate) name: String,
    /// Its name on crates.io: `[package.metadata.sortid] published-as` in the manifest.
    pub(crate) published_as: String,
    /// Its version.
    pub(crate) version: String,
    /// The names of its features.
    pub(crate) features: Vec<String>,
    /// The names of its schemes, as in `test-vectors/`: `[package.metadata.sortid] schemes` in the manifest.
    pub(crate) schemes: Vec<String>,
    /// Whether users build against it. A program can have a library for its own tests.
    pub(crate) is_library: bool,
}

impl Package {
    /// Returns `true` if it can be built without `std`.
    pub(crate) fn is_core(&self) -> bool {
        self.is_library && self.features.iter().any(|feature| feature == "std")
    }

    /// Returns the name of its library in code. It is the same for the published package.
    pub(crate) fn library(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Reads a package in Cargo's metadata.
    fn of(package: &Value) -> Result<Self> {
        let text = |key: &str| {
            let text = package[key].as_str().with_context(|| format!("expected `{key}` of a package"))?;
            anyhow::Ok(text.to_owned())
        };
        let list = |values: &Value| values.as_array().cloned().unwrap_or_default();
        let kinds: Vec<_> =
            list(&package["targets"]).iter().flat_map(|target| list(&target["kind"])).collect();
        let metadata = &package["metadata"]["sortid"];
        let schemes = list(&metadata["schemes"]);
        let features = package["features"].as_object().context("expected the features of a package")?;
        Ok(Self {
            name: text("name")?,
            published_as: metadata["published-as"].as_str().context("expected `published-as`")?.to_owned(),
            version: text("version")?,
            features: features.keys().cloned().collect(),
            schemes: schemes.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
            is_library: kinds.contains(&"lib".into()) && !kinds.contains(&"bin".into()),
        })
    }
}

/// Returns the published packages, sorted by name.
pub(crate) fn published() -> Result<Vec<Package>> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version=1", "--no-deps", "--offline"]).current_dir(root());
    let metadata: Value = serde_json::from_str(&command::read(&mut cargo)?)?;
    let packages = metadata["packages"].as_array().context("expected packages in Cargo's metadata")?;
    for package in packages {
        // On crates.io, `scru64` is someone else's package. `idlease` would depend on it.
        ensure!(package["publish"] == json!([]), "{}: expected `publish = false`", package["name"]);
    }
    for package in packages {
        let is_ours = package["manifest_path"]
            .as_str()
            .is_some_and(|path| Path::new(path).starts_with(root().join("crates")));
        let is_known = package["metadata"]["sortid"].is_object() || package["name"] == UNPUBLISHED;
        ensure!(is_known || !is_ours, "{}: expected `published-as`", package["name"]);
    }
    let published = packages.iter().filter(|package| package["metadata"]["sortid"].is_object());
    let mut published = published.map(Package::of).collect::<Result<Vec<_>>>()?;
    let count = published.len();
    ensure!(count >= PUBLISHED, "expected {PUBLISHED} packages with `published-as`, found {count}");
    published.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(published)
}

/// Returns the names of the packages with schemes.
pub(crate) fn scheme_crates() -> Result<Vec<String>> {
    let crates = published()?.into_iter().filter(|package| !package.schemes.is_empty());
    Ok(crates.map(|package| package.name).collect())
}

/// Returns the names of all schemes, as in `test-vectors/`.
pub(crate) fn schemes() -> Result<Vec<String>> {
    Ok(published()?.into_iter().flat_map(|package| package.schemes).collect())
}

/// Returns the features that scheme crates turn on in `idcore`: all except `default` and the features for UUID columns,
/// which the libraries' features turn on. A manifest lists its exceptions in `without`.
pub(crate) fn features(published: &[Package]) -> BTreeSet<&str> {
    let core = published.iter().filter(|package| package.name == "idcore");
    let features = core.flat_map(|package| &package.features).map(String::as_str);
    features.filter(|name| *name != "default" && !name.ends_with("_uuid")).collect()
}

/// Returns the options that select packages.
pub(crate) fn selected<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Vec<String> {
    packages.into_iter().map(|package| format!("--package={}", package.name)).collect()
}

#[cfg(test)]
mod tests {
    use xshell::cmd;

    use super::*;

    /// Returns the names of the packages that some packages depend on, with a list of features turned on.
    fn dependencies<'a>(packages: impl IntoIterator<Item = &'a Package>, features: &str) -> BTreeSet<String> {
        let (shell, packages) = (crate::command::shell().unwrap(), selected(packages));
        let options = ["--no-default-features", "--edges=normal", "--prefix=none"];
        let tree = cmd!(shell, "cargo tree {packages...} {options...} --features {features}").quiet().read();
        tree.unwrap()
            .lines()
            .filter_map(|line| line.split_once(" v"))
            .map(|(name, _)| name.to_owned())
            .collect()
    }

    #[test]
    fn contributing_lists_the_published_names() {
        let page = crate::files::read(&root().join("CONTRIBUTING.md")).unwrap();
        for Package { name, published_as, .. } in published().unwrap() {
            let known = if name == published_as { "the same name" } else { &published_as };
            let is_row = |line: &&str| line.starts_with('|') && line.contains(&format!("`{name}`"));
            assert!(page.lines().filter(is_row).any(|line| line.contains(known)), "{name}: {published_as}");
        }
    }

    /// Without features, a scheme crate needs only `idcore` and the packages that derive errors. Byte and integer
    /// columns don't need `uuid`.
    #[test]
    fn the_crates_have_few_dependencies() {
        let published = published().unwrap();
        let schemes = || published.iter().filter(|package| !package.schemes.is_empty());
        let mut expected: BTreeSet<_> = schemes().map(|package| package.name.clone()).collect();
        let few = ["idcore", "thiserror", "thiserror-impl", "proc-macro2", "quote", "syn", "unicode-ident"];
        expected.extend(few.map(str::to_owned));
        assert_eq!(dependencies(schemes(), ""), expected);
        let without_uuids = schemes().filter(|package| !package.features.iter().any(|name| name == "uuid_1"));
        let names = dependencies(without_uuids, "diesel_2,sea_orm_1,sea_orm_2,sqlx_0_8,sqlx_0_9");
        assert!(names.contains("sqlx") && !names.contains("uuid"), "{names:?}");
    }
}
