//! The packages that are published, and their schemes, as their manifests declare them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::IgnoredAny;
use xshell::cmd;

use crate::command;

/// A published package: one without `publish = false`.
#[derive(Debug, Deserialize)]
#[serde(from = "Manifest")]
pub struct Package {
    /// Its name, which is also that of its folder in `crates/`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The names of its features.
    pub features: Vec<String>,
    /// The names of its schemes, as in `test-vectors/`: `[package.metadata.sortid] schemes` in the manifest.
    pub schemes: Vec<String>,
    /// Whether users build against it. A program can have a library for its own tests.
    pub is_library: bool,
}

impl Package {
    /// Whether it can be built without `std`.
    #[must_use]
    pub fn is_core(&self) -> bool {
        self.is_library && self.features.iter().any(|feature| feature == "std")
    }
}

/// The published packages, by name.
///
/// # Errors
///
/// A manifest is invalid.
pub fn published() -> Result<Vec<Package>> {
    let shell = command::shell()?;
    let metadata = cmd!(shell, "cargo metadata --format-version=1 --no-deps --offline").quiet().read()?;
    read(&metadata).context("`cargo metadata`")
}

/// The names of the packages with schemes.
///
/// # Errors
///
/// A manifest is invalid.
pub fn scheme_crates() -> Result<Vec<String>> {
    let crates = published()?.into_iter().filter(|package| !package.schemes.is_empty());
    Ok(crates.map(|package| package.name).collect())
}

/// The names of all schemes, as in `test-vectors/`.
///
/// # Errors
///
/// A manifest is invalid.
pub fn schemes() -> Result<Vec<String>> {
    Ok(published()?.into_iter().flat_map(|package| package.schemes).collect())
}

/// Options that select packages.
pub(crate) fn selected<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Vec<String> {
    packages.into_iter().map(|package| format!("--package={}", package.name)).collect()
}

fn read(metadata: &str) -> Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Member>,
    }
    #[derive(Deserialize)]
    struct Member {
        /// The registries that accept it: `None` for all, and empty for `publish = false`.
        publish: Option<Vec<String>>,
        #[serde(flatten)]
        package: Package,
    }
    let metadata: Metadata = serde_json::from_str(metadata)?;
    let published = metadata.packages.into_iter().filter(|member| member.publish != Some(Vec::new()));
    let mut published: Vec<_> = published.map(|member| member.package).collect();
    published.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(published)
}

/// What Cargo prints about a package.
#[derive(Deserialize)]
struct Manifest {
    name: String,
    version: String,
    manifest_path: PathBuf,
    features: BTreeMap<String, IgnoredAny>,
    targets: Vec<Target>,
    metadata: Option<Marks>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Default, Deserialize)]
struct Marks {
    #[serde(default)]
    sortid: Mark,
}

#[derive(Default, Deserialize)]
struct Mark {
    schemes: Vec<String>,
}

impl From<Manifest> for Package {
    fn from(manifest: Manifest) -> Self {
        let has =
            |kind: &str| manifest.targets.iter().any(|target| target.kind.iter().any(|found| found == kind));
        Self {
            is_library: has("lib") && !has("bin"),
            folder: manifest.manifest_path.parent().map(PathBuf::from).unwrap_or_default(),
            features: manifest.features.into_keys().collect(),
            schemes: manifest.metadata.unwrap_or_default().sortid.schemes,
            name: manifest.name,
            version: manifest.version,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_published_unless_their_manifest_forbids_it() {
        let package = |name: &str, publish: &str, kind: &str, metadata: &str| {
            format!(
                r#"{{"name": "{name}", "version": "0.1.0", "manifest_path": "/{name}/Cargo.toml", "publish": {publish},
                    "features": {{"std": []}}, "targets": [{{"kind": ["{kind}"]}}], "metadata": {metadata}}}"#
            )
        };
        let packages = [
            package("a", "null", "lib", r#"{"sortid": {"schemes": ["a", "a-b"]}}"#),
            package("b", "[]", "lib", "null"),
            package("c", r#"["own"]"#, "bin", r#"{"docs": {}}"#),
        ];
        let found = read(&format!(r#"{{"packages": [{}]}}"#, packages.join(","))).unwrap();
        let [a, c] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            (&*a.name, a.is_core(), &*a.schemes),
            ("a", true, &["a".to_owned(), "a-b".to_owned()][..])
        );
        assert_eq!((&*c.name, c.is_core(), c.schemes.len()), ("c", false, 0));
        assert_eq!(a.folder, PathBuf::from("/a"));
    }

    #[test]
    fn every_folder_of_vectors_has_a_scheme() {
        let vectors = crate::root().join("test-vectors");
        for scheme in schemes().unwrap() {
            assert!(vectors.join(&scheme).join("codec.json").exists(), "{scheme}");
        }
        let folders = std::fs::read_dir(vectors)
            .unwrap()
            .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().join("codec.json").exists()));
        assert_eq!(folders.count(), schemes().unwrap().len());
    }
}
