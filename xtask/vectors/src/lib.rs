//! Writes the test vectors and checks every crate against them.
//!
//! - [`part`]: the files of a set of vectors, and the names of cases.
//! - `write`: the content of each file, from the oracle, and what a run changes. [`mod@file`], [`kind`], `copies`: the files and the pages of the set.
//! - `check_file`: one crate against the cases of one file. `cases` passes each case to the crate.
//! - `verify`: vectors from elsewhere, which can be invalid in any way.
//! - [`load`]: the strict parser of the files. `index`, `schema`: the index of all files, and their JSON Schemas.
//! - `report`: a row for each file, the failures, and the verdict.
//! - `small`: the cases of the small set.
//! - `table`: the cases as bytes, for a microcontroller.

mod cases;
mod check_file;
mod copies;
#[allow(missing_docs, reason = "`test-vectors/README.md` explains each field")]
pub mod file;
mod index;
pub mod kind;
#[allow(clippy::missing_errors_doc, reason = "each error states what failed")]
pub mod load;
pub mod part;
mod report;
#[cfg(feature = "verify")]
mod schema;
mod small;
mod table;
#[cfg(feature = "verify")]
mod verify;
mod write;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use oracle::test_vectors;

pub use check_file::record_panics;
use part::{CaseName, Part};
use report::Report;
use write::Visit;

/// The task to run.
#[derive(Debug)]
pub enum Mode {
    /// Regenerate `test-vectors/`, then check the crates against it.
    Write,
    /// Fail if `test-vectors/` is out of date. Check the crates against it.
    Check,
    /// Check a crate against one case of `test-vectors/`.
    Case(CaseName),
    /// Check the crates against the vectors in another directory, or a crate against one case there.
    #[cfg(feature = "verify")]
    Verify(PathBuf, Option<CaseName>),
    /// Write `test-vectors/` to a file, as a table that a microcontroller can read.
    Table(PathBuf),
}

/// Runs the task and prints a table of cases and a verdict.
///
/// # Errors
///
/// Returns an error if a file is unreadable, invalid or out of date, or if a crate fails a case. The output names the
/// place.
pub fn run(mode: &Mode) -> Result<()> {
    match mode {
        Mode::Write => check_ours(Visit::Write),
        Mode::Check => check_ours(Visit::Compare),
        Mode::Case(name) => {
            let mut report = Report::new("cargo xtask vectors".to_owned());
            report.add(name.part()?.check(&test_vectors(), Some(name)));
            report.finish(None)
        }
        #[cfg(feature = "verify")]
        Mode::Verify(directory, case) => verify::run(directory, case.as_ref()),
        Mode::Table(file) => fs::write(file, table::write()?).with_context(|| file.display().to_string()),
    }
}

/// Regenerates `test-vectors/`, or compares it with the oracle. Checks the crates against it.
fn check_ours(visit: Visit) -> Result<()> {
    let mut report = Report::new("cargo xtask vectors".to_owned());
    report.step("compute the cases from the specifications");
    let changes = write::visit_all(visit)?;
    report.step("check every crate against the files");
    add_ours(&mut report, |_| true);
    report.finish(Some(&changes))
}

/// Checks the crates against those files of `test-vectors/` that match.
fn add_ours(report: &mut Report, matches: impl Fn(&Part) -> bool) {
    for part in Part::all().filter(matches) {
        if part.path(&test_vectors()).exists() {
            report.add(part.check(&test_vectors(), None));
        }
    }
}

/// Checks the crate of a scheme against all its cases in `test-vectors/`.
///
/// # Errors
///
/// Returns an error if the crate fails a case. The output names it.
pub fn check_scheme(name: &str) -> Result<()> {
    let mut report = Report::new("cargo xtask vectors".to_owned());
    add_ours(&mut report, |part| part.scheme.name == name);
    report.finish(None)
}
