//! A wrong clock for processes, using Debian's `faketime`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Finds the library, which is loaded into a process before the C library. If it is not installed, reports that tests
/// are skipped and returns `None`.
#[must_use]
pub fn library_or_skip() -> Option<PathBuf> {
    // Debian has a directory for each processor architecture.
    let directories =
        fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|directory| directory.path());
    let mut files = directories.map(|directory| directory.join("faketime/libfaketime.so.1"));
    let library = files.find(|file| file.is_file());
    if library.is_none() {
        crate::skip("faketime", "libfaketime");
    }
    library
}

/// Removes what the library leaves behind when its process is killed.
pub fn remove_shared_memory(process: u32) {
    for name in [format!("faketime_shm_{process}"), format!("sem.faketime_sem_{process}")] {
        // The files don't exist if the process had no wrong clock, or ended by itself.
        let _ = fs::remove_file(Path::new("/dev/shm").join(name));
    }
}

/// A clock for processes that can be set while they run. Their monotonic clocks are left unchanged.
#[derive(Debug)]
pub struct Clock {
    library: PathBuf,
    /// The file that the library reads.
    file: PathBuf,
}

impl Clock {
    /// Creates a clock that is right.
    pub fn new(library: &Path, file: PathBuf) -> Result<Self> {
        let clock = Self { library: library.to_owned(), file };
        clock.set_back(0)?;
        Ok(clock)
    }

    /// Sets the clock to this many milliseconds behind the machine's.
    pub fn set_back(&self, ms: u64) -> Result<()> {
        // The same number of digits each time, because the library parses in a buffer that the threads of a process
        // share.
        let text = format!("-{:011}.{:03}\n", ms / 1000, ms % 1000);
        // A process must never read half of the file.
        let new = self.file.with_extension("new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.file));
        written.with_context(|| format!("can't write {}", self.file.display()))
    }

    /// Returns the environment of a process with this clock. The process sees a new setting at its next reading.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, OsString); 6] {
        [
            ("LD_PRELOAD", self.library.clone().into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.clone().into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
            ("FAKETIME_FMT", "%s".into()),
            ("TZ", "UTC".into()),
            ("FAKETIME_NO_CACHE", "1".into()),
        ]
    }
}
