//! Tests of writers that are frozen or killed between two steps.

use std::error::Error;
use std::{env, thread};

use super::*;

const TIMEOUT: Duration = Duration::from_secs(1);

/// A registry with one slot. Dropping it removes its directory.
struct Scratch(FileRegistry);

impl Scratch {
    fn new() -> Self {
        let directory = env::temp_dir().join(format!("idlease-{}", Token::random().unwrap()));
        let mut registry = FileRegistry::new(directory);
        let pool = Pool::new(1).unwrap().with_node_ids(0, 1).unwrap();
        assert_eq!(registry.init(&pool, Start::new_registry(0), TIMEOUT).unwrap(), Init::Created);
        Self(registry)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0.directory);
    }
}

/// Returns the names of the files of a slot.
fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn record(epoch: u64) -> Record {
    Record { epoch, ..Record::initial(0) }
}

/// The writer was frozen after reading. Three records later, its number is free again, because the old files were
/// removed.
#[test]
fn a_frozen_writer_does_not_report_a_record_that_others_have_passed() {
    let mut scratch = Scratch::new();
    let mut frozen = scratch.0.prepare(0, &record(0), &record(99)).unwrap().unwrap();
    for epoch in 1..=3 {
        let replaced = scratch.0.replace(0, &record(epoch - 1), &record(epoch), TIMEOUT);
        assert_eq!(replaced.unwrap(), Replaced::Yes);
    }
    // The other writers have removed its file. Create it again, as if the writer had been frozen before writing it.
    assert!(!frozen.temporary.exists());
    frozen.temporary = scratch.0.slot_directory(0).join("late.tmp");
    fs::write(&frozen.temporary, record(99).to_string()).unwrap();

    let number = frozen.number;
    assert_eq!(number, 1);
    assert!(frozen.link().unwrap_err().to_string().contains("may have been written"));
    assert_eq!(scratch.0.current(0, contents).unwrap(), Some((3, record(3))));
    assert_eq!(files(&scratch.0.slot_directory(0)), [name(3)]);
}

/// After the number was found, another writer has passed it, and the frozen writer has linked its file to it.
#[test]
fn a_record_of_a_frozen_writer_is_not_read_under_a_number_that_was_current() {
    let scratch = Scratch::new();
    let mut other = scratch.0.clone();
    let current = scratch.0.current(0, |path| {
        if other.replace(0, &record(0), &record(1), TIMEOUT).unwrap() == Replaced::Yes {
            fs::write(path, record(99).to_string()).unwrap();
        }
        contents(path)
    });
    assert_eq!(current.unwrap(), Some((1, record(1))));
}

#[test]
fn a_writer_whose_file_is_gone_has_written_nothing() {
    let mut scratch = Scratch::new();
    let frozen = scratch.0.prepare(0, &record(0), &record(99)).unwrap().unwrap();
    assert_eq!(scratch.0.replace(0, &record(0), &record(1), TIMEOUT).unwrap(), Replaced::Yes);
    assert_eq!(frozen.link().unwrap(), None);
    assert_eq!(scratch.0.current(0, contents).unwrap(), Some((1, record(1))));
}

/// The writer of the current record cleans up late and removes the next writer's file.
#[test]
fn a_writer_whose_file_is_removed_begins_anew() {
    let mut scratch = Scratch::new();
    let directory = scratch.0.slot_directory(0);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for epoch in 0..100 {
                let replaced = scratch.0.replace(0, &record(epoch), &record(epoch + 1), TIMEOUT);
                assert_eq!(replaced.unwrap(), Replaced::Yes, "{epoch}");
            }
        });
        let mut removed = 0;
        while removed < 20 && !writer.is_finished() {
            for name in files(&directory).iter().filter(|name| name.ends_with(TEMPORARY)) {
                removed += u32::from(fs::remove_file(directory.join(name)).is_ok());
            }
        }
    });
}

