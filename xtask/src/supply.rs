//! `cargo xtask prove supply`: checks of what users receive, and of what it is made from. Most of them need a tool that Cargo builds, or
//! build much, so only [`check_fast`] is part of `cargo xtask test`.

mod deny;
mod locks;
mod members;
mod minimal;
mod packages;
mod semver;
mod tools;
mod workspace;

use anyhow::Result;

use crate::flags;
use crate::report::Report;

/// Runs all checks, and prints one table. A failed check does not stop the others.
///
/// # Errors
///
/// At least one check failed. Under `CI=true`, a check that is skipped has failed too.
pub(crate) fn run(options: &flags::Supply) -> Result<()> {
    let published = members::published()?;
    let baseline = options.baseline.as_deref();
    let mut report = Report::new();
    report.add("files in the packages", "licences, a README, sources", || packages::check_files(&published));
    report.add("lock files", "sources and checksums of dependencies", locks::check);
    report.add("deny.toml", "licences, duplicates, sources", deny::rules);
    report.add("advisories", "known vulnerabilities of dependencies", deny::advisories);
    report.add("packages", "build from their own files", || packages::check_builds(&published));
    report.add("lowest versions", "of dependencies build", || minimal::check(&published));
    report.add("compatibility", "with earlier public APIs", || semver::check(&published, baseline));
    report.finish()
}

/// The checks that need no tool and build nothing.
///
/// # Errors
///
/// At least one check failed.
pub(crate) fn check_fast() -> Result<()> {
    let published = members::published()?;
    members::check_lists(&published)?;
    packages::check_files(&published)?;
    locks::check().map(drop)
}
