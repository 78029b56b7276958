//! Wrong clocks for workers, by Debian's `faketime`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The library, which is loaded into a worker before the C library, or `None` if it is not installed. Debian has a folder for
/// each kind of processor.
#[must_use]
pub fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|folder| folder.path());
    let mut folders: Vec<_> =
        folders.chain(["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from)).collect();
    folders.sort_unstable();
    folders.into_iter().map(|folder| folder.join("faketime/libfaketime.so.1")).find(|file| file.is_file())
}

/// The library. Without it, reports that tests are skipped.
///
/// # Panics
///
/// `CI=true`, under which nothing may be skipped.
#[must_use]
pub fn library_or_skip() -> Option<PathBuf> {
    let library = library();
    if library.is_none() {
        servers::skip("faketime", "libfaketime");
    }
    library
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
