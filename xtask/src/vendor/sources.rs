//! The files of a package that a build can read, and those that its licence requires.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use walkdir::{DirEntry, WalkDir};

use super::folder::Tree;

/// The entries at the top of a package that no build of it as a dependency reads.
const LEFT_OUT: &[&str] = &[
    "benches",
    "Cargo.lock",
    "Cargo.toml.orig",
    "examples",
    "clippy.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "target",
    "tests",
];

/// The beginnings of the names of licence files.
const LICENSES: &[&str] = &["COPYING", "COPYRIGHT", "LICENCE", "LICENSE", "NOTICE", "UNLICENSE"];

/// Reads a package's folder. Follows symbolic links, so that the copy has none.
pub(super) fn read(source: &Path) -> Result<Tree> {
    let mut tree = Tree::new();
    let is_wanted = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        // Names that start with a dot belong to the author's tools or to cargo's registry.
        entry.depth() != 1 || !(name.starts_with('.') || LEFT_OUT.contains(&&*name))
    };
    for entry in WalkDir::new(source).follow_links(true).into_iter().filter_entry(is_wanted) {
        let entry = entry.with_context(|| format!("{} can't be read", source.display()))?;
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(source)?.to_path_buf();
            let content = fs::read(entry.path())
                .with_context(|| format!("{} can't be read", entry.path().display()))?;
            tree.insert(path, content);
        }
    }
    Ok(tree)
}

/// The number of lines of Rust.
pub(super) fn lines(tree: &Tree) -> usize {
    let is_rust = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let files = tree.iter().filter(|(path, _)| is_rust(path));
    files.map(|(_, content)| content.iter().filter(|byte| **byte == b'\n').count()).sum()
}

/// The names of the licence files.
pub(super) fn licenses(tree: &Tree) -> Vec<String> {
    let top =
        tree.keys().filter_map(|path| path.iter().next()).map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> =
        top.filter(|name| LICENSES.iter().any(|begin| name.to_uppercase().starts_with(begin))).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn files(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        folder
    }

    #[test]
    fn only_the_files_that_a_build_can_read_are_copied() {
        let kept = [
            "Cargo.toml",
            "LICENSE-MIT",
            "README.md",
            "build/probe.rs",
            "build.rs",
            "src/lib.rs",
            "src/tests/a.rs",
        ];
        let left_out =
            [".cargo-ok", ".github/ci.yml", "Cargo.lock", "Cargo.toml.orig", "benches/b.rs", "tests/LICENSE"];
        let folder = files(&[kept.as_slice(), &left_out].concat());
        let tree = read(folder.path()).unwrap();
        assert_eq!(tree.keys().collect::<Vec<_>>(), kept.map(PathBuf::from).iter().collect::<Vec<_>>());
        assert_eq!(tree[Path::new("src/lib.rs")], b"src/lib.rs");
    }

    #[test]
    fn licence_files_are_found_by_name() {
        let folder =
            files(&["LICENSES/MIT.txt", "LICENSES/BSD.txt", "Copying", "src/LICENSE", "licence.md", "list"]);
        assert_eq!(licenses(&read(folder.path()).unwrap()), ["Copying", "LICENSES", "licence.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_targets_of_links_are_copied() {
        use std::os::unix::fs::symlink;

        let elsewhere = files(&["text", "folder/inner"]);
        let folder = files(&["Cargo.toml"]);
        symlink(elsewhere.path().join("text"), folder.path().join("LICENSE")).unwrap();
        symlink(elsewhere.path().join("folder"), folder.path().join("src")).unwrap();
        let tree = read(folder.path()).unwrap();
        assert_eq!(tree[Path::new("LICENSE")], b"text");
        assert_eq!(tree[Path::new("src/inner")], b"folder/inner");
    }
}
