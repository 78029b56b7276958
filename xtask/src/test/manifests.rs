//! Compares the manifests of the published crates with the workspace's manifest. They inherit nothing from it, so that a
//! folder copied out of the repository still builds.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, slice};

use anyhow::{Result, bail};
use toml::Value;

use crate::workspace::{Package, features, published};
use crate::{files, root};

/// Names every line of a published crate's manifest that differs from the workspace's.
fn check(published: &[Package]) -> Result<()> {
    let root = root();
    let workspace = read(&root.join("Cargo.toml"))?;
    let mut faults = Vec::new();
    for Package { name, .. } in published.iter().filter(|package| package.is_library) {
        let folder = root.join("crates").join(name);
        let manifest = read(&folder.join("Cargo.toml"))?;
        for fault in compare(&workspace, &manifest) {
            faults.push(format!("crates/{name}/Cargo.toml: {fault}"));
        }
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            if fs::read(root.join(license)).ok() != fs::read(folder.join(license)).ok() {
                faults.push(format!("crates/{name}/{license}: differs from the workspace's"));
            }
        }
    }
    let expected = features(published);
    for package in published.iter().filter(|package| !package.schemes.is_empty()) {
        let (name, found) = (&package.name, features(slice::from_ref(package)));
        let is_expected = |name: &&str| !package.without.iter().any(|without| without == name);
        let expected: BTreeSet<_> = expected.iter().copied().filter(is_expected).collect();
        if found != expected {
            faults
                .push(format!("crates/{name}/Cargo.toml: features: expected {expected:?}, found {found:?}"));
        }
    }
    if faults.is_empty() { Ok(()) } else { bail!("{}", faults.join("\n       ")) }
}

fn read(path: &Path) -> Result<Value> {
    files::read_toml(path).map(Value::Table)
}

fn at<'a>(manifest: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(manifest, |value, key| value.get(key))
}

fn compare(workspace: &Value, manifest: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut equal = |what: &str, expected: Option<&Value>, found: Option<&Value>| {
        if expected != found {
            let show = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            faults.push(format!("{what}: expected {}, found {}", show(expected), show(found)));
        }
    };
    let package = at(workspace, &["workspace", "package"]).and_then(Value::as_table);
    for (key, expected) in package.into_iter().flatten() {
        equal(key, Some(expected), at(manifest, &["package", key]));
    }
    equal("lints", at(workspace, &["workspace", "lints"]), at(manifest, &["lints"]));
    // These packages are not published, so a copied folder would not find them. A crate can turn on its own features for tests.
    let own_name = at(manifest, &["package", "name"]).and_then(Value::as_str);
    let dev_dependencies =
        at(manifest, &["dev-dependencies"]).and_then(Value::as_table).into_iter().flatten();
    for (name, dependency) in dev_dependencies.filter(|(name, _)| own_name != Some(name)) {
        equal(&format!("dev-dependency {name}"), None, Some(dependency));
    }
    let of_targets = at(manifest, &["target"]).and_then(Value::as_table).into_iter().flatten();
    let tables = of_targets.map(|(_, target)| target).chain([manifest]);
    let dependencies = tables.filter_map(|table| at(table, &["dependencies"]).and_then(Value::as_table));
    for (name, dependency) in dependencies.flatten() {
        for key in ["package", "version", "default-features"] {
            let expected = at(workspace, &["workspace", "dependencies", name, key]);
            equal(&format!("dependency {name}, {key}"), expected, dependency.get(key));
        }
    }
    faults
}

#[test]
fn published_crates_repeat_the_manifest_of_the_workspace() {
    check(&published().unwrap()).unwrap();
}

fn parse(manifest: &str) -> Value {
    Value::Table(manifest.parse().unwrap())
}

fn workspace() -> Value {
    parse(
        r#"
        [workspace.package]
        edition = "2024"
        [workspace.dependencies]
        serde = { version = "1.2", default-features = false }
        [workspace.lints.rust]
        unsafe_code = "deny"
        "#,
    )
}

#[test]
fn equal_manifests_pass() {
    let manifest = r#"
        [package]
        name = "own"
        edition = "2024"
        [dependencies]
        serde = { version = "1.2", default-features = false, optional = true }
        [dev-dependencies]
        own = { path = ".", features = ["testing"] }
        [lints.rust]
        unsafe_code = "deny"
        "#;
    assert_eq!(compare(&workspace(), &parse(manifest)), [""; 0]);
}

#[test]
fn every_difference_is_named() {
    let manifest = r#"
        [package]
        edition = "2021"
        [dependencies]
        serde = { version = "1.1" }
        [dev-dependencies]
        other = "1"
        "#;
    let faults = compare(&workspace(), &parse(manifest)).join("\n");
    for name in ["edition", "lints", "dev-dependency other", "serde, version", "serde, default-features"] {
        assert!(faults.contains(name), "{name} is not in {faults}");
    }
}

/// The features that the catalogue's lists have of one scheme crate, but not of another one that has them.
fn missing(catalogue: &str) -> Vec<String> {
    let (catalogue, published) = (parse(catalogue), published().unwrap());
    let mut missing = Vec::new();
    for (list, entries) in catalogue["features"].as_table().unwrap() {
        let entries = entries.as_array().unwrap().iter().filter_map(Value::as_str);
        let entries: BTreeSet<_> = entries.filter_map(|entry| entry.split_once('/')).collect();
        let features: BTreeSet<_> = entries.iter().map(|(_, feature)| *feature).collect();
        for Package { name, features: has, .. } in
            published.iter().filter(|package| !package.schemes.is_empty())
        {
            let of_package = has.iter().map(|feature| (&**name, &**feature));
            let lacks = of_package.filter(|entry| features.contains(entry.1) && !entries.contains(entry));
            missing.extend(lacks.map(|(name, feature)| format!("{list}: {name}/{feature}")));
        }
    }
    missing
}

#[test]
fn the_catalogue_has_the_same_features_of_every_scheme_crate() {
    let catalogue = files::read(&root().join("xtask/harness/Cargo.toml")).unwrap();
    assert_eq!(missing(&catalogue), [""; 0], "expected these in xtask/harness/Cargo.toml");
    let without = catalogue.replacen("\"uuid7/rand_core_0_6\",", "", 1);
    assert_eq!(missing(&without), ["rand_core_0_6: uuid7/rand_core_0_6"]);
}
