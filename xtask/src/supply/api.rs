//! The public API of each published library as a text, so that a review sees its changes.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use super::members::Member;
use super::tools::{nightly, nightly_version, version};
use crate::report::Outcome;
use crate::{command, files, root};

const FOLDER: &str = "docs/api";

/// The tools that wrote the texts. Another compiler can describe the same API in other words.
const TOOLS: &str = "docs/api/tools.txt";

/// Compares the texts with the public APIs.
///
/// # Errors
///
/// A text is not the public API, or a library has none.
pub(super) fn check(published: &[Member]) -> Result<Outcome> {
    let tools = match tools() {
        Ok(tools) => tools,
        Err(skipped) => return Ok(skipped),
    };
    let mut changed = Vec::new();
    for name in libraries(published) {
        let text = text_of(name)?;
        if files::read(&path(name)).ok() != Some(text) {
            changed.push(name);
        }
    }
    let wrote = files::read(&root().join(TOOLS)).unwrap_or_default();
    let because = if wrote == tools {
        String::new()
    } else {
        let list = |tools: &str| tools.lines().collect::<Vec<_>>().join(", ");
        format!(" (perhaps only because of the tools: expected {}, found {})", list(&wrote), list(&tools))
    };
    ensure!(
        changed.is_empty(),
        "{FOLDER} is out of date: {}; run `cargo xtask supply --write`{because}",
        changed.join(", ")
    );
    Ok(Outcome::Passed(format!("{} libraries, as in {FOLDER}", libraries(published).count())))
}

/// Writes the texts.
///
/// # Errors
///
/// A tool is missing, a library does not build, or a file can't be written.
pub(super) fn write(published: &[Member]) -> Result<()> {
    let tools = match tools() {
        Ok(tools) => tools,
        Err(Outcome::Skipped(missing) | Outcome::Passed(missing)) => bail!(missing),
    };
    for name in libraries(published) {
        files::write(&path(name), &text_of(name)?)?;
    }
    files::write(&root().join(TOOLS), &tools)
}

fn tools() -> Result<String, Outcome> {
    Ok(format!("{}\n{}\n", version("cargo-public-api")?, nightly_version()?))
}

fn libraries(published: &[Member]) -> impl Iterator<Item = &str> {
    published.iter().filter(|package| package.is_library).map(|package| &*package.name)
}

fn path(name: &str) -> PathBuf {
    root().join(FOLDER).join(format!("{name}.txt"))
}

fn text_of(name: &str) -> Result<String> {
    let mut cargo = nightly(&root());
    // Without the implementations that every type has, and without auto traits, whose list depends on the compiler. Those are
    // compared by `cargo-semver-checks`.
    cargo.args(["public-api", "-ss", "--color=never", "--all-features", "--target-dir=target/supply"]);
    let text = command::read(cargo.args(["--package", name]))?;
    // Derived with `PartialEq`, and of no use to users.
    let lines = text.lines().filter(|line| !line.contains(" core::marker::StructuralPartialEq for "));
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}
