//! Manifests that stand alone: every dependency is a folder next to them, and they name nothing else.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use super::closure::{Dependency, Package};
use super::features::{self, Lost};

/// The notice of changes that section 4 (b) of Apache-2.0 requires.
const NOTICE: &str = "# Changed by `cargo xtask vendor` of sortid: dependencies are folders next to this one, and references to\n\
     # anything else are removed.\n\n";

/// Sections that are not built for a dependency, or that cargo reads only in the manifest of a workspace's root.
const LEFT_OUT: &[&str] = &[
    "bench",
    "bin",
    "dev-dependencies",
    "dev_dependencies",
    "example",
    "lints",
    "patch",
    "profile",
    "replace",
    "test",
    "workspace",
];

/// Returns the manifest of a vendored package.
pub(super) fn stand_alone(manifest: &str, package: &Package, lost: &Lost) -> Result<String> {
    let none = BTreeSet::new();
    let lost = lost.get(&package.folder).unwrap_or(&none);
    let mut document: DocumentMut = manifest.parse()?;
    for key in LEFT_OUT {
        document.remove(key);
    }

    point(document.as_table_mut(), None, package)?;
    if let Some(targets) = document.get_mut("target").and_then(Item::as_table_like_mut) {
        for (target, item) in targets.iter_mut() {
            let table =
                item.as_table_like_mut().with_context(|| format!("target.{target} is not a table"))?;
            table.remove("dev-dependencies");
            table.remove("dev_dependencies");
            point(table, Some(&target), package)?;
        }
        let names: Vec<String> = targets.iter().map(|(target, _)| target.to_owned()).collect();
        names.iter().for_each(|target| remove_if_empty(targets, target));
    }
    remove_if_empty(document.as_table_mut(), "target");

    if let Some(table) = document.get_mut("features").and_then(Item::as_table_like_mut) {
        for feature in lost {
            table.remove(feature);
        }
        for (_, entries) in table.iter_mut() {
            if let Some(entries) = entries.as_array_mut() {
                entries.retain(|entry| entry.as_str().is_none_or(|entry| !features::is_void(entry, package)));
            }
        }
    }
    remove_if_empty(document.as_table_mut(), "features");

    restrict_targets(&mut document)?;
    document.insert("lints", lints());
    Ok(format!("{NOTICE}{document}"))
}

/// Points the dependencies of a table to their folders, and removes those outside the closure.
fn point(tables: &mut dyn TableLike, target: Option<&str>, package: &Package) -> Result<()> {
    for (name, build) in [("dependencies", false), ("build-dependencies", true), ("build_dependencies", true)]
    {
        let Some(table) = tables.get_mut(name).and_then(Item::as_table_like_mut) else { continue };
        let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
        for key in keys {
            let is_it = |dependency: &&Dependency| {
                dependency.key == key
                    && dependency.build == build
                    && dependency.target.as_deref().map(without_spaces) == target.map(without_spaces)
            };
            let Some(dependency) = package.dependencies.iter().find(is_it) else {
                table.remove(&key);
                continue;
            };
            let path = format!("../{}", dependency.folder);
            let item = table.get_mut(&key).context("a dependency has no value")?;
            if let Some(version) = item.as_str() {
                let mut inline = InlineTable::new();
                inline.insert("version", version.into());
                *item = value(inline);
            }
            let table = item.as_table_like_mut().with_context(|| format!("{name}.{key} is not a table"))?;
            for source in ["registry", "registry-index", "git", "branch", "tag", "rev"] {
                table.remove(source);
            }
            table.insert("path", value(path));
            if let Some(inline) = item.as_inline_table_mut() {
                inline.fmt();
            }
        }
        remove_if_empty(tables, name);
    }
    Ok(())
}

/// Removes whitespace for comparing targets. Cargo formats a `cfg(…)` differently from the manifest.
fn without_spaces(target: &str) -> String {
    target.split_whitespace().collect()
}

fn remove_if_empty(table: &mut dyn TableLike, key: &str) {
    if table.get(key).and_then(Item::as_table_like).is_some_and(TableLike::is_empty) {
        table.remove(key);
    }
}

/// Restricts a package to its library, without tests. In a workspace, vendored packages can become members, which `--workspace`
/// builds.
fn restrict_targets(document: &mut DocumentMut) -> Result<()> {
    let package = document
        .get_mut("package")
        .and_then(Item::as_table_like_mut)
        .context("expected a table [package]")?;
    for key in ["autobenches", "autobins", "autoexamples", "autotests"] {
        package.insert(key, value(false));
    }
    package.remove("default-run");
    package.remove("workspace");
    let library = document.entry("lib").or_insert_with(|| Item::Table(Table::new()));
    let library = library.as_table_like_mut().context("expected `lib` to be a table")?;
    for key in ["bench", "doctest", "test"] {
        library.insert(key, value(false));
    }
    Ok(())
}

/// Cargo hides the warnings about packages from a registry. These lints do the same for folders. Even if a build turns warnings
/// into errors, no removed part causes one.
fn lints() -> Item {
    let allow = || InlineTable::from_iter([("level", Value::from("allow")), ("priority", Value::from(-1))]);
    // By itself, because a build can deny the group. Conditions name removed features, and names that only the author's tools set.
    let rust = Table::from_iter([("warnings", value(allow())), ("unexpected_cfgs", value("allow"))]);
    let clippy = Table::from_iter([("all", value(allow()))]);
    let mut lints = Table::from_iter([("rust", rust), ("clippy", clippy)]);
    lints.set_implicit(true);
    Item::Table(lints)
}

