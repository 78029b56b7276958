//! The packages that a registry would receive.

use std::path::Path;

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::command;
use crate::workspace::Package;

/// The files that every package must contain.
const REQUIRED: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The files that Cargo adds.
const ADDED: &[&str] = &[".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];

/// The source directories, and the types of files in them. `sortid`'s SQL functions have their own page.
const DIRECTORIES: &[(&str, &[&str])] = &[
    ("src/", &["rs", "sql", "lua"]),
    ("examples/", &["rs"]),
    ("sql/", &["sql", "md"]),
    ("tests/", &["rs", "txt"]),
];

/// Checks the names of the files in all packages, without creating the packages.
pub(super) fn check_files(published: &[Package]) -> Result<String> {
    let shell = command::shell()?;
    let mut count = 0;
    for Package { name, .. } in published {
        // Cargo would warn that the packages have no home page.
        let list = cmd!(shell, "cargo package --quiet --allow-dirty --list --package {name}");
        let list = list.ignore_stderr().quiet().read()?;
        let files: Vec<_> = list.lines().map(|line| line.replace('\\', "/")).collect();
        for required in REQUIRED {
            ensure!(files.iter().any(|file| file == required), "package {name}: {required} is missing");
        }
        for file in &files {
            ensure!(belongs(file), "package {name}: expected sources, licences and a README, found {file}");
        }
        count += files.len();
    }
    Ok(format!("{} packages, {count} files", published.len()))
}

fn belongs(file: &str) -> bool {
    let is_source = |(directory, types): &(&str, &[&str])| {
        let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
        file.starts_with(directory) && extension.is_some_and(|extension| types.contains(&extension))
    };
    REQUIRED.contains(&file) || ADDED.contains(&file) || DIRECTORIES.iter().any(is_source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_packages_have_their_files() {
        check_files(&crate::workspace::published().unwrap()).unwrap();
    }
}
