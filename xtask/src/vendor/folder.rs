//! The folder to write to. Records what this command wrote there, and replaces only that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use walkdir::{DirEntry, WalkDir};

use super::Wanted;
use crate::files;

/// The files of a folder, by their relative paths.
pub(super) type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The file that records the entries written to the folder.
const MARKER: &str = ".sortid-vendor";

/// A file at the top of the folder: its name and its text.
pub(super) type Page = (&'static str, String);

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
struct Marker {
    /// The entries that may be replaced.
    written: BTreeSet<String>,
    schemes: Wanted,
}

/// A folder in another project.
pub(super) struct Folder {
    path: PathBuf,
    marker: Marker,
}

/// The location of a folder, as a `Cargo.toml` would name it.
pub(super) struct Place {
    /// The path from the project around it, or from its parent folder if there is no project.
    pub(super) in_project: String,
    /// The path from the workspace around it, if there is one.
    pub(super) in_workspace: Option<String>,
}

impl Place {
    /// Whether it is in the folder of a member other than the workspace's root.
    pub(super) fn is_in_member(&self) -> bool {
        self.in_workspace.as_ref().is_some_and(|in_workspace| *in_workspace != self.in_project)
    }
}

impl Folder {
    /// Opens a folder, which need not exist yet.
    pub(super) fn open(dir: &Path) -> Result<Self> {
        let path = resolve(dir)?;
        let file = path.join(MARKER);
        let marker = if fs::symlink_metadata(&file).is_ok() {
            let read = || -> Result<Marker> {
                let marker: Marker = toml::from_str(&fs::read_to_string(&file)?)?;
                // Entries of the list may be removed, so they must not lead out of the folder.
                for name in &marker.written {
                    let mut components = Path::new(name).components();
                    let is_name =
                        matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
                    ensure!(is_name, "expected a name in the folder, found `{name}`");
                }
                Ok(marker)
            };
            read().with_context(|| {
                format!(
                    "{} can't be read, so it is unknown what may be replaced: remove the folder, or choose another",
                    file.display()
                )
            })?
        } else {
            Marker::default()
        };
        Ok(Self { path, marker })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The schemes that earlier runs wrote.
    pub(super) fn wanted(&self) -> &Wanted {
        &self.marker.schemes
    }

    pub(super) fn place(&self) -> Result<Place> {
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut place = Place { in_project: name.unwrap_or_default(), in_workspace: None };
        let mut is_found = false;
        for above in self.path.ancestors().skip(1) {
            let Ok(manifest) = fs::read_to_string(above.join("Cargo.toml")) else { continue };
            let components = self.path.strip_prefix(above)?.components();
            let names: Vec<_> = components.map(|name| name.as_os_str().to_string_lossy()).collect();
            if !is_found {
                place.in_project = names.join("/");
                is_found = true;
            }
            if manifest.parse::<toml::Table>().is_ok_and(|manifest| manifest.contains_key("workspace")) {
                place.in_workspace = Some(names.join("/"));
                break;
            }
        }
        Ok(place)
    }

    /// Writes the files that differ, and removes the entries of earlier runs that are no longer wanted.
    pub(super) fn replace(
        &self,
        wanted: &Wanted,
        trees: &BTreeMap<String, Tree>,
        pages: &[Page],
    ) -> Result<()> {
        let page_names = pages.iter().map(|(name, _)| *name);
        let names = trees.keys().map(String::as_str).chain(page_names.clone());
        let new = Marker { written: names.map(str::to_owned).collect(), schemes: wanted.clone() };
        let both: BTreeSet<String> = new.written.union(&self.marker.written).cloned().collect();
        for name in &both {
            self.refuse_foreign_entry(name, page_names.clone().any(|page| page == name))?;
        }
        fs::create_dir_all(&self.path)
            .with_context(|| format!("{} can't be created", self.path.display()))?;

        // Written first, so that an interrupted run can be repeated.
        let schemes = self.marker.schemes.clone();
        if both != self.marker.written {
            write_marker(&self.path, &Marker { written: both, schemes })?;
        }
        for (name, tree) in trees {
            let path = self.path.join(name);
            if !holds(&path, tree) {
                files::remove(&path)?;
                for (file, content) in tree {
                    write(&path.join(file), content)?;
                }
            }
        }
        for name in self.marker.written.difference(&new.written) {
            files::remove(&self.path.join(name))?;
        }
        for (name, text) in pages {
            write(&self.path.join(name), text.as_bytes())?;
        }
        write_marker(&self.path, &new)
    }

    fn refuse_foreign_entry(&self, name: &str, is_page: bool) -> Result<()> {
        let path = self.path.join(name);
        let Ok(metadata) = fs::symlink_metadata(&path) else { return Ok(()) };
        let shown = path.display();
        ensure!(
            self.marker.written.contains(name),
            "{shown} exists and was not written by this command: expected a folder without this name, such as a new one"
        );
        let is_of_its_kind = if is_page { metadata.is_file() } else { metadata.is_dir() };
        ensure!(is_of_its_kind, "{shown} is not what this command wrote: move it away");
        Ok(())
    }
}

/// Resolves the symbolic links of the existing part of a path.
fn resolve(dir: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(dir).with_context(|| dir.display().to_string())?;
    for above in path.ancestors() {
        if fs::symlink_metadata(above).is_err() {
            continue;
        }
        let found = fs::canonicalize(above)
            .with_context(|| format!("{} is a dangling symbolic link: expected a folder", above.display()))?;
        ensure!(found.is_dir(), "{} is a file: expected a folder, or the name of a new one", above.display());
        let rest = path.strip_prefix(above)?;
        // In the missing part of the path, `..` could only be resolved by name.
        ensure!(
            !rest.components().any(|name| name == Component::ParentDir),
            "{} does not exist",
            above.display()
        );
        // Not `join` of an empty path, which would add a separator at the end.
        return Ok(rest.components().fold(found, |path, name| path.join(name)));
    }
    bail!("{} is not in a folder", path.display())
}

fn write_marker(folder: &Path, marker: &Marker) -> Result<()> {
    let head = "# Written by `cargo xtask vendor` of sortid, which may replace the entries listed here, and nothing else.\n\n";
    write(&folder.join(MARKER), format!("{head}{}", toml::to_string(marker)?).as_bytes())
}

/// Writes a file if it differs. An equal file keeps its modification time, so that it is not built again.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    if is_file_of(path, content) {
        return Ok(());
    }
    let write = || {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, content)
    };
    write().with_context(|| format!("{} can't be written", path.display()))
}

fn is_file_of(path: &Path, content: &[u8]) -> bool {
    fs::read(path).is_ok_and(|found| found == content)
}

/// Whether a folder has exactly these files.
fn holds(folder: &Path, tree: &Tree) -> bool {
    let Ok(mut entries) = WalkDir::new(folder).into_iter().collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    entries.retain(|entry| !entry.file_type().is_dir());
    let is_same = |entry: &DirEntry| {
        let expected = entry.path().strip_prefix(folder).ok().and_then(|path| tree.get(path));
        entry.file_type().is_file() && expected.is_some_and(|expected| is_file_of(entry.path(), expected))
    };
    entries.len() == tree.len() && entries.iter().all(is_same)
}
