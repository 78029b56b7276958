//! The sources of all dependencies, as the lock files have them.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use walkdir::WalkDir;
use xshell::cmd;

use crate::{command, files, root};

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
///
/// # Errors
///
/// A dependency has another source, or no checksum.
pub(super) fn check_sources() -> Result<()> {
    for path in lock_files()? {
        let lock: Lock = files::read_toml(&path)?;
        sources(&lock).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Each file has all dependencies. Cargo downloads them to see that.
///
/// # Errors
///
/// A dependency is not in the file.
pub(super) fn check_completeness() -> Result<()> {
    let shell = command::shell()?;
    let target = cmd!(shell, "rustc --print host-tuple").quiet().read()?;
    for path in lock_files()? {
        let manifest = path.with_file_name("Cargo.toml");
        let metadata = cmd!(shell, "cargo metadata --locked --format-version=1 --filter-platform {target}");
        metadata.arg("--manifest-path").arg(manifest).ignore_stdout().quiet().run()?;
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

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
