//! The pictures and tables that come from the crates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::{facts, layout, schemes};

/// Each file in `docs/`, and what it should hold.
fn files(docs: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for scheme in schemes::all() {
        files.push((docs.join("schemes").join(scheme.file).with_extension("svg"), layout::draw(&scheme)?));
    }
    let page = docs.join("choose.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let text = facts::replace(&text).with_context(|| page.display().to_string())?;
    files.push((page, text));
    Ok(files)
}

/// Writes all of them.
///
/// # Errors
///
/// A file can't be read or written.
pub(crate) fn write(docs: &Path) -> Result<()> {
    for (path, expected) in files(docs)? {
        fs::write(&path, expected).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The number of files, and those that differ from what the crates say.
///
/// # Errors
///
/// A scheme can't be drawn.
pub(crate) fn check(docs: &Path) -> Result<(usize, Vec<String>)> {
    let files = files(docs)?;
    let stale =
        files.iter().filter(|(path, expected)| fs::read_to_string(path).ok().as_ref() != Some(expected));
    let faults = stale.map(|(path, _)| {
        let name = path.strip_prefix(docs).unwrap_or(path);
        format!("docs/{}: expected what the crates say: run `cargo xtask book --write`", name.display())
    });
    Ok((files.len(), faults.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_or_missing_file_is_named_until_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let docs = folder.path();
        fs::create_dir(docs.join("schemes")).unwrap();
        fs::copy(crate::root().join("docs/choose.md"), docs.join("choose.md")).unwrap();
        write(docs).unwrap();
        assert_eq!(check(docs).unwrap(), (schemes::all().len() + 1, Vec::new()));

        let picture = docs.join("schemes/scru64.svg");
        let changed = fs::read_to_string(&picture).unwrap().replace("39", "40");
        fs::write(&picture, changed).unwrap();
        fs::remove_file(docs.join("schemes/ulid.svg")).unwrap();
        let (_, faults) = check(docs).unwrap();
        assert!(
            faults[0].starts_with("docs/schemes/scru64.svg: ")
                && faults[1].starts_with("docs/schemes/ulid.svg: ")
        );
        write(docs).unwrap();
        assert_eq!(check(docs).unwrap(), (schemes::all().len() + 1, Vec::new()));
    }
}
