//! The file of `--state`, which carries the last ID of a node from one call to the next.
//!
//! The file is one line, a node spec that continues after the last ID, such as `0u2r85hm2pt3/16`. It is written in place, so
//! that it keeps its owner and its links. A line has the same length each time, and a write of so few bytes is not divided: a
//! killed process has written all of them or none.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use anyid::crates::scru64::{NodeSpec, Scru64};
use fs4::FileExt;
use idcore::RangeError;

use crate::failure::UsageError;

/// More than the longest line.
const MOST_BYTES: u64 = 64;

/// The file.
pub(super) struct State {
    file: File,
    path: PathBuf,
}

impl State {
    /// Opens the file, or makes an empty one.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let failed = || format!("can't open the state file {}", path.display());
        let file = file.with_context(failed)?;
        if !file.metadata().with_context(failed)?.is_file() {
            // Devices forget what is written to them.
            return Err(UsageError::new(format!("--state {} is not a regular file", path.display())).into());
        }
        Ok(Self { file, path: path.into() })
    }

    /// Acquires the lock of the file. Waits while another process holds it.
    pub(super) fn lock(&mut self) -> Result<Turn<'_>> {
        loop {
            match FileExt::lock(&self.file) {
                Ok(()) => return Ok(Turn { state: self, is_new: false }),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(error)
                        .with_context(|| format!("can't lock the state file {}", self.path.display()));
                }
            }
        }
    }
}

/// The lock of the file. Only its holder makes IDs.
pub(super) struct Turn<'a> {
    state: &'a mut State,
    /// Whether the file is still empty.
    is_new: bool,
}

impl Turn<'_> {
    /// The last ID, or `None` if the file is new. The node id must have this many bits.
    pub(super) fn last(&mut self, bits: u32) -> Result<Option<Scru64>> {
        let State { file, path } = &mut *self.state;
        let mut text = Vec::new();
        let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(MOST_BYTES).read_to_end(&mut text));
        read.with_context(|| format!("can't read the state file {}", path.display()))?;
        if text.is_empty() {
            self.is_new = true;
            return Ok(None);
        }
        let shown = String::from_utf8_lossy(&text);
        let line = shown.strip_suffix('\n').and_then(|line| line.parse::<NodeSpec>().ok());
        let node = line.and_then(|spec| Some((spec.node_prev()?, spec.node_id_size())));
        match node {
            Some((last, found)) if found == bits => Ok(Some(last)),
            Some((_, found)) => {
                let path = path.display();
                let message =
                    format!("the state file {path} is for a node id of {found} bits, expected {bits}");
                Err(UsageError::new(message).into())
            }
            None => {
                let message = "expected a line such as 0u2r85hm2pt3/16";
                let path = path.display();
                Err(UsageError::new(format!("the state file {path}: {message}, found {shown:?}")).into())
            }
        }
    }

    /// Saves the last ID. When this returns, no later call makes it again, even after a loss of power.
    pub(super) fn save(&mut self, last: Scru64, bits: u32) -> Result<()> {
        let State { file, path } = &mut *self.state;
        let line = format!("{last}/{bits}\n");
        let written = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(line.as_bytes()));
        let saved = written.and_then(|()| file.sync_data());
        let saved = saved.and_then(|()| if self.is_new { sync_folder(path) } else { Ok(()) });
        saved.with_context(|| format!("can't write the state file {}", path.display()))
    }

    /// The error for a last ID that the generator can't continue after.
    pub(super) fn foreign(&self, last: Scru64, error: &RangeError) -> UsageError {
        let path = self.state.path.display();
        UsageError::new(format!(
            "the state file {path} has the last ID {last}, which is not of this node: {error}"
        ))
    }
}

/// Makes sure that a new file is still in its folder after a loss of power.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Other systems can't open a folder as a file.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // A failure leaves the lock until the process ends.
        let _ = FileExt::unlock(&self.state.file);
    }
}
