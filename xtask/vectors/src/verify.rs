//! Checks the crates against vectors from elsewhere.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use oracle::schemes::SCHEMES;
use oracle::test_vectors;

use crate::check_file::Checked;
use crate::part::{CaseName, Part, layout};
use crate::report::{Report, say};
use crate::{load, schema};

/// Validates the files in a directory and checks the crates against them, or one crate against one case.
pub(crate) fn run(directory: &Path, case: Option<&CaseName>) -> Result<()> {
    let mut report = Report::new(format!("cargo xtask vectors --verify {}", quoted(directory)));
    if let Some(name) = case {
        report.add(check(&name.part()?, directory, Some(name)));
        return report.finish(None);
    }
    report.step("compare the names in the directory with the oracle's");
    let mut missing = Vec::new();
    let is_ours = |name: &str| test_vectors().join(name).exists();
    add_unknown(&mut report, directory, is_ours, Path::is_dir)?;
    report.step("check every crate against the files");
    for scheme in SCHEMES {
        let place = directory.join(scheme.name);
        if is_present(&place) {
            let is_part =
                |name: &str| Part::of_scheme(scheme).any(|part| part.kind.file_name(part.is_policy) == name);
            add_unknown(&mut report, &place, is_part, |_| true)?;
        }
        for part in Part::of_scheme(scheme) {
            // Any file may be missing.
            if is_present(&part.path(directory)) {
                report.add(check(&part, directory, None));
            } else if is_present(&part.path(&test_vectors())) {
                missing.push(part.name());
            }
        }
    }
    ensure!(!report.is_empty(), "{}: expected test vectors {}, found none", directory.display(), layout());
    if !missing.is_empty() {
        say(format_args!("missing: {}", missing.join(", ")));
    }
    report.finish(None)
}

/// Formats a path for a shell.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |character: char| character.is_alphanumeric() || "/._-".contains(character);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Validates a file by its schema before a crate is checked against its cases.
fn check(part: &Part, directory: &Path, only: Option<&CaseName>) -> Result<Checked> {
    let path = part.path(directory);
    let json = load::json(&path, part.kind)?;
    schema::validate(part.kind.name(), &json).with_context(|| path.display().to_string())?;
    part.check(directory, only)
}

/// Returns `true` if an entry exists. A dangling link counts, so that an unreadable file is an error and not a missing
/// one.
fn is_present(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Reports the entries that are not test vectors. A wrong entry is an error. Otherwise, a misspelt name could be
/// mistaken for a tested file. Hidden entries are never wrong.
fn add_unknown(
    report: &mut Report,
    directory: &Path,
    is_known: impl Fn(&str) -> bool,
    is_wrong: impl Fn(&Path) -> bool,
) -> Result<()> {
    // If the path is a file, this read fails with an error that names the path.
    let entries = fs::read_dir(directory)
        .with_context(|| format!("{}: is not a directory of vectors", directory.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| directory.display().to_string())?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    for name in names.iter().filter(|name| !is_known(name)) {
        let path = directory.join(name);
        let place = path.display();
        if !name.starts_with('.') && is_wrong(&path) {
            let what = if path.is_dir() { "directory" } else { "file" };
            report.add(Err(anyhow!("{place}: no scheme has this {what}, expected {}", layout())));
        } else {
            say(format_args!("not checked: {place} (expected {})", layout()));
        }
    }
    Ok(())
}
