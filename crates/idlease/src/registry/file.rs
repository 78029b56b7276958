//! A registry in a directory, for the processes of one machine.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use idcore::error::SystemRandomError;

use crate::error::{RegistryError, RegistryErrorKind, TextError};
use crate::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token};

/// The directory, within the registry's own, that contains everything.
const REGISTRY: &str = "registry";
/// The file with the pool. Each directory next to it has the records of one slot.
const POOL: &str = "pool";
/// The file with the first record of many slots, used while a registry is being created.
const RECORD: &str = "record";
/// The maximum number of names per file. NTFS allows no more than 1 023.
const MAX_LINKS: u32 = 1_000;
/// The number of threads that wait for the disk while a registry is being created.
const THREADS: u32 = 64;
/// More than the longest record or pool.
const MAX_BYTES: u64 = 256;
/// The suffix of incomplete files.
const TEMPORARY: &str = ".tmp";
/// The maximum number of times that an operation restarts because another writer was faster. Each time, another process
/// has made progress.
const MAX_ATTEMPTS: usize = 10_000;

/// A registry in a directory of a local file system, for several processes on one machine. It needs no server.
///
/// Its only clock is this machine's. It uses no locks, so a process that is frozen or killed at any point blocks no
/// other process. A record that was reported as written, or read alone, survives a power loss, if the file system and
/// the disk keep what they have synced.
///
/// # Limits
///
/// - **One machine.** A network file system can report failure for a link that it did create, and can show an outdated
///   directory.
/// - **It does not detect a rollback.** If you restore the directory, or a snapshot of the whole machine, from a
///   backup, [`fence`](crate::protocol::fence) the registry before any process uses it.
/// - **No timeouts.** A file system that hangs delays the renewal.
/// - **Its availability depends on this machine's clock.** If the clock is set back by an hour, the slots of killed
///   processes stay blocked for an hour longer. After a renewal far in the future, stop all processes, remove the
///   directory `registry` in the registry's directory, and call [`init`](Registry::init) again with
///   [`Start::after_loss`].
///
/// ```
/// use idlease::registry::{FileRegistry, Init, Pool, Registry, Start, unix_ms};
/// use std::time::Duration;
///
/// # let directory = std::env::temp_dir().join(format!("idlease-doc-{}", idlease::registry::Token::random()?));
/// // The operator's step, once:
/// let mut registry = FileRegistry::new(&directory);
/// let pool = Pool::new(8)?;
/// let start = Start::new_registry(unix_ms()?);
/// assert_eq!(registry.init(&pool, start, Duration::from_secs(1))?, Init::Created);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
// The current record of a slot is the file with the highest number in the slot's directory. To replace record n, a
// writer links a complete file to the name n + 1, which fails if that file exists. The writer then removes lower
// numbers.
//
// - Only numbers below an existing one are removed, so the highest number never decreases.
// - A writer that was frozen can link a number that others have already passed and removed. Such a file never has the
//   highest number, so it is never current. The writer therefore reports success only if its number is still the
//   highest after linking.
// - If it is not, a later record may or may not be based on this one. The outcome is unknown, so the writer returns an
//   error.
// - Listing a directory with a few files is one system call, during which the kernel locks the directory. The result is
//   therefore the directory's contents at one moment.
#[derive(Clone, Debug)]
pub struct FileRegistry {
    directory: PathBuf,
}

impl FileRegistry {
    /// Creates a handle to the registry in a directory. Reads nothing yet.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }

    /// Reads the pool. Returns `None` if the registry has no pool.
    fn pool(&self) -> Result<Option<Pool>, RegistryError> {
        contents(&self.directory.join(REGISTRY).join(POOL))
    }

    fn slot_directory(&self, slot: u32) -> PathBuf {
        self.directory.join(REGISTRY).join(slot.to_string())
    }

    /// Creates the pool and all records in a new directory.
    fn create(&self, unfinished: &Path, pool: &Pool, from_unix_ms: u64) -> Result<(), RegistryError> {
        let prepared = fs::metadata(&self.directory).map_err(io_error("open", &self.directory))?;
        let create_directory = |path: &Path| {
            fs::create_dir(path).map_err(io_error("create", path))?;
            let given = File::open(path).and_then(|directory| give(&directory, &prepared));
            given.map_err(io_error("set the permissions of", path))
        };
        create_directory(unfinished)?;
        let record = unfinished.join(RECORD);
        for slot in 0..pool.slots() {
            if slot % MAX_LINKS == 0 {
                let _ = fs::remove_file(&record);
                write(&record, &Record::initial(from_unix_ms).to_string(), &prepared)?;
            }
            let directory = unfinished.join(slot.to_string());
            create_directory(&directory)?;
            let path = directory.join(name(0));
            fs::hard_link(&record, &path).map_err(io_error("create", &path))?;
        }
        let _ = fs::remove_file(&record);
        let path = unfinished.join(POOL);
        write(&path, &pool.to_string(), &prepared)?;
        // If several threads wait for the disk, it carries out their writes together.
        thread::scope(|scope| {
            let threads = (0..THREADS).map(|first| {
                let slots = (first..pool.slots()).step_by(THREADS as usize);
                scope
                    .spawn(|| slots.into_iter().try_for_each(|slot| sync(&unfinished.join(slot.to_string()))))
            });
            let threads: Vec<_> = threads.collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })?;
        sync(unfinished)
    }

