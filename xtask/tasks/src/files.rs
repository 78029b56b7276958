//! Reads, writes and removes files, with errors that name them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

/// Reads a file as a string.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))
}

/// Reads and parses a TOML file.
pub(crate) fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T> {
    toml::from_str(&read(path)?).with_context(|| path.display().to_string())
}

/// Writes a file, replacing an existing file.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{}: can't be written", path.display()))
}

/// Removes a file or a directory if it exists.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    }
    .with_context(|| format!("{}: can't be removed", path.display()))
}
