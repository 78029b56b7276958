//! The file of `--state`, which carries the last ID of a node from one call to the next.
//!
//! The file is one line, a node spec that continues after the last ID, such as `0u2r85hm2pt3/16`. It is written in place, so
//! that it keeps its owner and its links. A line has the same length each time, and a write of so few bytes is not divided: a
//! killed process has written all of them or none. Other programs may replace the file, so each turn looks whether the path still
//! leads to it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use anyid::crates::scru64::{NodeSpec, Scru64};
use fs4::{FileExt, TryLockError};
use idcore::error::RangeError;

use crate::failure::UsageError;
use crate::streams::complain;

/// More than the longest line.
const MAX_BYTES: u64 = 64;
/// A longer wait for the lock is announced. Other calls hold it for as long as a batch takes.
const QUIET_WAIT: Duration = Duration::from_secs(1);

/// The file.
pub(super) struct State {
    file: File,
    path: PathBuf,
    timeout: Option<Duration>,
}

impl State {
    /// Opens the file, or makes an empty one. `timeout` is the longest wait for its lock.
    pub(super) fn open(path: &Path, timeout: Option<Duration>) -> Result<Self> {
        Ok(Self { file: open(path)?, path: path.into(), timeout })
    }

    /// Acquires the lock of the file. Waits while another process holds it.
    pub(super) fn lock(&mut self) -> Result<Turn<'_>> {
        let begun = Instant::now();
        loop {
            self.acquire(begun)
                .with_context(|| format!("can't lock the state file {}", self.path.display()))?;
            if self.is_at_its_path() {
                return Ok(Turn { state: self, length: 0 });
            }
            // Processes that have opened the path since share no lock with this one.
            self.file = open(&self.path)?;
        }
    }

    fn acquire(&self, begun: Instant) -> Result<()> {
        match FileExt::try_lock(&self.file) {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let acquired = wait_for_lock(self.file.try_clone()?)?;
        let left = |most: Duration| most.saturating_sub(begun.elapsed());
        let quiet = self.timeout.map_or(QUIET_WAIT, |timeout| timeout.min(QUIET_WAIT));
        if let Ok(result) = acquired.recv_timeout(left(quiet)) {
            return Ok(result?);
        }
        let Some(timeout) = self.timeout else {
            complain(&format!(
                "waiting for the state file {}, which another process holds",
                self.path.display()
            ));
            return Ok(acquired.recv()??);
        };
        match acquired.recv_timeout(left(timeout)) {
            Ok(result) => Ok(result?),
            Err(_) => bail!("another process has held it for {timeout:?}"),
        }
    }

    /// Whether the path still leads to the file. Editors and programs that copy files put another one in its place.
    fn is_at_its_path(&self) -> bool {
        identity(self.file.metadata()).is_some_and(|own| identity(std::fs::metadata(&self.path)) == Some(own))
    }
}

/// Opens a state, or makes an empty one, which only its owner can read: any process that can read it can hold its lock.
fn open(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let failed = || format!("can't open the state file {}", path.display());
    let file = options.open(path).with_context(failed)?;
    if !file.metadata().with_context(failed)?.is_file() {
        // Devices forget what is written to them.
        return Err(UsageError::new(format!("--state {} is not a regular file", path.display())).into());
    }
    Ok(file)
}

/// Acquires a lock in a thread, which ends with the process if it never does.
fn wait_for_lock(file: File) -> io::Result<Receiver<io::Result<()>>> {
    let (sender, receiver) = mpsc::channel();
    let wait = move || {
        let acquired = loop {
            match FileExt::lock(&file) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                acquired => break acquired,
            }
        };
        // The receiver is gone if it has lost patience.
        let _ = sender.send(acquired);
    };
    thread::Builder::new().name("lock".into()).spawn(wait)?;
    Ok(receiver)
}

/// The device and the number of a file. A deleted one has none.
#[cfg(unix)]
fn identity(metadata: io::Result<std::fs::Metadata>) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    metadata.ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Other systems do not let a file be replaced while it is open.
#[cfg(not(unix))]
fn identity(_: io::Result<std::fs::Metadata>) -> Option<()> {
    Some(())
}

/// The lock of the file. Only its holder makes IDs.
pub(super) struct Turn<'a> {
    state: &'a mut State,
    /// The length of the contents.
    length: usize,
}

impl Turn<'_> {
    /// The last ID, or `None` if the file is new. The node id must have this many bits.
    pub(super) fn last(&mut self, bits: u32) -> Result<Option<Scru64>> {
        let State { file, path, .. } = &mut *self.state;
        let mut text = Vec::new();
        let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(MAX_BYTES).read_to_end(&mut text));
        read.with_context(|| format!("can't read the state file {}", path.display()))?;
        self.length = text.len();
        if text.is_empty() {
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

    /// Saves the last ID. When this returns, no later call makes it again, even after a power loss. Returns whether that holds: not
    /// if the file was replaced meanwhile.
    pub(super) fn save(&mut self, last: Scru64, bits: u32) -> Result<bool> {
        let State { file, path, .. } = &mut *self.state;
        let line = format!("{last}/{bits}\n");
        let written = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(line.as_bytes()));
        // A person may have written the number of bits with zeros before it.
        let trimmed = written.and_then(|()| file.set_len(u64::try_from(line.len()).unwrap_or(MAX_BYTES)));
        let saved = trimmed.and_then(|()| file.sync_data());
        let saved = saved.and_then(|()| if self.length == 0 { sync_folder(path) } else { Ok(()) });
        saved.with_context(|| format!("can't write the state file {}", path.display()))?;
        Ok(self.state.is_at_its_path())
    }

    /// The error for a last ID that the generator can't continue after.
    pub(super) fn foreign(&self, last: Scru64, error: &RangeError) -> UsageError {
        let path = self.state.path.display();
        UsageError::new(format!(
            "the state file {path} has the last ID {last}, which is not of this node: {error}"
        ))
    }
}

/// Makes sure that a new file is still in its folder after a power loss.
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
