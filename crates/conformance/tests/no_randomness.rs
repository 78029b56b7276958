//! IDs where Linux refuses `getrandom(2)`: never weak ones, and no child that waits for another process's thread.

#![cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::collections::HashSet;
use std::fs;
use std::process::Command;

use conformance::no_randomness::without_randomness;
use conformance::processes::in_child;
use scru128::{GenerateError, Generator};

/// The call does not exist, or a filter refuses it: the kernel's device has randomness all the same.
const REFUSED: [i32; 2] = [libc::ENOSYS, libc::EPERM];

/// The files that this process has open.
fn descriptors() -> Vec<std::ffi::OsString> {
    let entries = fs::read_dir("/proc/self/fd").expect("a list of descriptors");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("a descriptor").file_name()).collect();
    names.sort();
    names
}

/// A seed comes from the device, and no file stays open that a daemon could close, and another one replace. In a child, where
/// no other thread opens files.
#[test]
fn a_refused_call_leaves_no_file_open() {
    for errno in REFUSED {
        let texts = without_randomness(errno, || {
            in_child(|| {
                let before = descriptors();
                let ids = [(); 100].map(|()| {
                    Generator::new().generate().map_or_else(|error| error.to_string(), |id| id.to_string())
                });
                assert_eq!(descriptors(), before);
                ids.to_vec()
            })
        });
        let ids: Vec<scru128::Scru128> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let counters: HashSet<_> = ids.iter().map(|id| (id.counter_hi(), id.counter_lo())).collect();
        assert_eq!(counters.len(), 100, "each has a seed of its own");
    }
}

/// Each trial is a process of its own, which forks a little later in its first use than the one before.
#[test]
fn a_child_forked_during_the_first_use_does_not_hang() {
    for errno in REFUSED {
        without_randomness(errno, || {
            for spins in 0..150 {
                let mut first_use = Command::new(env!("CARGO_BIN_EXE_fork_during_first_use"));
                let status = first_use.arg((spins * 23 % 3500).to_string()).status().unwrap();
                assert!(status.success(), "with {spins}: {status}");
            }
        });
    }
}

/// Any other failure is an error that says so, and the next call asks again.
#[test]
fn a_call_that_fails_is_an_error() {
    let mut generator = Generator::new();
    let error = without_randomness(libc::EIO, || generator.generate().unwrap_err());
    assert!(matches!(error, GenerateError::Random(_)));
    let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
    let causes: Vec<_> = causes.map(ToString::to_string).collect();
    assert_eq!(causes[..2], ["the operating system gave no seed", "getrandom(2) failed"]);
    assert!(causes[2].contains("os error 5"), "{causes:?}");
    generator.generate().expect("this thread may ask");
}
