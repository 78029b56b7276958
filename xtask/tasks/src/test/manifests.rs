//! Compares the manifests of the published crates with the workspace's manifest. They inherit nothing from it, so that
//! a directory copied out of the repository still builds.

use std::fs;
use std::path::Path;

use toml::Value;

use crate::workspace::{Package, published};
use crate::{files, root};

/// Reports every line of a published crate's manifest that differs from the workspace's manifest.
#[test]
fn published_crates_repeat_the_manifest_of_the_workspace() {
    let root = root();
    let read = |path: &Path| files::read_toml(path).map(Value::Table).unwrap();
    let workspace = read(&root.join("Cargo.toml"));
    let mut problems = Vec::new();
    for Package { name, is_library, .. } in &published().unwrap() {
        let directory = root.join("crates").join(name);
        let manifest = read(&directory.join("Cargo.toml"));
        let differences = if *is_library { compare(&workspace, &manifest) } else { Vec::new() };
        let differences = differences.into_iter().chain(rejected(&manifest));
        problems.extend(differences.map(|problem| format!("crates/{name}/Cargo.toml: {problem}")));
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            if fs::read(root.join(license)).ok() != fs::read(directory.join(license)).ok() {
                problems.push(format!("crates/{name}/{license}: differs from the workspace's"));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

fn at<'a>(manifest: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(manifest, |value, key| value.get(key))
}

fn compare(workspace: &Value, manifest: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let mut equal = |what: &str, expected: Option<&Value>, found: Option<&Value>| {
        if expected != found {
            let show = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            problems.push(format!("{what}: expected {}, found {}", show(expected), show(found)));
        }
    };
    let package = at(workspace, &["workspace", "package"]).and_then(Value::as_table);
    for (key, expected) in package.into_iter().flatten() {
        equal(key, Some(expected), at(manifest, &["package", key]));
    }
    equal("lints", at(workspace, &["workspace", "lints"]), at(manifest, &["lints"]));
    let docs = |kind: &'static str| [kind, "metadata", "docs", "rs"];
    equal("docs.rs", at(workspace, &docs("workspace")), at(manifest, &docs("package")));
    // These packages are not published, so a copied directory would not find them. A crate can turn on its own features
    // for tests.
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
    problems
}

/// Returns the reasons for which crates.io would reject a package.
fn rejected(manifest: &Value) -> Vec<String> {
    let value = |key| at(manifest, &["package", key]);
    let description = value("description").and_then(Value::as_str).unwrap_or_default();
    let keywords = value("keywords").and_then(Value::as_array).map_or(&[][..], |keywords| keywords);
    let is_keyword = |keyword: &Value| {
        let keyword = keyword.as_str().unwrap_or_default();
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte);
        (1..=20).contains(&keyword.len()) && keyword.bytes().all(is_allowed)
    };
    let mut problems = Vec::new();
    if description.is_empty() {
        problems.push("expected a description".to_owned());
    }
    if keywords.len() > 5 || !keywords.iter().all(is_keyword) {
        problems.push(format!("expected at most five words without blanks as keywords, found {keywords:?}"));
    }
    problems
}
