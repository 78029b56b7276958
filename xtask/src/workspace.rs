//! The packages that are published, and their schemes, as their manifests declare them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use cargo_metadata::{MetadataCommand, TargetKind};

use crate::root;

/// A published package: one without `publish = false`.
#[derive(Debug)]
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
    /// The features of other scheme crates that have no form for its IDs: `[package.metadata.sortid] without`.
    pub without: Vec<String>,
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
    let mut metadata = MetadataCommand::new();
    metadata.no_deps().current_dir(root()).other_options(["--offline".to_owned()]);
    let packages = metadata.exec()?.packages.into_iter();
    let mut published: Vec<_> =
        packages.filter(|package| package.publish != Some(Vec::new())).map(Package::from).collect();
    published.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(published)
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

/// Returns the features that scheme crates turn on in `idcore`: all except `default`, and those for columns of UUIDs, which the libraries'
/// features turn on. A manifest lists its exceptions in `without`.
pub(crate) fn features(published: &[Package]) -> BTreeSet<&str> {
    let core = published.iter().filter(|package| package.name == "idcore");
    let features = core.flat_map(|package| &package.features).map(String::as_str);
    features.filter(|name| *name != "default" && !name.ends_with("_uuid")).collect()
}

/// Options that select packages.
pub(crate) fn selected<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Vec<String> {
    packages.into_iter().map(|package| format!("--package={}", package.name)).collect()
}

impl From<cargo_metadata::Package> for Package {
    fn from(package: cargo_metadata::Package) -> Self {
        let has = |kind: TargetKind| package.targets.iter().any(|target| target.is_kind(kind.clone()));
        let names = |key: &str| {
            let names = package.metadata["sortid"][key].as_array().into_iter().flatten();
            names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        Self {
            is_library: has(TargetKind::Lib) && !has(TargetKind::Bin),
            folder: package.manifest_path.with_file_name("").into(),
            schemes: names("schemes"),
            without: names("without"),
            features: package.features.into_keys().collect(),
            name: package.name.into_inner(),
            version: package.version.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_published_unless_their_manifest_forbids_it() {
        let published = published().unwrap();
        let find = |name: &str| published.iter().find(|package| package.name == name);
        let (flake, program) = (find("ulid-flake").unwrap(), find("sortid").unwrap());
        assert_eq!(
            (flake.is_core(), &*flake.schemes),
            (true, &["ulid-flake", "ulid-flake-scalable"].map(str::to_owned)[..])
        );
        assert_eq!((program.is_core(), program.is_library, program.schemes.len()), (false, false, 0));
        assert!(flake.folder.ends_with("crates/ulid-flake"));
        assert!(find("oracle").is_none() && find("xtask").is_none());
    }

    #[test]
    fn every_folder_of_vectors_has_a_scheme() {
        let vectors = crate::root().join("test-vectors");
        for scheme in schemes().unwrap() {
            let has_vectors = vectors.join(&scheme).join("codec.json").exists();
            assert!(
                has_vectors,
                "{scheme}: expected it in xtask/oracle/src/schemes.rs, and `cargo xtask vectors`"
            );
        }
        let folders = std::fs::read_dir(vectors)
            .unwrap()
            .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().join("codec.json").exists()));
        assert_eq!(folders.count(), schemes().unwrap().len());
    }
}
