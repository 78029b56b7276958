//! The features that a user can request, and those that still work without the removed packages.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail, ensure};
use toml::Table;

use super::closure::{Closure, Dependency, Package};
use crate::{files, root};

/// The removed features of each folder.
pub(super) type Lost = BTreeMap<String, BTreeSet<String>>;

/// Rejects features that the scheme does not have, and those that need an operating system.
pub(super) fn check(scheme: &str, features: &[&str]) -> Result<()> {
    let path = root().join("crates").join(scheme).join("Cargo.toml");
    let manifest: Table = files::read_toml(&path)?;
    let declared = manifest.get("features").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    for &feature in features {
        if needs_std(feature, &declared) {
            bail!(
                "the feature `{feature}` needs an operating system, and with one, vendoring is not needed: depend on \
                 {scheme} by path or git instead, with its default features"
            );
        }
        let others = declared.keys().filter(|name| !needs_std(name, &declared)).cloned();
        let others: Vec<String> = others.collect();
        ensure!(
            declared.contains_key(feature),
            "unknown feature `{feature}` of {scheme}: expected some of {}",
            others.join(",")
        );
    }
    Ok(())
}

fn needs_std(feature: &str, declared: &Table) -> bool {
    let entries = declared.get(feature).and_then(toml::Value::as_array).into_iter().flatten();
    feature == "std" || entries.filter_map(toml::Value::as_str).any(|entry| needs_std(entry, declared))
}

/// The features that name a removed dependency or a lost feature. The closure does not turn on any of them, since it would
/// then contain what they name.
pub(super) fn lost(closure: &Closure) -> Lost {
    let mut lost = Lost::new();
    loop {
        let mut found = Vec::new();
        for package in &closure.packages {
            for (feature, entries) in &package.features {
                let is_lost = entries.iter().any(|entry| is_entry_lost(entry, package, &lost));
                if is_lost && !is_feature_lost(&package.folder, feature, &lost) {
                    found.push((package.folder.clone(), feature.clone()));
                }
            }
        }
        if found.is_empty() {
            return lost;
        }
        for (folder, feature) in found {
            lost.entry(folder).or_default().insert(feature);
        }
    }
}

/// The target of an entry in a feature's list.
enum Entry<'a> {
    Feature(&'a str),
    Dependency(&'a str),
    FeatureOf { key: &'a str, feature: &'a str, is_weak: bool },
}

impl<'a> Entry<'a> {
    fn of(text: &'a str) -> Self {
        match (text.strip_prefix("dep:"), text.split_once('/')) {
            (Some(key), _) => Self::Dependency(key),
            (None, None) => Self::Feature(text),
            (None, Some((key, feature))) => {
                let weak = key.strip_suffix('?');
                Self::FeatureOf { key: weak.unwrap_or(key), feature, is_weak: weak.is_some() }
            }
        }
    }
}

/// Whether an entry is `x?/y` and `x` was removed. Such an entry would turn on nothing, so its feature is not lost.
pub(super) fn is_void(entry: &str, package: &Package) -> bool {
    matches!(Entry::of(entry), Entry::FeatureOf { key, is_weak: true, .. } if called(key, package).next().is_none())
}

fn is_entry_lost(entry: &str, package: &Package, lost: &Lost) -> bool {
    match Entry::of(entry) {
        Entry::Feature(feature) => is_feature_lost(&package.folder, feature, lost),
        Entry::Dependency(key) => called(key, package).next().is_none(),
        Entry::FeatureOf { key, feature, is_weak } => {
            let is_left_out = called(key, package).next().is_none();
            let mut dependencies = called(key, package);
            (is_left_out && !is_weak)
                || dependencies.any(|dependency| is_feature_lost(&dependency.folder, feature, lost))
        }
    }
}

fn called<'a>(key: &'a str, package: &'a Package) -> impl Iterator<Item = &'a Dependency> {
    package.dependencies.iter().filter(move |dependency| dependency.key == key)
}

fn is_feature_lost(folder: &str, feature: &str, lost: &Lost) -> bool {
    lost.get(folder).is_some_and(|features| features.contains(feature))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependency(key: &str, folder: &str) -> Dependency {
        Dependency { key: key.to_owned(), folder: folder.to_owned(), ..Dependency::default() }
    }

    fn package(folder: &str, features: &[(&str, &[&str])], dependencies: Vec<Dependency>) -> Package {
        let list = |entries: &[&str]| entries.iter().map(|&entry| entry.to_owned()).collect();
        let features = features.iter().map(|(name, entries)| ((*name).to_owned(), list(entries))).collect();
        Package { folder: folder.to_owned(), features, dependencies, ..Package::default() }
    }

    fn names(lost: &Lost, folder: &str) -> Vec<String> {
        lost.get(folder).into_iter().flatten().cloned().collect()
    }

    #[test]
    fn a_feature_that_names_a_removed_package_is_lost_and_so_are_its_users() {
        let upper = package(
            "upper",
            &[("default", &["std"]), ("std", &["alloc", "lower/std"]), ("alloc", &["lower/alloc"])],
            vec![dependency("lower", "lower")],
        );
        let lower = package("lower", &[("std", &["dep:gone"]), ("alloc", &[])], vec![]);
        let lost = lost(&Closure { packages: vec![upper, lower] });
        assert_eq!(names(&lost, "upper"), ["default", "std"]);
        assert_eq!(names(&lost, "lower"), ["std"]);
    }

    #[test]
    fn a_dependency_is_found_by_the_name_that_the_manifest_gives_it() {
        let upper = package(
            "upper",
            &[("a", &["renamed/x"]), ("b", &["renamed/y"]), ("c", &["original/x"])],
            vec![dependency("renamed", "original")],
        );
        let original = package("original", &[("x", &[]), ("y", &["gone/z"])], vec![]);
        assert_eq!(names(&lost(&Closure { packages: vec![upper, original] }), "upper"), ["b", "c"]);
    }

    #[test]
    fn a_weak_entry_loses_its_feature_only_if_the_dependency_stays() {
        let upper = package(
            "upper",
            &[("void", &["gone?/x"]), ("kept", &["lower?/x"]), ("lost", &["lower?/y"])],
            vec![dependency("lower", "lower")],
        );
        let lower = package("lower", &[("x", &[]), ("y", &["dep:gone"])], vec![]);
        assert!(is_void("gone?/x", &upper) && !is_void("lower?/x", &upper) && !is_void("gone/x", &upper));
        assert_eq!(names(&lost(&Closure { packages: vec![upper, lower] }), "upper"), ["lost"]);
    }

    #[test]
    fn unknown_features_and_those_that_need_an_operating_system_are_rejected() {
        for (feature, hint) in [
            ("std", "depend on ulid by path or git instead"),
            ("default", "by path or git instead"),
            ("serd", "expected some of alloc,"),
        ] {
            let message = check("ulid", &[feature]).unwrap_err().to_string();
            assert!(message.contains(feature) && message.contains(hint), "{message}");
        }
        check("ulid", &["alloc", "serde", "rand_core_0_10"]).unwrap();
    }
}
