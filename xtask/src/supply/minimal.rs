//! Builds the published packages with the lowest versions that their manifests allow.

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::members::{Member, selected};
use super::tools::{nightly, nightly_version};
use super::workspace;
use crate::report::Outcome;
use crate::{command, files, root};

/// Checks a copy of the packages in the folder `target`. Only direct dependencies have their lowest version: our manifests
/// decide on these alone, and many crates do not build with the lowest versions of their own dependencies.
///
/// # Errors
///
/// A package does not build, or another crate needs a higher version than a manifest here allows.
pub(super) fn check(published: &[Member]) -> Result<Outcome> {
    if let Err(skipped) = nightly_version() {
        return Ok(skipped);
    }
    let folder = root().join("target/minimal");
    workspace::copy(published, &folder)?;
    command::run(nightly(&folder).args(["generate-lockfile", "--quiet", "-Zdirect-minimal-versions"]))?;

    for (lower, ours) in other_versions(&files::read(&folder.join("Cargo.lock"))?, "uuid")? {
        let lower = format!("uuid@{lower}");
        command::run(nightly(&folder).args(["update", "--quiet", &lower, "--precise", &ours]))?;
    }

    let target = format!("--target-dir={}", root().join("target/supply").display());
    let check = |arguments: &[String]| {
        command::run(nightly(&folder).args(["check", "--quiet", "--locked", &target]).args(arguments))
    };
    // Beside the others, which need `std`, these would be built with it.
    let mut without_std = selected(published.iter().filter(|package| package.has_feature("std")));
    without_std.push("--no-default-features".to_owned());
    check(&without_std)?;
    check(&["--workspace".to_owned()])?;
    check(&["--workspace".to_owned(), "--all-features".to_owned()])?;
    Ok(Outcome::Passed(format!(
        "{} packages: without `std`, with default and with all features",
        published.len()
    )))
}

/// The lower versions of a dependency in a lock file, each with the highest one.
///
/// diesel accepts `uuid` from 0.7 to 1, and must have the version that its users have. Cargo gives it another one as long as
/// that is not the newest.
fn other_versions(lock: &str, name: &str) -> Result<Vec<(String, String)>> {
    let lock: Table = lock.parse().context("Cargo.lock")?;
    let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    let of_name = packages.filter(|package| package.get("name").and_then(Value::as_str) == Some(name));
    // In a lock file, versions are in ascending order.
    let mut versions: Vec<_> =
        of_name.filter_map(|package| Some(package.get("version")?.as_str()?.to_owned())).collect();
    let ours = versions.pop().with_context(|| format!("Cargo.lock: expected `{name}`, found none"))?;
    Ok(versions.into_iter().map(|lower| (lower, ours.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_the_highest_version_are_replaced() {
        let package =
            |name: &str, version: &str| format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n");
        let lock = [package("a", "1.0.0"), package("b", "0.8.2"), package("b", "1.29.1")].concat();
        let expected = [("0.8.2".to_owned(), "1.29.1".to_owned())];
        assert_eq!(other_versions(&lock, "b").unwrap(), expected);
        assert_eq!(other_versions(&lock, "a").unwrap(), []);
        assert!(other_versions(&lock, "c").is_err());
    }
}
