//! Writes and validates the test vectors. Checks the crates against them.

mod check_file;
mod copies;
mod table;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use check_file::{Report, check_cases};
use oracle::format::Kind;
use oracle::index;
use oracle::schemes::{SCHEMES, Scheme};
use oracle::test_vectors;

/// Prints a line. A reader such as `head` may have closed the output, which changes nothing about the result.
macro_rules! say {
    ($($line:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($line)*);
    }};
}

/// The task to run.
#[derive(Debug)]
pub enum Mode {
    /// Regenerate `test-vectors/`, then check the crates against it.
    Write,
    /// Fail if `test-vectors/` is out of date, then check the crates against it.
    Check,
    /// Check the crates against the vectors in the given directory.
    Verify(PathBuf),
    /// Write `test-vectors/` to a file, as a table that a microcontroller can read.
    Table(PathBuf),
}

/// Runs the task and prints a table of cases.
///
/// # Errors
///
/// Returns an error if a file is unreadable, invalid or out of date, or if a crate fails a case. The message names the
/// place.
pub fn run(mode: &Mode) -> Result<()> {
    let ours = test_vectors();
    match mode {
        Mode::Write | Mode::Check => {
            let visit = if matches!(mode, Mode::Write) { write } else { check };
            for_each_file(&ours, visit)?;
            visit(&ours.join(index::FILE_NAME), &index::index(&ours)?)?;
            check_directory(&ours, false)
        }
        Mode::Verify(directory) => check_directory(directory, true),
        Mode::Table(file) => fs::write(file, table::write()?).with_context(|| file.display().to_string()),
    }
}

/// Checks the crate of a scheme against a file.
fn check_file(scheme: &Scheme, kind: Kind, is_policy: bool, path: &Path) -> Result<Report> {
    let file = oracle::load::file(path, scheme, kind, is_policy)?;
    let report = harness::with_scheme!(scheme.name, S => check_cases::<S>(scheme, path, &file));
    report.with_context(|| format!("{}: no crate for this scheme", scheme.name))
}

/// Checks the crates against the vectors in a directory.
fn check_directory(directory: &Path, foreign: bool) -> Result<()> {
    let (mut reports, mut missing) = (Vec::new(), Vec::new());
    if foreign {
        let directories = list_others(directory, layout, Path::is_dir)?;
        reports.extend(directories.iter().map(|name| Err(unknown(&directory.join(name)))));
        let contradictions = index::contradictions(directory).unwrap_or_else(|error| vec![error]);
        reports.extend(contradictions.into_iter().map(Err));
        if !is_present(&directory.join(index::FILE_NAME)) {
            missing.push(index::FILE_NAME.to_owned());
        }
    }
    for scheme in SCHEMES {
        if foreign && is_present(&directory.join(scheme.name)) {
            let place = directory.join(scheme.name);
            let is_known =
                |name: &str| parts(scheme).any(|(kind, is_policy)| kind.file_name(is_policy) == name);
            let unknown_entries = list_others(&place, is_known, |_| true)?;
            reports.extend(unknown_entries.iter().map(|name| Err(unknown(&place.join(name)))));
        }
        let mut ids = HashSet::new();
        for (kind, is_policy) in parts(scheme) {
            let path = path(directory, scheme, kind, is_policy);
            // In a directory other than `test-vectors/`, any file may be missing.
            if is_present(&path) {
                let report = check_file(scheme, kind, is_policy, &path);
                for id in report.iter().flat_map(|report| &report.ids) {
                    if !ids.insert((kind.name(), *id)) {
                        let (path, other) = (path.display(), kind.file_name(!is_policy));
                        reports
                            .push(Err(anyhow!("{path}: case {id}: expected an id that is not in {other}")));
                    }
                }
                reports.push(report);
            } else if is_present(&self::path(&test_vectors(), scheme, kind, is_policy)) {
                missing.push(format!("{}/{}", scheme.name, kind.file_name(is_policy)));
            }
        }
    }
    ensure!(
        !reports.is_empty(),
        "{}: expected test vectors {}, found none",
        directory.display(),
        layout_text()
    );
    if !missing.is_empty() {
        say!("not there: {}", missing.join(", "));
    }
    print(&reports)
}

/// Creates the error for a file or directory that is not part of the expected layout.
fn unknown(path: &Path) -> anyhow::Error {
    let what = if path.is_dir() { "directory" } else { "file" };
    anyhow!("{}: no scheme has this {what}, expected {}", path.display(), layout_text())
}

