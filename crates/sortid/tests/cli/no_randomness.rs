//! Runs in which Linux denies random bits.

use servers::no_randomness::{REFUSALS, without_randomness};

use crate::{fails_with, run_with, sortid};

/// IDs out of order, so that `check` uses its hash tables, and a bad ID.
const IDS: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAX\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAW\nbad\n";

#[test]
fn commands_that_need_no_randomness_work() {
    for arguments in [
        &["--help"] as &[_],
        &["inspect", "--format", "json"],
        &["inspect", "--scheme", "ulid", "bad"],
        &["convert", "--to", "uuid"],
        &["range", "ulid", "--from", "0", "--to", "1"],
        &["check", "--window", "9"],
        &["completions", "bash"],
    ] {
        let expected = run_with(arguments, IDS);
        for (name, errno) in REFUSALS {
            let run = without_randomness(errno, || run_with(arguments, IDS));
            assert_eq!(run, expected, "{name} {arguments:?}");
        }
    }
}

/// If the system call doesn't exist or is denied, seeds come from the kernel's device.
#[test]
fn new_ids_need_randomness() {
    for (name, errno) in REFUSALS {
        for scheme in ["scru160", "scru128", "ulid", "ulid-flake", "ulid-flake-scalable"] {
            let output = without_randomness(errno, || sortid(&["new", scheme]).output().unwrap());
            if name != "EIO" {
                assert!(output.status.success(), "{name} {scheme}: {output:?}");
            } else {
                let line = fails_with(1, output);
                assert!(line.contains("the random source failed"), "{name} {scheme}: {line}");
            }
        }
    }
}
