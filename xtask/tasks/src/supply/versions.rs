//! The lowest and the newest versions of dependencies that the manifests allow.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use toml::{Table, Value};
use xshell::{Shell, cmd};

use crate::pinned::NIGHTLY;
use crate::test::msrv::{self, Toolchain};
use crate::workspace::Package;
use crate::{command, files, root};

/// The features whose libraries need a later Rust than the crates, in every version.
const NEWER: [&str; 4] = ["sea_orm_2", "sqlx_0_9", "sqlx_0_9_postgres", "utoipa_6"];

/// The end of the day whose newest versions a project has locked.
const YEAR_OLD: &str = "2025-11-28T23:59:59Z";

/// The dependencies that are younger, so that no project has locked them.
const YOUNGER: [&str; 7] = ["getrandom", "rand_chacha", "rand_core", "redis", "sea-orm", "sqlx", "utoipa"];

/// Checks each feature and the unit tests with the lowest versions that the manifest allows for its dependencies, and
/// with the oldest supported Rust. Each has a project with a lock file, because in a common lock file, the newest
/// libraries would raise the versions of what all share, such as `thiserror`. Dependencies of dependencies have the
/// newest versions for that Rust, because many crates don't build with the lowest versions of theirs.
///
/// # Errors
///
/// Returns an error if a package does not build, or if another crate needs a higher version than the lowest that our
/// manifests allow.
pub(super) fn check_lowest(oldest: &Toolchain, published: &[Package]) -> Result<String> {
    let (nightly, mut count) = (&*NIGHTLY, 0);
    let (shell, directory) = project("lowest")?;
    for package in published.iter().filter(|package| package.is_library) {
        for (feature, dependencies) in dependencies(&package.name)? {
            let users: Vec<_> = users(package, &feature, published).collect();
            if users.is_empty() {
                continue;
            }
            count += 1;
            let tested: Vec<_> =
                [package].iter().chain(&users).map(|tested| format!("--package={}", tested.name)).collect();
            let users: String = users.iter().map(|user| depend(user, &named(&feature))).collect();
            let rust = format!("rust-version = {:?}", msrv::rust_version()?);
            write_manifest(&directory, &rust, &(dependencies + &users))?;
            files::remove(&directory.join("Cargo.lock"))?;
            let lock = cmd!(shell, "cargo {nightly} generate-lockfile -Zdirect-minimal-versions");
            let mut check = if NEWER.contains(&&*feature) { Command::new("cargo") } else { oldest.cargo() };
            check.args(["check", "--tests", "--locked", "--target-dir=."]).args(tested);
            check.current_dir(&directory);
            let all = command::run(&mut lock.into()).and_then(|()| command::run(&mut check));
            all.with_context(|| format!("{} with `{feature}`", package.name))?;
        }
    }
    Ok(format!("{count} features, one by one"))
}

