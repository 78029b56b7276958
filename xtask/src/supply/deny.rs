//! The rules of `deny.toml`, by `cargo-deny`.

use anyhow::Result;

use super::tools::{cargo, version};
use crate::command;
use crate::report::Outcome;

/// Checks licences, duplicates and sources. An entry of `deny.toml` that nothing needs is an error as well.
///
/// # Errors
///
/// A rule is broken.
pub(super) fn rules() -> Result<Outcome> {
    if let Err(skipped) = version("cargo-deny") {
        return Ok(skipped);
    }
    let stale = ["--deny=unmatched-skip", "--deny=unnecessary-skip", "--deny=license-not-encountered"];
    let mut cargo = cargo(&["deny", "--workspace", "check"]);
    command::run(cargo.args(stale).args(["bans", "licenses", "sources"]))?;
    Ok(Outcome::Passed("as deny.toml says".to_owned()))
}

/// Looks for known vulnerabilities. The database is fetched from the network.
///
/// # Errors
///
/// A dependency has one.
pub(super) fn advisories() -> Result<Outcome> {
    if let Err(skipped) = version("cargo-deny") {
        return Ok(skipped);
    }
    if let Err(error) = command::read(&mut cargo(&["deny", "fetch", "db"])) {
        eprintln!("{error:#}");
        return Ok(Outcome::Skipped(
            "the database of advisories can't be fetched from github.com".to_owned(),
        ));
    }
    command::run(&mut cargo(&["deny", "--workspace", "check", "--disable-fetch", "advisories"]))?;
    Ok(Outcome::Passed("no dependency has one".to_owned()))
}
