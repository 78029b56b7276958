//! Wrong clocks for processes, by Debian's `faketime`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Finds the library, which is loaded into a process before the C library. Debian has a folder for each kind of processor.
#[must_use]
pub fn library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|folder| folder.path());
    let mut folders: Vec<_> =
        folders.chain(["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from)).collect();
    folders.sort_unstable();
    folders.into_iter().map(|folder| folder.join("faketime/libfaketime.so.1")).find(|file| file.is_file())
}

/// Finds the library. If it is not installed, reports that tests are skipped.
#[must_use]
pub fn library_or_skip() -> Option<PathBuf> {
    let library = library();
    if library.is_none() {
        crate::skip("faketime", "libfaketime");
    }
    library
}

/// Removes what the library leaves behind when its process is killed.
pub fn remove_shared_memory(process: u32) {
    for name in [format!("faketime_shm_{process}"), format!("sem.faketime_sem_{process}")] {
        // There is nothing if the process had no wrong clock, or ended by itself.
        let _ = fs::remove_file(Path::new("/dev/shm").join(name));
    }
}

/// What a wrong clock shows.
#[derive(Clone, Copy, Debug)]
pub enum Setting {
    /// The clock runs, this many milliseconds ahead of the machine's.
    Ahead(i64),
    /// The clock stands still, in whole seconds.
    Stuck(u64),
}

/// How soon a process sees a new setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// At its next reading. Each reading then reads a file.
    AtOnce,
    /// Within a second.
    Soon,
}

/// A clock for processes, which can be set while they run. Their monotonic clocks stay as they are.
#[derive(Debug)]
pub struct Clock {
    library: PathBuf,
    /// The file that the library reads.
    file: PathBuf,
}

impl Clock {
    /// Makes a clock that is right.
    pub fn new(library: &Path, file: PathBuf) -> Result<Self> {
        let clock = Self { library: library.to_owned(), file };
        clock.set(Setting::Ahead(0))?;
        Ok(clock)
    }

    /// Sets the clock.
    pub fn set(&self, setting: Setting) -> Result<()> {
        let text = match setting {
            // As many digits each time: the library parses in a buffer that the threads of a process share.
            Setting::Ahead(ms) => {
                let (sign, ms) = (if ms < 0 { '-' } else { '+' }, ms.unsigned_abs());
                format!("{sign}{:011}.{:03}\n", ms / 1000, ms % 1000)
            }
            Setting::Stuck(unix_ms) => format!("{:011}\n", unix_ms / 1000),
        };
        // A process must never read half of the file.
        let new = self.file.with_extension("new");
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &self.file));
        written.with_context(|| format!("can't write {}", self.file.display()))
    }

    /// Returns the environment of a process with this clock.
    #[must_use]
    pub fn environment(&self, sees: Sees) -> Vec<(&'static str, OsString)> {
        let (variable, value) = match sees {
            Sees::AtOnce => ("FAKETIME_NO_CACHE", "1"),
            Sees::Soon => ("FAKETIME_CACHE_DURATION", "0"),
        };
        vec![
            ("LD_PRELOAD", self.library.clone().into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.clone().into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
            ("FAKETIME_FMT", "%s".into()),
            ("TZ", "UTC".into()),
            (variable, value.into()),
        ]
    }
}