/// Returns `true` if an entry exists. A dangling link counts, so that an unreadable file is an error and not a missing
/// one.
fn is_present(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn path(directory: &Path, scheme: &Scheme, kind: Kind, is_policy: bool) -> PathBuf {
    directory.join(scheme.name).join(kind.file_name(is_policy))
}

/// Returns the files that a scheme can have. The flag is `true` if the cases of a file depend on one of our rules.
fn parts(scheme: &Scheme) -> impl Iterator<Item = (Kind, bool)> {
    scheme.kinds().flat_map(|kind| [(kind, false), (kind, true)])
}

/// Returns `true` if `test-vectors/` has an entry with this name.
fn layout(name: &str) -> bool {
    test_vectors().join(name).exists()
}

/// Describes the files that a directory of vectors may hold.
fn layout_text() -> String {
    let names: Vec<_> = SCHEMES.iter().map(|scheme| scheme.name).collect();
    format!("{{{}}}/{{{}}}[-policy].json", names.join(","), Kind::ALL.map(Kind::name).join(","))
}

/// Visits each file with its content, which is empty if the file has no cases.
fn for_each_file(directory: &Path, visit: fn(&Path, &str) -> Result<()>) -> Result<()> {
    for scheme in SCHEMES {
        for kind in scheme.kinds() {
            let file = scheme.file(kind);
            let file =
                file.with_context(|| format!("{}: {} can't be generated", scheme.name, kind.name()))?;
            for is_policy in [false, true] {
                let path = path(directory, scheme, kind, is_policy);
                let part = file.clone().part(is_policy);
                let content = if part.header.count > 0 { part.to_json()? } else { String::new() };
                visit(&path, &content)?;
            }
        }
    }
    for (name, content) in oracle::schema::schemas()? {
        visit(&directory.join(name), &content)?;
    }
    for (name, content) in copies::copies()? {
        visit(&directory.join(name), &content)?;
    }
    Ok(())
}

fn write(path: &Path, content: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    if content.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| path.display().to_string())
            }
            _ => Ok(()),
        };
    }
    let directory = path.parent().unwrap_or(path);
    fs::create_dir_all(directory).with_context(|| format!("{}: can't be created", directory.display()))?;
    fs::write(path, content).with_context(|| format!("{}: can't be written", path.display()))?;
    say!("wrote {}", path.display());
    Ok(())
}

fn check(path: &Path, content: &str) -> Result<()> {
    if content.is_empty() {
        ensure!(!path.exists(), "{}: expected no such file, because no case is in it", path.display());
        return Ok(());
    }
    let present = fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))?;
    if present == content {
        return Ok(());
    }
    let line =
        present.lines().zip(content.lines()).take_while(|(present, wanted)| present == wanted).count() + 1;
    bail!("{}: line {line} is not what `cargo xtask vectors` would write", path.display());
}

/// Lists the entries that are not test vectors, and returns the wrong entries. Otherwise, a misspelt name could be
/// mistaken for a tested file. Hidden entries are never wrong.
fn list_others(
    directory: &Path,
    is_known: impl Fn(&str) -> bool,
    is_wrong: impl Fn(&Path) -> bool,
) -> Result<Vec<String>> {
    // If the path is a file, this read fails with an error that names the path.
    let entries = fs::read_dir(directory)
        .with_context(|| format!("{}: is not a directory of vectors", directory.display()))?;
    let mut others = Vec::new();
    for entry in entries {
        let name = entry
            .with_context(|| directory.display().to_string())?
            .file_name()
            .to_string_lossy()
            .into_owned();
        if !is_known(&name) {
            others.push(name);
        }
    }
    others.sort();
    let (wrong, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|name| !name.starts_with('.') && is_wrong(&directory.join(name)));
    for name in others {
        say!("not checked: {} (expected {})", directory.join(name).display(), layout_text());
    }
    Ok(wrong)
}

/// Prints all failures, then the table.
fn print(results: &[Result<Report>]) -> Result<()> {
    let unusable: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    let reports: Vec<_> = results.iter().flatten().collect();
    for error in &unusable {
        say!("{error:#}");
    }
    for report in &reports {
        for failure in &report.failures {
            say!("{}: {failure}", report.path.display());
        }
    }
    say!("{:<20} {:<21} {:>6} {:>6}", "scheme", "file", "cases", "passed");
    for Report { path, scheme, ids, failed, .. } in &reports {
        let cases = ids.len();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        say!("{scheme:<20} {file:<21} {cases:>6} {:>6}", cases - failed);
    }
    let failed: usize = reports.iter().map(|report| report.failed).sum();
    let failed = match failed {
        0 if unusable.is_empty() => return Ok(()),
        1 => "1 case failed".to_owned(),
        _ => format!("{failed} cases failed"),
    };
    match unusable.len() {
        0 => bail!("{failed}"),
        1 => bail!("1 file or directory is not usable, {failed}"),
        count => bail!("{count} files or directories are not usable, {failed}"),
    }
}

/// Tests of the crates only. `tests/vectors.rs` also tests the program.
#[cfg(test)]
mod our_vectors_pass {
    use super::*;

    // Each scheme has its own test, so that mutation testing can run only the tests of the changed crate.
    macro_rules! tests {
        ($($module:ident: $scheme:ident, $column:ident;)+) => {
            $(#[test]
            fn $module() {
                pass(<harness::schemes::$scheme as harness::scheme::SchemeUnderTest>::NAME);
            })+
        };
    }
    harness::for_each_scheme!(tests!);

    fn pass(name: &str) {
        let scheme = SCHEMES.into_iter().find(|scheme| scheme.name == name).expect("its oracle");
        let path = |kind, is_policy| path(&test_vectors(), scheme, kind, is_policy);
        let parts = parts(scheme).filter(|(kind, is_policy)| path(*kind, *is_policy).exists());
        let check = |(kind, is_policy)| check_file(scheme, kind, is_policy, &path(kind, is_policy));
        print(&parts.map(check).collect::<Vec<_>>()).expect("the crate passes every case");
    }
}