#[cfg(test)]
mod tests {
    use toml::Table as Plain;

    use super::*;

    fn dependency(key: &str, build: bool, target: Option<&str>, folder: &str) -> Dependency {
        let target = target.map(str::to_owned);
        Dependency { key: key.to_owned(), build, target, folder: folder.to_owned() }
    }

    fn package(dependencies: Vec<Dependency>) -> Package {
        Package { folder: "package".to_owned(), dependencies, ..Package::default() }
    }

    fn edited(manifest: &str, dependencies: Vec<Dependency>, lost: &[&str]) -> Plain {
        let package = package(dependencies);
        let lost = Lost::from([("package".to_owned(), lost.iter().map(|&name| name.to_owned()).collect())]);
        stand_alone(manifest, &package, &lost).unwrap().parse().unwrap()
    }

    fn plain(manifest: &str) -> Plain {
        manifest.parse().unwrap()
    }

    const EVERY: &str = r#"
        autobenches = false
        autobins = false
        autoexamples = false
        autotests = false
        "#;

    #[test]
    fn dependencies_become_folders_and_the_others_are_removed() {
        let manifest = r#"
            [package]
            [dependencies]
            plain = "1"
            inline = { version = "2", default-features = false, git = "https://example.org", rev = "0" }
            renamed = { package = "original", version = "3" }
            gone = { version = "4", optional = true }
            [dependencies.long]
            version = "5"
            registry = "other"
            [build-dependencies]
            plain = "6"
            [target.'cfg(any(unix,windows))'.dependencies]
            plain = "7"
            [target.'cfg(any())'.dependencies]
            never = "8"
            [target.'cfg(unix)'.dev-dependencies]
            plain = "9"
            "#;
        let dependencies = vec![
            dependency("plain", false, None, "plain"),
            dependency("inline", false, None, "inline-2.0.0"),
            dependency("renamed", false, None, "original"),
            dependency("long", false, None, "long"),
            dependency("plain", true, None, "plain-6.0.0"),
            dependency("plain", false, Some("cfg(any(unix, windows))"), "plain-7.0.0"),
        ];
        let expected = plain(
            r#"
            [dependencies]
            plain = { version = "1", path = "../plain" }
            inline = { version = "2", default-features = false, path = "../inline-2.0.0" }
            renamed = { package = "original", version = "3", path = "../original" }
            long = { version = "5", path = "../long" }
            [build-dependencies]
            plain = { version = "6", path = "../plain-6.0.0" }
            [target.'cfg(any(unix,windows))'.dependencies]
            plain = { version = "7", path = "../plain-7.0.0" }
            "#,
        );
        let edited = edited(manifest, dependencies, &[]);
        for key in ["dependencies", "build-dependencies", "target"] {
            assert_eq!(edited[key], expected[key]);
        }
    }

    #[test]
    fn a_manifest_keeps_only_its_library() {
        let manifest = r#"
            [package]
            name = "package"
            workspace = ".."
            default-run = "tool"
            [lib]
            proc-macro = true
            [dependencies]
            gone = "1"
            [dev-dependencies]
            gone = "1"
            [[bin]]
            name = "tool"
            [[test]]
            name = "test"
            [profile.release]
            lto = true
            [lints.rust]
            missing_docs = "warn"
            [target.'cfg(unix)'.dependencies]
            gone = "1"
            "#;
        let expected = format!(
            r#"
            [package]
            name = "package"
            {EVERY}
            [lib]
            proc-macro = true
            bench = false
            doctest = false
            test = false
            [lints.rust]
            warnings = {{ level = "allow", priority = -1 }}
            unexpected_cfgs = "allow"
            [lints.clippy]
            all = {{ level = "allow", priority = -1 }}
            "#
        );
        assert_eq!(edited(manifest, vec![], &[]), plain(&expected));
    }

    #[test]
    fn lost_features_are_removed_and_conditions_on_them_are_allowed() {
        let manifest = r#"
            [package]
            [features]
            default = ["std"]
            std = ["dep:gone"]
            alloc = ["gone?/alloc", "kept?/alloc"]
            [lints.rust]
            unexpected_cfgs = { level = "warn", check-cfg = ["cfg(fuzzing)"] }
            "#;
        let edited = edited(manifest, vec![dependency("kept", false, None, "kept")], &["default", "std"]);
        let expected = plain(
            r#"
            [features]
            alloc = ["kept?/alloc"]
            [lints.rust]
            unexpected_cfgs = "allow"
            "#,
        );
        assert_eq!(edited["features"], expected["features"]);
        assert_eq!(edited["lints"]["rust"]["unexpected_cfgs"], expected["lints"]["rust"]["unexpected_cfgs"]);
    }

    #[test]
    fn comments_stay_and_the_change_is_stated() {
        let package = package(vec![]);
        let text =
            stand_alone("# By hand.\n[package]\n# Of ours.\nname = \"package\"\n", &package, &Lost::new());
        let text = text.unwrap();
        assert!(
            text.starts_with("# Changed by") && text.contains("# By hand.") && text.contains("# Of ours."),
            "{text}"
        );
    }
}
