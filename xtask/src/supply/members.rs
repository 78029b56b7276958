//! The packages of the workspace that are published: all without `publish = false`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::tools::cargo;
use crate::command;
use crate::test::{PUBLISHED, PUBLISHED_FOR_STD};

/// The published programs. If one has a library, only its own program and tests use it.
const PROGRAMS: &[&str] = &["sortid"];

/// A published package.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) folder: PathBuf,
    pub(super) is_library: bool,
    features: BTreeSet<String>,
}

impl Member {
    pub(super) fn has_feature(&self, name: &str) -> bool {
        self.features.contains(name)
    }
}

/// Options that select packages.
pub(super) fn selected<'a>(packages: impl IntoIterator<Item = &'a Member>) -> Vec<String> {
    packages.into_iter().map(|package| format!("--package={}", package.name)).collect()
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
    /// The registries that accept it: `None` for all, and empty for `publish = false`.
    publish: Option<Vec<String>>,
    features: BTreeMap<String, IgnoredAny>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// Asks Cargo for the published packages.
///
/// # Errors
///
/// A manifest is invalid.
pub(super) fn published() -> Result<Vec<Member>> {
    let text = command::read(&mut cargo(&["metadata", "--format-version=1", "--no-deps", "--offline"]))?;
    members(&text).context("`cargo metadata`")
}

pub(super) fn members(metadata: &str) -> Result<Vec<Member>> {
    let metadata: Metadata = serde_json::from_str(metadata)?;
    let published = metadata.packages.into_iter().filter(|package| package.publish != Some(Vec::new()));
    published
        .map(|package| {
            let folder = package.manifest_path.parent().context("expected the path of a manifest")?;
            Ok(Member {
                folder: folder.to_owned(),
                is_library: !PROGRAMS.contains(&&*package.name)
                    && package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "lib")),
                features: package.features.into_keys().collect(),
                name: package.name,
                version: package.version,
            })
        })
        .collect()
}

/// Compares the published packages with the lists of `cargo xtask test`, so that no new package is forgotten.
///
/// # Errors
///
/// A package is missing on either side.
pub(super) fn check_lists(published: &[Member]) -> Result<()> {
    let found: BTreeSet<_> = published.iter().map(|package| &*package.name).collect();
    let listed = [PUBLISHED, PUBLISHED_FOR_STD, PROGRAMS].concat().into_iter().collect();
    let unlisted: Vec<_> = found.difference(&listed).copied().collect();
    ensure!(
        unlisted.is_empty(),
        "expected `publish = false`, or a place in the lists of published crates in xtask/src/test.rs: {}",
        unlisted.join(", ")
    );
    let unpublished: Vec<_> = listed.difference(&found).copied().collect();
    ensure!(
        unpublished.is_empty(),
        "listed as published in xtask/src/test.rs, but not a package that can be: {}",
        unpublished.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, publish: &str, kind: &str) -> String {
        format!(
            r#"{{"name": "{name}", "version": "0.1.0", "manifest_path": "/{name}/Cargo.toml", "publish": {publish},
                "features": {{"std": []}}, "targets": [{{"kind": ["{kind}"]}}]}}"#
        )
    }

    #[test]
    fn packages_are_published_unless_their_manifest_forbids_it() {
        let packages =
            [package("a", "null", "lib"), package("b", "[]", "lib"), package("c", r#"["own"]"#, "bin")];
        let found = members(&format!(r#"{{"packages": [{}]}}"#, packages.join(","))).unwrap();
        let names: Vec<_> = found.iter().map(|member| (&*member.name, member.is_library)).collect();
        assert_eq!(names, [("a", true), ("c", false)]);
        assert_eq!(found[0].folder, PathBuf::from("/a"));
        assert!(found[0].has_feature("std") && !found[0].has_feature("alloc"));
    }

    #[test]
    fn a_package_in_one_list_alone_is_named() {
        let all = published().unwrap();
        check_lists(&all).unwrap();
        let mut more = published().unwrap();
        more[0].name = "newcomer".to_owned();
        let error = check_lists(&more).unwrap_err().to_string();
        assert!(error.contains("newcomer"), "{error}");
        let error = check_lists(&all[1..]).unwrap_err().to_string();
        assert!(error.contains(&all[0].name), "{error}");
    }
}
