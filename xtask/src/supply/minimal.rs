//! Builds the published packages with the lowest versions that their manifests allow.

use anyhow::Result;

use super::members::{Member, selected};
use super::tools::{nightly, nightly_version};
use super::workspace;
use crate::report::Outcome;
use crate::{command, root};

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