/// Adds our crates to projects that use the same libraries and whose lock files are a year old.
///
/// # Errors
///
/// Returns an error if one of their locked packages would change.
pub(super) fn check_old_locks(published: &[Package]) -> Result<String> {
    let (nightly, mut count) = (&*NIGHTLY, 0);
    let (shell, directory) = project("year-old")?;
    let lock = directory.join("Cargo.lock");
    for package in published.iter().filter(|package| package.is_library) {
        let dependencies = dependencies(&package.name)?;
        let always: &str = dependencies.get("").map_or("", |lines| lines);
        for (feature, own) in &dependencies {
            let is_old = |line: &&str| {
                !YOUNGER.iter().any(|younger| line.starts_with(&format!("lowest-{younger} = ")))
            };
            // `tls` adds libraries whose newest versions need newer ones of others.
            let has_old = own.is_empty() || own.split_inclusive('\n').any(|line| is_old(&line));
            if feature == "tls" || !has_old {
                continue;
            }
            let lines: BTreeSet<_> =
                always.split_inclusive('\n').chain(own.split_inclusive('\n')).filter(is_old).collect();
            let libraries: String = lines.into_iter().collect();
            write_manifest(&directory, "", &libraries)?;
            files::remove(&lock)?;
            let until = format!("--publish-time={YEAR_OLD}");
            let generate =
                cmd!(shell, "cargo {nightly} generate-lockfile --quiet -Zunstable-options {until}");
            command::run(&mut generate.into())
                .with_context(|| format!("{} with `{feature}`", package.name))?;
            let before = locked(&lock)?;
            let users = users(package, feature, published);
            let users: String = users.map(|user| depend(user, &named(feature))).collect();
            write_manifest(&directory, "", &(libraries + &users))?;
            command::run(&mut cmd!(shell, "cargo {nightly} update --quiet --workspace").into())?;
            let after = locked(&lock)?;
            let moved: Vec<_> = before.difference(&after).collect();
            let (package, newer) = (&package.name, after.difference(&before).collect::<Vec<_>>());
            ensure!(
                moved.is_empty(),
                "{package} with `{feature}`: expected that nothing moves, but {moved:?} moved to {newer:?}"
            );
            count += before.len();
        }
    }
    Ok(format!("none of {count} locked packages moved"))
}

/// Returns the names and versions in a lock file.
fn locked(file: &Path) -> Result<BTreeSet<(String, String)>> {
    let lock: Table = files::read_toml(file)?;
    let packages = lock.get("package").and_then(Value::as_array).context("expected packages")?;
    let text = |package: &Value, key: &str| Some(package.get(key)?.as_str()?.to_owned());
    Ok(packages
        .iter()
        .filter_map(|package| Some((text(package, "name")?, text(package, "version")?)))
        .collect())
}

/// Returns the crates that use a package's dependencies of a feature. The integrations are macros of `idcore` that the
/// scheme crates call.
fn users<'a>(
    package: &'a Package,
    feature: &'a str,
    published: &'a [Package],
) -> impl Iterator<Item = &'a Package> {
    published.iter().filter(move |user| {
        let is_user =
            if package.name == "idcore" { !user.schemes.is_empty() } else { user.name == package.name };
        is_user && (feature.is_empty() || user.features.iter().any(|name| name == feature))
    })
}

/// Creates the directory of an empty library, and a shell in it.
fn project(name: &str) -> Result<(Shell, PathBuf)> {
    let (shell, directory) = (command::shell()?, root().join("target").join(name));
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    files::write(&directory.join("lib.rs"), "")?;
    shell.change_dir(&directory);
    Ok((shell, directory))
}

/// Returns no feature for `""`.
fn named(feature: &str) -> Vec<&str> {
    [feature].into_iter().filter(|name| !name.is_empty()).collect()
}

fn write_manifest(directory: &Path, rust_version: &str, dependencies: &str) -> Result<()> {
    let manifest = format!(
        "[package]\nname = \"project\"\nedition = \"2024\"\n{rust_version}\n\n[lib]\npath = \"lib.rs\"\n\n\
         [workspace]\nresolver = \"3\"\n\n[dependencies]\n{dependencies}"
    );
    files::write(&directory.join("Cargo.toml"), &manifest)
}

/// Returns the line of a manifest that adds one of our crates.
fn depend(Package { name, .. }: &Package, features: &[&str]) -> String {
    format!(
        "{name} = {{ path = \"../../crates/{name}\", default-features = false, features = {features:?} }}\n"
    )
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
    let (shell, directory) = project("newest")?;
    let schemes = published.iter().filter(|package| !package.schemes.is_empty());
    let users: String = schemes.map(|user| depend(user, &["rusqlite"])).collect();
    // Building an empty library checks the crates' implementations of rusqlite's traits.
    write_manifest(
        &directory,
        "",
        &format!("rusqlite = {{ version = \"*\", default-features = false }}\n{users}"),
    )?;
    command::run(&mut cmd!(shell, "cargo check --target-dir=.").into())?;
    Ok("all schemes, with the newest rusqlite that they accept".to_owned())
}
