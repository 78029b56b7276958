//! The files of a set of vectors, and the names of cases.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use oracle::schemes::{SCHEMES, Scheme};

use crate::check_file::{Checked, check_cases};
use crate::kind::Kind;
use crate::load;

/// A file that a set can have: some cases of a scheme.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The scheme.
    pub scheme: &'static Scheme,
    /// The kind of the cases.
    pub kind: Kind,
    /// `true` if the cases depend on one of our rules.
    pub is_policy: bool,
}

impl Part {
    /// Returns all parts.
    pub fn all() -> impl Iterator<Item = Self> {
        SCHEMES.into_iter().flat_map(Self::of_scheme)
    }

    /// Returns the parts of a scheme.
    pub fn of_scheme(scheme: &'static Scheme) -> impl Iterator<Item = Self> {
        let of_kind = move |kind| [false, true].map(|is_policy| Self { scheme, kind, is_policy });
        Kind::of_scheme(scheme).flat_map(of_kind)
    }

    /// Returns the path in a set, such as `scru128/codec.json`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.scheme.name, self.kind.file_name(self.is_policy))
    }

    /// Returns the path in the set in a directory.
    #[must_use]
    pub fn path(&self, directory: &Path) -> PathBuf {
        directory.join(self.scheme.name).join(self.kind.file_name(self.is_policy))
    }

    /// Checks the crate of the scheme against the cases of the file, or against one of them.
    pub(crate) fn check(&self, directory: &Path, only: Option<&CaseName>) -> Result<Checked> {
        let path = self.path(directory);
        let mut file = load::file(&path, self.scheme, self.kind, self.is_policy)?;
        if let Some(CaseName { id, .. }) = only {
            for cases in [&mut file.valid, &mut file.invalid, &mut file.cases] {
                cases.retain(|case| case.id == *id);
            }
            ensure!(file.all().count() > 0, "{}: expected a case {id}, found none", path.display());
        }
        let checked = harness::with_scheme!(self.scheme.name, S => check_cases::<S>(*self, path, &file));
        checked.with_context(|| format!("{}: no crate for this scheme", self.scheme.name))
    }
}

/// The name of a case, such as `scru128/codec.json:12`: the file in the set, and the id.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseName {
    file: String,
    id: u32,
}

impl CaseName {
    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns an error if the string has no `:`, or no number after it.
    pub fn parse(name: &str) -> Result<Self> {
        let parts = name.rsplit_once(':').and_then(|(file, id)| Some((file, id.parse().ok()?)));
        let (file, id) = parts
            .with_context(|| format!("expected a case such as scru128/codec.json:12, found {name:?}"))?;
        Ok(Self { file: file.replace('\\', "/"), id })
    }

    pub(crate) fn part(&self) -> Result<Part> {
        let is_named = |part: &Part| {
            // Also in the form in which the report names files.
            let directory = self.file.strip_suffix(&part.name());
            directory.is_some_and(|directory| directory.is_empty() || directory.ends_with('/'))
        };
        let part = Part::all().find(is_named);
        part.with_context(|| format!("{}: expected one of the files {}", self.file, layout()))
    }
}

/// Describes the files that a set can have.
pub(crate) fn layout() -> String {
    let names = SCHEMES.map(|scheme| scheme.name);
    format!("{{{}}}/{{{}}}[-policy].json", names.join(","), Kind::ALL.map(Kind::name).join(","))
}
