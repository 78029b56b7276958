//! The tests that a sanitizer or an emulator would take many minutes for, and that find nothing more there.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::root;

/// Files of `xtask/conformance/tests`, each with the reason to leave it out.
const FILES: &[(&str, &str)] = &[
    ("collisions", "simulates millions of generators in one thread, and compares the result with formulas"),
    ("vectors", "tests the program that checks vectors, not the crates: the unit tests check all vectors"),
];

/// Tests in other files.
const TESTS: &[(&str, &str)] =
    &[("a_spoilt_record_fails_its_case", "tests the check of the vectors, as above")];

/// Adds the arguments for all other tests to `cargo test`.
///
/// # Errors
///
/// The files can't be listed, or one of those above does not exist.
pub(crate) fn leave_out(test: &mut Command) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("xtask/conformance/tests"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    for (file, _) in FILES {
        ensure!(names.iter().any(|name| name == file), "expected a test {file} of `conformance`, found none");
        names.retain(|name| name != file);
    }
    test.arg("--lib").args(names.iter().map(|name| format!("--test={name}")));
    test.arg("--").args(TESTS.iter().flat_map(|(name, _)| ["--skip", name]));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command;

    #[test]
    fn all_other_tests_run() {
        let mut test = Command::new("cargo");
        leave_out(&mut test).unwrap();
        let line = command::line(&test);
        assert!(line.contains(" --test=scru128 ") && !line.contains("--test=vectors"), "{line}");
        assert!(line.ends_with(" -- --skip a_spoilt_record_fails_its_case"), "{line}");
    }
}
