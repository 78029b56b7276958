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

use std::env;
use std::time::Instant;

use anyhow::{Result, ensure};
use lexopt::prelude::{Long, ValueExt as _};

use crate::markdown;

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

/// The result of a check that did not fail.
enum Outcome {
    /// It passed. The text says what was checked.
    Passed(String),
    /// A tool or something else is missing. The text says what, and how to get it.
    Skipped(String),
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
    let checks: [(&str, &dyn Fn() -> Result<Outcome>); 9] = [
        ("files in the packages", &|| packages::check_files(&published)),
        ("sources in the lock files", &locks::check),
        ("licences, duplicates, sources", &deny::rules),
        ("advisories", &deny::advisories),
        ("bill of materials", &|| materials::write(&published)),
        ("packages build", &|| packages::check_builds(&published)),
        ("texts of the public APIs", &|| api::check(&published)),
        ("lowest versions of dependencies", &|| minimal::check(&published)),
        ("compatible public APIs", &|| semver::check(&published, options.baseline.as_deref())),
    ];
    let in_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
    let mut rows = Vec::new();
    let mut failures = 0;
    for (name, check) in checks {
        println!("\n=== {name}");
        let start = Instant::now();
        let (what, result) = match check() {
            Ok(Outcome::Passed(what)) => (what, "passed"),
            Ok(Outcome::Skipped(missing)) if !in_ci => (missing, "SKIPPED"),
            Ok(Outcome::Skipped(missing)) => (missing, "FAILED"),
            Err(error) => {
                eprintln!("error: {error:#}");
                (error.to_string().lines().next().unwrap_or_default().to_owned(), "FAILED")
            }
        };
        failures += usize::from(result == "FAILED");
        let seconds = start.elapsed().as_secs().to_string();
        println!("{result}: {what}");
        rows.push([name, &what, result, &seconds].map(str::to_owned).to_vec());
    }
    print!("\n{}", markdown::table("check | what | result | seconds", rows, 3));
    ensure!(failures == 0, "{failures} checks failed");
    Ok(())
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
