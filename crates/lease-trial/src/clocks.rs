//! Wrong clocks for workers, by Debian's `faketime`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Where the library can be. It is loaded into a worker before the C library.
const FOLDERS: [&str; 5] = [
    "/usr/lib/x86_64-linux-gnu/faketime",
    "/usr/lib/aarch64-linux-gnu/faketime",
    "/usr/lib64/faketime",
    "/usr/lib/faketime",
    "/usr/local/lib/faketime",
];

/// The library, or `None` if it is not installed.
#[must_use]
pub fn library() -> Option<PathBuf> {
    let files = FOLDERS.iter().map(|folder| Path::new(folder).join("libfaketime.so.1"));
    files.into_iter().find(|file| file.is_file())
}

/// A clock of one process, which can be set while the process runs. Its monotonic clock stays as it is.
#[derive(Debug)]
pub struct Clock {
    library: PathBuf,
    /// The file that the library reads whenever the process reads the time.
    file: PathBuf,
}

impl Clock {
    /// A clock that is right.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written.
    pub fn new(library: &Path, file: PathBuf) -> Result<Self> {
        let clock = Self { library: library.to_owned(), file };
        clock.set(0)?;
        Ok(clock)
    }

    /// Sets the clock to this many seconds ahead of the machine's.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written.
    pub fn set(&self, ahead_s: i64) -> Result<()> {
        // The process must never read half of it.
        let new = self.file.with_extension("new");
        let written = fs::write(&new, format!("{ahead_s:+}s\n")).and_then(|()| fs::rename(&new, &self.file));
        written.with_context(|| format!("can't write {}", self.file.display()))
    }

    /// The environment of the process.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        vec![
            ("LD_PRELOAD", self.library.clone().into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.clone().into()),
            ("FAKETIME_NO_CACHE", "1".into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
        ]
    }
}
