//! The lock files, and a test of the sources of all dependencies in them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use walkdir::WalkDir;

use crate::root;

/// Returns the lock files of the workspace and of the packages outside it.
///
/// # Errors
///
/// Returns an error if a folder can't be read.
pub(super) fn files() -> Result<Vec<PathBuf>> {
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

#[cfg(test)]
mod tests {
    use anyhow::bail;
    use serde::Deserialize;

    use super::*;
    use crate::files::read_toml;

    const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Package>,
    }

    #[derive(Deserialize)]
    struct Package {
        name: String,
        source: Option<String>,
        checksum: Option<String>,
    }

    /// Every dependency is a package of this repository, or is from crates.io and has a checksum.
    fn sources(lock: &Lock) -> Result<()> {
        for Package { name, source, checksum } in &lock.package {
            match (source.as_deref(), checksum) {
                (None, None) | (Some(CRATES_IO), Some(_)) => {}
                (Some(CRATES_IO), None) => bail!("{name}: expected a checksum"),
                (source, _) => bail!("{name}: expected crates.io as the source, found {source:?}"),
            }
        }
        Ok(())
    }

    #[test]
    fn all_dependencies_are_from_crates_io() {
        for path in files().unwrap() {
            sources(&read_toml(&path).unwrap()).with_context(|| path.display().to_string()).unwrap();
        }
    }

    #[test]
    fn only_crates_io_is_a_source() {
        let check = |lines: &str| {
            sources(&toml::from_str(&format!("[[package]]\nname = \"other\"\n{lines}")).unwrap())
        };
        let crates_io = format!("source = \"{CRATES_IO}\"\n");
        assert!(check(&format!("{crates_io}checksum = \"00\"")).is_ok());
        assert!(check("").is_ok(), "a package of this repository");
        assert!(check(&crates_io).is_err(), "no checksum");
        assert!(check("source = \"git+https://example.com/other#00\"").is_err());
        assert!(check("source = \"registry+https://example.com/index\"\nchecksum = \"00\"").is_err());
    }
}
