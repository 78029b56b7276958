//! Compares the public APIs with earlier ones, by `cargo-semver-checks`.

use std::process::Command;

use anyhow::{Result, ensure};

use super::members::{Member, selected};
use super::tools::{cargo, version};
use crate::report::Outcome;
use crate::{command, root};

/// The features of the crates themselves. The integrations take long to build.
const FEATURES: &[&str] = &["rand_core_0_10", "rand_core_0_6", "rand_core_0_9", "serde", "std"];

/// Compares the libraries with those of a git revision: by default, of the last release. A change that breaks users needs a new
/// version.
///
/// # Errors
///
/// There is no such revision, or a change needs a new version.
pub(super) fn check(published: &[Member], baseline: Option<&str>) -> Result<Outcome> {
    if let Err(skipped) = version("cargo-semver-checks") {
        return Ok(skipped);
    }
    let Some(baseline) = baseline.map(str::to_owned).or_else(last_release) else {
        return Ok(Outcome::Skipped(
            "no release is tagged yet; `--baseline REVISION` names another state".into(),
        ));
    };
    let commit = git(&["rev-parse", "--verify", "--quiet", &format!("{baseline}^{{commit}}")]);
    ensure!(commit.is_ok(), "--baseline: expected a git revision, found {baseline:?}");

    let libraries = published.iter().filter(|package| package.is_library);
    let (old, new): (Vec<&Member>, Vec<_>) = libraries.partition(|package| existed(package, &baseline));
    let (with_features, without): (Vec<&Member>, Vec<_>) =
        old.iter().partition(|package| FEATURES.iter().all(|feature| package.has_feature(feature)));
    let features = format!("--features={}", FEATURES.join(","));
    for (packages, features) in [(with_features, &[&*features] as &[_]), (without, &[])] {
        if !packages.is_empty() {
            let mut cargo =
                cargo(&["semver-checks", "--only-explicit-features", "--baseline-rev", &baseline]);
            command::run(cargo.args(selected(packages)).args(features))?;
        }
    }
    let names: Vec<_> = new.iter().map(|package| &*package.name).collect();
    let new = if new.is_empty() { String::new() } else { format!("; not there yet: {}", names.join(", ")) };
    Ok(Outcome::Passed(format!("{} libraries against {baseline}{new}", old.len())))
}

fn git(arguments: &[&str]) -> Result<String> {
    command::read(Command::new("git").args(arguments).current_dir(root()))
}

fn last_release() -> Option<String> {
    let tag = git(&["describe", "--tags", "--abbrev=0", "--match=v*"]).ok()?;
    Some(tag.trim().to_owned())
}

/// Whether a revision has a package.
fn existed(package: &Member, revision: &str) -> bool {
    let folder = package.folder.strip_prefix(root()).unwrap_or(&package.folder);
    git(&["cat-file", "-e", &format!("{revision}:{}/Cargo.toml", folder.display())]).is_ok()
}
