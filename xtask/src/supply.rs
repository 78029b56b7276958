//! `cargo xtask supply`: checks of what users receive, and of what it is made from. Most of them need a tool that Cargo builds, or
//! build much, so only [`check_fast`] is part of `cargo xtask test`.

mod api;
mod deny;
mod locks;
mod materials;
mod members;
mod minimal;
mod packages;
mod semver;
mod tools;
mod workspace;

use anyhow::{Result, ensure};
use lexopt::prelude::{Long, ValueExt as _};

use crate::report::Report;

/// What to do.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Write the text of each public API, and check nothing.
    write: bool,
    /// The git revision with which the public APIs are compared. By default, the last release.
    baseline: Option<String>,
}

/// Reads the arguments after `supply`.
///
/// # Errors
///
/// An argument is unknown or does not go with another, or a value is missing.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Options> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("write") => options.write = true,
            Long("baseline") => options.baseline = Some(arguments.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    ensure!(!options.write || options.baseline.is_none(), "`--write` compares nothing with a baseline");
    Ok(options)
}

/// Runs all checks, and prints one table, or writes the texts of the public APIs. A failed check does not stop the others.
///
/// # Errors
///
/// At least one check failed. Under `CI=true`, a check that is skipped has failed too.
pub fn run(options: &Options) -> Result<()> {
    let published = members::published()?;
    if options.write {
        return api::write(&published);
    }
    let baseline = options.baseline.as_deref();
    let mut report = Report::new();
    report.add("files in the packages", "licences, a README, sources", || packages::check_files(&published));
    report.add("lock files", "sources and checksums of dependencies", locks::check);
    report.add("deny.toml", "licences, duplicates, sources", deny::rules);
    report.add("advisories", "known vulnerabilities of dependencies", deny::advisories);
    report.add("bill of materials", "CycloneDX, in target/bom", || materials::write(&published));
    report.add("packages", "build from their own files", || packages::check_builds(&published));
    report.add("public APIs", "are the texts in docs/api", || api::check(&published));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parsed = |arguments: &[&str]| parse(&mut lexopt::Parser::from_args(arguments));
        assert_eq!(parsed(&["--baseline=v1"]).unwrap().baseline.unwrap(), "v1");
        assert!(parsed(&["--write"]).unwrap().write);
        for wrong in [&["--baseline"] as &[_], &["--quick"], &["--write", "--baseline=v1"]] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