/// Files left by a killed writer do not disturb other processes, and the next writer removes them.
#[test]
fn files_of_killed_writers_are_removed() {
    let mut scratch = Scratch::new();
    let directory = scratch.0.slot_directory(0);
    assert_eq!(scratch.0.replace(0, &record(0), &record(1), TIMEOUT).unwrap(), Replaced::Yes);
    fs::write(directory.join("x.tmp"), "1 - ").unwrap();
    fs::write(directory.join(name(0)), "0 - 0 0\n").unwrap();
    assert_eq!(scratch.0.current(0, contents).unwrap(), Some((1, record(1))));
    assert_eq!(scratch.0.replace(0, &record(1), &record(2), TIMEOUT).unwrap(), Replaced::Yes);
    assert_eq!(files(&scratch.0.slot_directory(0)), [name(2)]);
}

#[test]
fn damaged_contents_are_an_error_that_names_the_file() {
    let mut scratch = Scratch::new();
    let path = scratch.0.slot_directory(0).join(name(0));
    fs::write(&path, "7 nobody 0 0\n").unwrap();
    let error = scratch.0.read(Slots::One(0), TIMEOUT).unwrap_err();
    assert_eq!(error.to_string(), format!("unexpected contents of {}", path.display()));
    assert_eq!(error.kind(), RegistryErrorKind::Unexpected);
    let cause = error.source().unwrap().to_string();
    assert_eq!(cause, "owner is \"nobody\", expected 32 lowercase hexadecimal digits");
}

#[test]
fn only_the_start_of_a_long_file_is_read() {
    let mut scratch = Scratch::new();
    for path in [scratch.0.slot_directory(0).join(name(0)), scratch.0.directory.join(REGISTRY).join(POOL)] {
        File::options().write(true).open(&path).unwrap().set_len(1 << 20).unwrap();
        let error = scratch.0.read(Slots::All, TIMEOUT).unwrap_err();
        assert_eq!(error.to_string(), format!("unexpected contents of {}", path.display()));
        let cause = error.source().unwrap().to_string();
        assert!(cause.len() < 1000, "{} bytes", cause.len());
    }
    let longest = Record { epoch: u64::MAX, owner: Token::random().ok(), ..Record::initial(u64::MAX) };
    let longest = Record { label: "x".repeat(63).parse().unwrap(), ..longest };
    fs::write(scratch.0.slot_directory(0).join(name(1)), format!("{longest}\n")).unwrap();
    assert_eq!(scratch.0.current(0, contents).unwrap(), Some((1, longest)));
}

/// A directory that a system prepares for a service, here as a mount point behind a link.
#[cfg(unix)]
#[test]
fn a_prepared_directory_keeps_its_owner_and_mode_and_gives_them_on() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    let scratch = Scratch::new();
    let directory = scratch.0.directory.join("prepared");
    fs::create_dir_all(directory.join("lost+found")).unwrap();
    fs::create_dir_all(directory.join(format!("{}.tmp/0", "0".repeat(32)))).unwrap(); // of a process that was killed
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o2770)).unwrap();
    // Only a privileged process can do that.
    let _ = chown(&directory, Some(12_345), Some(12_345));
    let rights = |path: &Path| {
        fs::metadata(path).map(|found| (found.uid(), found.gid(), found.mode() & 0o7777)).unwrap()
    };
    let expected = rights(&directory);
    symlink(&directory, scratch.0.directory.join("link")).unwrap();
    let mut registry = FileRegistry::new(format!("{}/link/", scratch.0.directory.display()));
    assert_eq!(
        registry.init(&Pool::new(1).unwrap(), Start::new_registry(0), TIMEOUT).unwrap(),
        Init::Created
    );
    for path in [&directory, &directory.join(REGISTRY), &registry.slot_directory(1)] {
        assert_eq!(rights(path), expected, "{}", path.display());
    }
    assert_eq!(rights(&registry.slot_directory(1).join(name(0))), (expected.0, expected.1, 0o660));
    assert_eq!(files(&directory), ["lost+found", REGISTRY]);
    assert_eq!(registry.replace(1, &record(0), &record(1), TIMEOUT).unwrap(), Replaced::Yes);
    assert_eq!(rights(&registry.slot_directory(1).join(name(1))), (expected.0, expected.1, 0o660));
    assert_eq!(registry.current(0, contents).unwrap(), Some((0, record(0))));
}
