//! Writes the files of the set, or compares them with what would be written.

use std::fmt::{self, Display};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use oracle::schemes::SCHEMES;
use oracle::test_vectors;

use crate::file::{File, only, to_json};
use crate::kind::Kind;
use crate::part::Part;
use crate::report::{count, say};
use crate::{copies, index, small};

/// The action for a file that differs from the oracle's content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Visit {
    Write,
    Compare,
}

/// The files that differed.
pub(crate) struct Changes {
    visit: Visit,
    files: usize,
}

impl Changes {
    /// Returns the error about files that should have been written.
    pub(crate) fn out_of_date(&self) -> Option<String> {
        let is_wrong = self.visit == Visit::Compare && self.files > 0;
        let files = match self.files {
            1 => "1 file is".to_owned(),
            files => format!("{files} files are"),
        };
        is_wrong.then(|| format!("{files} out of date: run `cargo xtask vectors`"))
    }
}

impl Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.files, self.visit) {
            (0, _) => formatter.write_str("No file changed."),
            (files, Visit::Write) => write!(formatter, "{} written.", count(files, "file")),
            (files, Visit::Compare) => write!(formatter, "{} out of date.", count(files, "file")),
        }
    }
}

/// The expected content of a file with cases.
pub(crate) struct Generated {
    pub(crate) part: Part,
    pub(crate) file: File,
    pub(crate) json: String,
}

/// Visits each file of the set: the cases, the pages, the index of all files, and the small set.
pub(crate) fn visit_all(visit: Visit) -> Result<Changes> {
    let ours = test_vectors();
    let mut changes = Changes { visit, files: 0 };
    let mut generated = Vec::new();
    for scheme in SCHEMES {
        for kind in Kind::of_scheme(scheme) {
            let file = File::generate(scheme, kind);
            let file =
                file.with_context(|| format!("{}: {} can't be generated", scheme.name, kind.name()))?;
            for is_policy in [false, true] {
                let part = Part { scheme, kind, is_policy };
                let file = only(file.clone(), |case| case.is_policy() == is_policy);
                let json = if file.header.count > 0 { Some(to_json(&file)?) } else { None };
                changes.visit(&part.path(&ours), json.as_deref())?;
                generated.extend(json.map(|json| Generated { part, file, json }));
            }
        }
    }
    for (name, content) in copies::copies(&generated)? {
        changes.visit(&ours.join(name), Some(&content))?;
    }
    changes.visit(&ours.join(index::FILE_NAME), Some(&index::index(&ours)?))?;
    small::visit(&mut changes, &generated)?;
    Ok(changes)
}

impl Changes {
    /// Visits a file with its content, which is `None` if the file has no cases and must not exist.
    pub(crate) fn visit(&mut self, path: &Path, content: Option<&str>) -> Result<()> {
        let present = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            present => Some(present.with_context(|| format!("{}: can't be read", path.display()))?),
        };
        if present.as_deref() == content.map(str::as_bytes) {
            return Ok(());
        }
        self.files += 1;
        let done = match (self.visit, content) {
            (Visit::Compare, _) => "out of date",
            (Visit::Write, Some(content)) => {
                fs::create_dir_all(path.parent().unwrap_or(path))
                    .and_then(|()| fs::write(path, content))
                    .with_context(|| format!("{}: can't be written", path.display()))?;
                "wrote"
            }
            (Visit::Write, None) => {
                fs::remove_file(path).with_context(|| format!("{}: can't be removed", path.display()))?;
                "removed"
            }
        };
        say(format_args!("{done}: {}", path.display()));
        Ok(())
    }
}