    /// Returns the current record of a slot and its number, or `None` if the record is missing.
    fn current(
        &self,
        slot: u32,
        mut read: impl FnMut(&Path) -> Result<Option<Record>, RegistryError>,
    ) -> Result<Option<(u64, Record)>, RegistryError> {
        let directory = self.slot_directory(slot);
        for _ in 0..MAX_ATTEMPTS {
            let Some(number) = numbers(&directory)?.and_then(|numbers| numbers.into_keys().next_back())
            else {
                return Ok(None);
            };
            let record = read(&directory.join(name(number)))?;
            // If the number is still the highest, the file was current when it was read. Otherwise it may have been
            // removed and linked again by a process that had been frozen.
            let still = numbers(&directory)?.and_then(|numbers| numbers.into_keys().next_back());
            match record {
                Some(record) if still == Some(number) => return Ok(Some((number, record))),
                _ => {}
            }
        }
        Err(overtaken(&directory))
    }
}

impl Registry for FileRegistry {
    /// Creates everything in a directory with a temporary name and then renames it, so that a process that is killed
    /// midway never leaves a partial registry.
    ///
    /// The registry's own directory may already exist, contain other files, be a mount point, or be reached through a
    /// link. New files in it get its mode and, if this process may change owners, its owner.
    fn init(&mut self, pool: &Pool, start: Start, _timeout: Duration) -> Result<Init, RegistryError> {
        if let Some(found) = self.pool()? {
            return Ok(Init::Exists(found));
        }
        match fs::create_dir(&self.directory) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => created.map_err(io_error("create", &self.directory))?,
        }
        let unfinished = self.directory.join(temporary_name()?);
        let created = self.create(&unfinished, pool, start.unix_ms(None)).and_then(|()| {
            // This fails if another process was faster.
            let registry = self.directory.join(REGISTRY);
            fs::rename(&unfinished, &registry).map_err(io_error("create", &registry))
        });
        if let Err(error) = created {
            let _ = fs::remove_dir_all(&unfinished);
            return self.pool()?.map_or(Err(error), |found| Ok(Init::Exists(found)));
        }
        remove_unfinished(&self.directory);
        sync(&self.directory)?;
        let parent = self.directory.parent().filter(|parent| !parent.as_os_str().is_empty());
        // If the directory already existed, this process may lack permission to read its parent.
        let _ = sync(parent.unwrap_or(Path::new(".")));
        Ok(Init::Created)
    }

    fn read(&mut self, slots: Slots, _timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let Some(pool) = self.pool()? else { return Ok(None) };
        let asked = match slots {
            Slots::All => 0..pool.slots(),
            Slots::One(slot) if slot < pool.slots() => slot..slot + 1,
            Slots::One(_) => 0..0,
        };
        let mut records = Vec::new();
        for slot in asked {
            records.extend(self.current(slot, contents)?.map(|(_, record)| (slot, record)));
        }
        if let (Slots::One(slot), [_]) = (slots, records.as_slice()) {
            // The caller may adopt the record, so it must no longer be lost, even if its writer was killed before the
            // sync.
            sync(&self.slot_directory(slot))?;
        }
        Ok(Some(Snapshot { pool, records, server_unix_ms: None, floor_unix_ms: 0 }))
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        _timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        for _ in 0..MAX_ATTEMPTS {
            let Some(next) = self.prepare(slot, expected, new)? else { return Ok(Replaced::No) };
            if let Some(replaced) = next.link()? {
                return Ok(replaced);
            }
        }
        Err(overtaken(&self.slot_directory(slot)))
    }
}

/// A complete record that has no number yet.
struct Next {
    directory: PathBuf,
    temporary: PathBuf,
    number: u64,
}

impl FileRegistry {
    /// Writes the next record of a slot to a file that no reader sees. Returns `None` if the current record is not
    /// `expected`.
    fn prepare(&self, slot: u32, expected: &Record, new: &Record) -> Result<Option<Next>, RegistryError> {
        let current = self.current(slot, contents)?.filter(|(_, record)| record == expected);
        let Some(number) = current.and_then(|(number, _)| number.checked_add(1)) else { return Ok(None) };
        let directory = self.slot_directory(slot);
        let temporary = directory.join(temporary_name()?);
        // Whoever may write to the directory must be able to read the record, regardless of this process's umask.
        let permissions = fs::metadata(&directory).map_err(io_error("open", &directory))?;
        write(&temporary, &new.to_string(), &permissions)?;
        Ok(Some(Next { directory, temporary, number }))
    }
}

