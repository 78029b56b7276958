//! Bugs that are injected into a copy of `idcore`. A sanitizer that misses them would miss real bugs too.

use std::path::Path;

use anyhow::{Result, ensure};

use super::Sanitizer;
use crate::{command, files, root, vendor};

/// A bug, and how it is found.
pub(super) struct InjectedBug {
    pub(super) what: &'static str,
    /// A file of `idcore`.
    file: &'static str,
    /// The code that the bug replaces, and the replacement.
    edit: (&'static str, &'static str),
    /// The unit test that runs this code.
    test: &'static str,
    /// The sanitizer's message.
    report: &'static str,
}

/// A thread reads a value that another thread has not released.
pub(super) const RACE: InjectedBug = InjectedBug {
    what: "an injected data race",
    file: "src/sys/leak_cell.rs",
    edit: ("Ordering::{Acquire, Release};", "Ordering::{Relaxed as Acquire, Relaxed as Release};"),
    test: "sys::leak_cell::tests::one_of_several_replacements_wins",
    report: "ThreadSanitizer: data race",
};

/// A string is one byte longer than its buffer.
pub(super) const READ_PAST_THE_END: InjectedBug = InjectedBug {
    what: "an injected read past the end",
    file: "src/sys/ascii.rs",
    edit: (
        "&*(&raw const *characters as *const [u8])",
        "core::slice::from_raw_parts(characters.as_ptr().cast(), characters.len() + 1)",
    ),
    test: "sys::ascii::tests::every_byte_makes_valid_utf8",
    report: "AddressSanitizer: stack-buffer-overflow",
};

impl InjectedBug {
    /// Runs the test in a copy with the bug.
    pub(super) fn must_be_found(&self, sanitizer: &Sanitizer) -> Result<String> {
        let copy = root().join("target/injected");
        files::remove(&copy)?;
        self.inject(&copy)?;
        let shell = command::shell()?;
        shell.change_dir(&copy);
        // The same profile as in the workspace, so that the standard library is built only once.
        let profile =
            ["--config=profile.dev.debug='line-tables-only'", "--config=profile.dev.package.'*'.debug=false"];
        let arguments = [&profile, ["--lib", self.test].as_slice(), &["--", "--exact"]].concat();
        let test =
            sanitizer.cargo_test(&shell, &arguments.iter().map(ToString::to_string).collect::<Vec<_>>());
        let line = test.to_string();
        let (_, printed) = command::outcome(&mut test.into())?;
        ensure!(printed.contains(self.report), "expected `{line}` to report {:?}:\n{printed}", self.report);
        Ok("found".to_owned())
    }

    /// Writes `idcore` with the bug to a directory.
    fn inject(&self, directory: &Path) -> Result<()> {
        vendor::copy(&root().join("crates/idcore"), directory)?;
        let manifest = directory.join("Cargo.toml");
        files::write(
            &manifest,
            &(files::read(&manifest)? + "\n# It is not a member of the workspace around it.\n[workspace]\n"),
        )?;
        files::write(&directory.join("Cargo.lock"), &files::read(&root().join("Cargo.lock"))?)?;
        let path = directory.join(self.file);
        let text = files::read(&path)?;
        let (from, to) = self.edit;
        ensure!(text.contains(from), "expected `{from}` in {}, to inject a bug there", self.file);
        files::write(&path, &text.replace(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_fit_the_code() {
        for bug in [RACE, READ_PAST_THE_END] {
            let directory = tempfile::tempdir().unwrap();
            bug.inject(directory.path()).unwrap();
            let [original, copy] = [root().join("crates/idcore"), directory.path().to_owned()]
                .map(|directory| files::read(&directory.join(bug.file)).unwrap());
            assert_ne!(original, copy);
            let name = bug.test.rsplit("::").next().unwrap();
            assert!(copy.contains(&format!("fn {name}()")), "{name}");
        }
    }
}
