//! The test vectors: written, validated, and held against the crates.

mod hold;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use hold::Report;
use oracle::format::Kind;
use oracle::schemes::{SCHEMES, Scheme};
use oracle::test_vectors;

/// What to do with which files.
#[derive(Debug)]
pub enum Mode {
    /// Regenerate `test-vectors/`, then hold the crates against it.
    Write,
    /// Fail if `test-vectors/` is not what would be written, then hold the crates against it.
    Check,
    /// Hold the crates against the vectors in another folder.
    Verify(PathBuf),
    /// Write `test-vectors/` as a table that a small core can read.
    Table {
        /// Where to.
        file: PathBuf,
        /// Whether one case is wrong, to see that it is noticed.
        spoilt: bool,
    },
}

/// Runs the task and prints a table of cases.
///
/// # Errors
///
/// A file is unreadable, invalid or out of date, or a crate fails a case; the message says where.
pub fn run(mode: &Mode) -> Result<()> {
    let ours = test_vectors();
    match mode {
        Mode::Write => {
            for_each_file(&ours, write)?;
            hold_folder(&ours, false)
        }
        Mode::Check => {
            for_each_file(&ours, check)?;
            hold_folder(&ours, false)
        }
        Mode::Verify(folder) => hold_folder(folder, true),
        Mode::Table { file, spoilt } => {
            let table = if *spoilt { table::write_spoilt(&ours) } else { table::write(&ours) };
            fs::write(file, table?).with_context(|| file.display().to_string())
        }
    }
}

/// Holds the crates against the vectors in a folder.
fn hold_folder(folder: &Path, foreign: bool) -> Result<()> {
    if foreign {
        name_strangers(folder, layout)?;
    }
    let mut reports = Vec::new();
    for scheme in SCHEMES {
        if foreign && is_present(&folder.join(scheme.name)) {
            name_strangers(&folder.join(scheme.name), |name| {
                Kind::ALL.iter().any(|kind| kind.file_name() == name)
            })?;
        }
        for kind in Kind::ALL {
            let path = path(folder, scheme, kind);
            // In a folder of somebody else's, any file may be missing.
            if !foreign || is_present(&path) {
                reports.push(hold::hold(scheme, kind, &path));
            }
        }
    }
    ensure!(
        !reports.is_empty(),
        "{}: there are no test vectors, expected {}",
        folder.display(),
        layout_text()
    );
    print(&reports)
}

/// Whether something is there, even a link that leads nowhere: what can't be read is then an error, not a gap.
fn is_present(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn path(folder: &Path, scheme: &Scheme, kind: Kind) -> PathBuf {
    folder.join(scheme.name).join(kind.file_name())
}

/// Whether a folder of vectors may hold an entry of this name, or another tool's (`README.md`).
fn layout(name: &str) -> bool {
    name == "schema" || name.contains('.') || SCHEMES.iter().any(|scheme| scheme.name == name)
}

/// The files that a folder of vectors may hold.
fn layout_text() -> String {
    let names: Vec<_> = SCHEMES.iter().map(|scheme| scheme.name).collect();
    format!("{{{}}}/{{codec,generator}}.json", names.join(","))
}

fn for_each_file(folder: &Path, visit: fn(&Path, &str) -> Result<()>) -> Result<()> {
    for scheme in SCHEMES {
        for kind in Kind::ALL {
            let path = path(folder, scheme, kind);
            let content = match kind {
                Kind::Codec => scheme.codec_file().and_then(|file| file.to_json()),
                Kind::Generator => scheme.generator_file().to_json(),
            };
            let content = content.with_context(|| format!("{}: can't be generated", path.display()))?;
            visit(&path, &content)?;
        }
    }
    Ok(())
}

fn write(path: &Path, content: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).with_context(|| format!("{}: can't be created", folder.display()))?;
    fs::write(path, content).with_context(|| format!("{}: can't be written", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn check(path: &Path, content: &str) -> Result<()> {
    let present = fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))?;
    if present == content {
        return Ok(());
    }
    let line =
        present.lines().zip(content.lines()).take_while(|(present, wanted)| present == wanted).count() + 1;
    bail!("{}: line {line} is not what `cargo xtask vectors` would write", path.display());
}

/// Names what a folder holds beside test vectors, so that a misspelt name does not pass for a tested file.
fn name_strangers(folder: &Path, is_known: impl Fn(&str) -> bool) -> Result<()> {
    // Nothing can be listed in what is a file; reading it as a folder then says so, with its path.
    let entries =
        fs::read_dir(folder).with_context(|| format!("{}: is not a folder of vectors", folder.display()))?;
    let mut strangers = Vec::new();
    for entry in entries {
        let name =
            entry.with_context(|| folder.display().to_string())?.file_name().to_string_lossy().into_owned();
        if !is_known(&name) {
            strangers.push(name);
        }
    }
    strangers.sort();
    for name in strangers {
        println!("not looked at: {} (expected {})", folder.join(name).display(), layout_text());
    }
    Ok(())
}

/// Prints all failures, then the table.
fn print(results: &[Result<Report>]) -> Result<()> {
    let unreadable: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    let reports: Vec<_> = results.iter().flatten().collect();
    for error in &unreadable {
        println!("{error:#}");
    }
    for report in &reports {
        for failure in &report.failures {
            println!("{}: {failure}", report.path.display());
        }
    }
    println!("{:<20} {:<10} {:>6} {:>6}", "scheme", "kind", "cases", "passed");
    for Report { scheme, kind, cases, failed, .. } in &reports {
        println!("{scheme:<20} {:<10} {cases:>6} {:>6}", kind.name(), cases - failed);
    }
    let failed: usize = reports.iter().map(|report| report.failed).sum();
    ensure!(unreadable.is_empty(), "{} files could not be used, {failed} cases failed", unreadable.len());
    ensure!(failed == 0, "{failed} cases failed");
    Ok(())
}
