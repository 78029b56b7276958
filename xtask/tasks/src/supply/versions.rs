//! The lowest and the newest versions of dependencies that the manifests allow.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use toml::{Table, Value};
use xshell::cmd;

use crate::pinned::NIGHTLY;
use crate::test::msrv::{self, Toolchain};
use crate::workspace::Package;
use crate::{command, files, root};

/// The features whose libraries need a later Rust than the crates, in every version.
const NEWER: [&str; 4] = ["sea_orm_2", "sqlx_0_9", "sqlx_0_9_postgres", "utoipa_6"];

/// Checks each feature with the lowest versions that the manifest allows for its dependencies, and with the oldest
/// supported Rust. Each has a project with a lock file, because in a common lock file, the newest libraries would
/// raise the versions of what all share, such as `thiserror`. Dependencies of dependencies have the newest versions
/// for that Rust, because many crates don't build with the lowest versions of theirs.
///
/// # Errors
///
/// Returns an error if a package does not build, or if another crate needs a higher version than the lowest that our
/// manifests allow.
pub(super) fn check_lowest(oldest: &Toolchain, published: &[Package]) -> Result<String> {
    let (nightly, shell, mut count) = (&*NIGHTLY, command::shell()?, 0);
    let directory = root().join("target/lowest");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    files::write(&directory.join("lib.rs"), "")?;
    shell.change_dir(&directory);
    for package in published.iter().filter(|package| package.is_library) {
        for (feature, dependencies) in dependencies(&package.name)? {
            // The integrations are macros of `idcore` that the scheme crates call.
            let of_feature = |user: &&Package| {
                let is_user = if package.name == "idcore" {
                    !user.schemes.is_empty()
                } else {
                    user.name == package.name
                };
                is_user && (feature.is_empty() || user.features.contains(&feature))
            };
            let users: Vec<_> = published.iter().filter(of_feature).collect();
            if users.is_empty() {
                continue;
            }
            count += 1;
            let mut manifest = format!(
                "[package]\nname = \"lowest\"\nedition = \"2024\"\nrust-version = {:?}\n\n[lib]\npath = \"lib.rs\"\n\n\
                 [workspace]\nresolver = \"3\"\n\n[dependencies]\n{dependencies}",
                msrv::rust_version()?
            );
            let features: Vec<_> = [&*feature].into_iter().filter(|name| !name.is_empty()).collect();
            for Package { name, .. } in users {
                writeln!(
                    manifest,
                    "{name} = {{ path = \"../../crates/{name}\", default-features = false, features = {features:?} }}"
                )?;
            }
            files::write(&directory.join("Cargo.toml"), &manifest)?;
            files::remove(&directory.join("Cargo.lock"))?;
            let lock = cmd!(shell, "cargo {nightly} generate-lockfile -Zdirect-minimal-versions");
            let mut check = if NEWER.contains(&&*feature) { Command::new("cargo") } else { oldest.cargo() };
            check.args(["check", "--locked", "--target-dir=."]).current_dir(&directory);
            let all = command::run(&mut lock.into()).and_then(|()| command::run(&mut check));
            all.with_context(|| format!("{} with `{feature}`", package.name))?;
        }
    }
    Ok(format!("{count} features, one by one"))
}

/// Returns the features of a package that bring third-party packages, and `""` for what is always there. The lines
/// make these packages direct dependencies of a project, with the versions and features of the manifest.
fn dependencies(name: &str) -> Result<BTreeMap<String, String>> {
    let manifest: Table = files::read_toml(&root().join("crates").join(name).join("Cargo.toml"))?;
    let table =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_table).cloned().unwrap_or_default();
    let manifest = Value::Table(manifest);
    let mut all = table(&manifest, "dependencies");
    all.extend(table(&manifest, "target").values().flat_map(|target| table(target, "dependencies")));
    let mut features = BTreeMap::new();
    for (dependency, entry) in all {
        let Some(mut entry) = entry.as_table().filter(|entry| !entry.contains_key("path")).cloned() else {
            continue;
        };
        let is_optional = entry.remove("optional").is_some();
        entry.entry("package").or_insert_with(|| dependency.clone().into());
        let line = format!("lowest-{dependency} = {}\n", Value::Table(entry));
        let turns_on = |needed: &Value| {
            let needed = needed.as_str().unwrap_or_default();
            needed.strip_prefix("dep:").or(needed.split_once('/').map(|(name, _)| name)) == Some(&dependency)
        };
        if !is_optional {
            features.entry(String::new()).or_insert_with(String::new).push_str(&line);
        }
        for (feature, needed) in table(&manifest, "features") {
            if needed.as_array().is_some_and(|needed| needed.iter().any(turns_on)) {
                features.entry(feature).or_insert_with(String::new).push_str(&line);
            }
        }
    }
    Ok(features)
}

/// Checks the schemes with the newest rusqlite that they accept. All other checks use the oldest, because the other
/// libraries need the same SQLite and a program can link only one.
pub(super) fn check_newest(published: &[Package]) -> Result<String> {
    let directory = root().join("target/newest");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let mut manifest = String::from(
        "[package]\nname = \"newest\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n\n\
         [dependencies]\nrusqlite = { version = \"*\", default-features = false }\n",
    );
    for Package { name, .. } in published.iter().filter(|package| !package.schemes.is_empty()) {
        writeln!(manifest, "{name} = {{ path = \"../../crates/{name}\", features = [\"rusqlite\"] }}")?;
    }
    files::write(&directory.join("Cargo.toml"), &manifest)?;
    // The package is empty. Building it checks the crates' implementations of rusqlite's traits.
    files::write(&directory.join("lib.rs"), "")?;
    let shell = command::shell()?;
    let check = ["--manifest-path=target/newest/Cargo.toml", "--target-dir=target/newest"];
    command::run(&mut cmd!(shell, "cargo check {check...}").into())?;
    Ok("all schemes, with the newest rusqlite that they accept".to_owned())
}
