//! Runs in which Linux denies random bits.

use servers::no_randomness::{REFUSALS, without_randomness};

use crate::{fails_with, sortid};

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