impl Next {
    /// Gives the record its number, which makes it current if no other writer was faster. Returns `None` if another
    /// writer has already removed the file. This can be the writer of the current record, which is still cleaning up.
    fn link(self) -> Result<Option<Replaced>, RegistryError> {
        let Self { directory, temporary, number } = self;
        let path = directory.join(name(number));
        let linked = fs::hard_link(&temporary, &path);
        // If the file stays, it is harmless, because the next writer removes it.
        let _ = fs::remove_file(&temporary);
        match linked {
            // Nothing was written.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(Some(Replaced::No)),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            linked => linked.map_err(io_error("link a new file to", &path))?,
        }
        sync(&directory)?;
        let files = numbers(&directory)?.unwrap_or_default();
        if files.keys().next_back() != Some(&number) {
            // The file must not stay, because it is older than others. Removing it is safe, because it is not current.
            let _ = fs::remove_file(&path);
            return Err(overtaken(&directory));
        }
        remove_old(&directory, files.range(..number).map(|(_, name)| name));
        Ok(Some(Replaced::Yes))
    }
}

/// Removes files of a registry that killed processes have left. A process that is still creating one finds this
/// registry.
fn remove_unfinished(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.strip_suffix(TEMPORARY).is_some_and(|token| token.parse::<Token>().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Removes old records and files left by killed processes. Failures are harmless, because the next writer tries again.
fn remove_old<'a>(directory: &Path, old: impl Iterator<Item = &'a String>) {
    for name in old {
        let _ = fs::remove_file(directory.join(name));
    }
    // A process that is still writing one of these files finds that it is missing and restarts.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(TEMPORARY) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the numbers of the records in a directory with their file names, or `None` if the directory doesn't exist.
fn numbers(directory: &Path) -> Result<Option<BTreeMap<u64, String>>, RegistryError> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(io_error("list", directory))?,
    };
    let mut numbers = BTreeMap::new();
    for entry in entries {
        let found = entry.map_err(io_error("list", directory))?.file_name().to_string_lossy().into_owned();
        if let Some(number) = found.parse().ok().filter(|number| name(*number) == found) {
            numbers.insert(number, found);
        }
    }
    Ok(Some(numbers))
}

/// Returns a file name. All names have the same length, so that they sort like their numbers.
fn name(number: u64) -> String {
    format!("{number:020}")
}

/// Returns a name for a new, incomplete file. It is random, because processes in different containers can share a
/// process ID.
fn temporary_name() -> Result<String, SystemRandomError> {
    Token::random().map(|token| format!("{token}{TEMPORARY}"))
}

/// Returns the only line of a file, or `None` if the file doesn't exist. If a file is too long, its start is enough to
/// show that it is neither a record nor a pool.
fn contents<T: FromStr<Err = TextError>>(path: &Path) -> Result<Option<T>, RegistryError> {
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(io_error("read", path))?,
    };
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let unexpected = |source| {
        RegistryError::unexpected(format!("unexpected contents of {}", path.display())).with_source(source)
    };
    line.parse().map(Some).map_err(unexpected)
}

/// Writes a new one-line file and waits until it is on the disk.
fn write(path: &Path, line: &str, directory: &Metadata) -> Result<(), RegistryError> {
    let written = File::create_new(path).and_then(|mut file| {
        file.write_all(format!("{line}\n").as_bytes())?;
        // Uses the handle, because another writer may have removed the name.
        give(&file, directory)?;
        file.sync_all()
    });
    written.map_err(|error| {
        // On a full disk, the file would take up space that other files need.
        let _ = fs::remove_file(path);
        io_error("write", path)(error)
    })
}

/// Gives a new file or directory the mode and the owner of its parent directory. Only a privileged process can change
/// the owner. For all others, access depends on the mode, for example through a group.
#[cfg(unix)]
fn give(new: &File, directory: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let _ = fchown(new, Some(directory.uid()), Some(directory.gid()));
    let bits = if new.metadata()?.is_dir() { 0o7777 } else { 0o666 };
    new.set_permissions(fs::Permissions::from_mode(directory.mode() & bits))
}

/// Does nothing, because new files inherit the permissions of their directory.
#[cfg(not(unix))]
fn give(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Waits until the names in a directory are on the disk. Windows does this automatically and can't open a directory as
/// a file.
fn sync(directory: &Path) -> Result<(), RegistryError> {
    if cfg!(windows) {
        return Ok(());
    }
    File::open(directory).and_then(|directory| directory.sync_all()).map_err(io_error("sync", directory))
}

fn io_error(operation: &str, path: &Path) -> impl FnOnce(io::Error) -> RegistryError + use<> {
    let message = format!("can't {operation} {}", path.display());
    move |source| {
        let kind = match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => RegistryErrorKind::Refused,
            _ => RegistryErrorKind::Unavailable,
        };
        RegistryError::new(kind, message).with_source(source)
    }
}

/// Returns the error for a record that another process has replaced, possibly after this process did.
fn overtaken(directory: &Path) -> RegistryError {
    let directory = directory.display();
    RegistryError::unavailable(format!(
        "another process replaced the record in {directory} first; the new record may have been written"
    ))
}

#[cfg(test)]
mod tests;
