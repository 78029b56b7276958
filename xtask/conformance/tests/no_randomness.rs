//! IDs where `getrandom(2)` fails: none is weak, and no child waits for a thread of another process.

#![cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use harness::scru128;
use std::collections::HashSet;
use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use conformance::no_randomness::without_randomness;
use conformance::processes::in_child;
use harness::scru128::{GenerateError, Generator};

/// Errors for a system call that does not exist or that a filter rejects. The kernel's device still has randomness.
const REFUSED: [i32; 2] = [libc::ENOSYS, libc::EPERM];

/// The open files of this process.
fn descriptors() -> Vec<std::ffi::OsString> {
    let entries = fs::read_dir("/proc/self/fd").expect("a list of descriptors");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("a descriptor").file_name()).collect();
    names.sort();
    names
}

/// The seed comes from the device. No file stays open that a daemon could close and another file replace. Runs in a child,
/// where no other thread opens files.
#[test]
fn a_rejected_call_leaves_no_file_open() {
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
        assert_eq!(counters.len(), 100, "each has its own seed");
    }
}

/// Each trial is a new process, which forks a little later in its first use than the previous one.
#[test]
fn a_child_forked_during_the_first_use_does_not_hang() {
    for errno in REFUSED {
        without_randomness(errno, || {
            for spins in 0..150 {
                let mut first_use = Command::cargo_bin("fork_during_first_use").unwrap();
                let status = first_use.arg((spins * 23 % 3500).to_string()).status().unwrap();
                assert!(status.success(), "with {spins}: {status}");
            }
        });
    }
}

/// A filter can let the call succeed without a single byte. The seed would then be zeros, the same in all processes.
#[test]
fn a_call_that_returns_nothing_is_an_error() {
    let error = without_randomness(0, || Generator::new().generate().unwrap_err());
    let chain = format!("{:#}", anyhow::Error::new(error));
    assert!(chain.ends_with("getrandom(2) failed: it returned 0 of 32 bytes"), "{chain}");
}

/// Any other failure is reported as an error, and the next call tries again.
#[test]
fn a_call_that_fails_is_an_error() {
    let mut generator = Generator::new();
    let error = without_randomness(libc::EIO, || generator.generate().unwrap_err());
    assert!(matches!(error, GenerateError::Random(_)));
    let chain = format!("{:#}", anyhow::Error::new(error));
    let expected = "the random source failed: the operating system gave no seed: getrandom(2) failed: ";
    assert!(chain.starts_with(expected) && chain.ends_with("(os error 5)"), "{chain}");
    generator.generate().expect("this thread has randomness");
}
