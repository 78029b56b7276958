//! The sources of all dependencies, as the lock files have them.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use walkdir::WalkDir;

use super::tools::cargo;
use crate::report::Outcome;
use crate::{command, files, root};

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    source: Option<String>,
    checksum: Option<String>,
}

/// Every dependency is a package of this repository, or is from crates.io and has a checksum. Each file has all dependencies.
///
/// # Errors
///
/// A dependency has another source, no checksum, or is not in the file.
pub(super) fn check() -> Result<Outcome> {
    let locks = lock_files()?;
    let target = command::read(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let mut count = 0;
    for path in &locks {
        let lock: Lock = files::read_toml(path)?;
        count += dependencies(&lock).with_context(|| path.display().to_string())?;
        let mut metadata =
            cargo(&["metadata", "--locked", "--format-version=1", "--filter-platform", target.trim()]);
        command::read(metadata.arg("--manifest-path").arg(path.with_file_name("Cargo.toml")))?;
    }
    Ok(Outcome::Passed(format!(
        "{count} dependencies in {} files, from crates.io, with checksums",
        locks.len()
    )))
}

/// The lock files of the workspace and of packages outside it.
fn lock_files() -> Result<Vec<PathBuf>> {
    let mut locks = vec![root().join("Cargo.lock")];
    for folder in ["crates", "xtask"] {
        let folders = WalkDir::new(root().join(folder)).min_depth(2).max_depth(3).into_iter();
        for entry in folders.filter_entry(|entry| entry.file_name() != "target") {
            let entry = entry.context(folder)?;
            locks.extend(Some(entry.into_path()).filter(|path| path.ends_with("Cargo.lock")));
        }
    }
    Ok(locks)
}

fn dependencies(lock: &Lock) -> Result<usize> {
    let mut count = 0;
    for Package { name, source, checksum } in &lock.package {
        match (source.as_deref(), checksum) {
            (None, None) => {}
            (Some(CRATES_IO), Some(_)) => count += 1,
            (Some(CRATES_IO), None) => bail!("{name}: expected a checksum"),
            (source, _) => bail!("{name}: expected crates.io as the source, found {source:?}"),
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &str) -> Result<usize> {
        dependencies(&toml::from_str(&format!("[[package]]\nname = \"other\"\n{lines}")).unwrap())
    }

    #[test]
    fn only_crates_io_is_a_source() {
        let crates_io = format!("source = \"{CRATES_IO}\"\n");
        assert_eq!(check(&format!("{crates_io}checksum = \"00\"")).unwrap(), 1);
        assert_eq!(check("").unwrap(), 0, "a package of this repository");
        assert!(check(&crates_io).is_err(), "no checksum");
        assert!(check("source = \"git+https://example.com/other#00\"").is_err());
        assert!(check("source = \"registry+https://example.com/index\"\nchecksum = \"00\"").is_err());
    }
}
