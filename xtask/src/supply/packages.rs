//! The packages that a registry would receive.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use crate::command;
use crate::workspace::{Package, selected};

/// Every package has these files.
const REQUIRED: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Cargo adds these files.
const ADDED: &[&str] = &[".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];

/// The folders of sources, and the types of files in them. The SQL functions of the program have a page of their own.
const FOLDERS: &[(&str, &[&str])] = &[
    ("src/", &["rs", "sql", "lua"]),
    ("examples/", &["rs"]),
    ("sql/", &["sql", "md"]),
    ("tests/", &["rs", "txt"]),
];

/// Checks the names of the files in all packages, without making them.
pub(super) fn check_files(published: &[Package]) -> Result<String> {
    let shell = command::shell()?;
    let mut count = 0;
    for Package { name, .. } in published {
        // Cargo warns that there is no home page.
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
    let is_source = |(folder, types): &(&str, &[&str])| {
        let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
        file.starts_with(folder) && extension.is_some_and(|extension| types.contains(&extension))
    };
    REQUIRED.contains(&file) || ADDED.contains(&file) || FOLDERS.iter().any(is_source)
}

/// Makes all packages, and builds each from its own files and the other packages. Cargo does so in the order in which they depend
/// on each other.
pub(super) fn check_builds(published: &[Package]) -> Result<String> {
    forget_earlier(published)?;
    let packages = selected(published);
    let shell = command::shell()?;
    cmd!(shell, "cargo package --quiet --allow-dirty --locked --target-dir=target/packages {packages...}")
        .run()?;
    Ok(format!("{}, each from its own files and the other packages", published.len()))
}

/// Removes what Cargo has unpacked from earlier packages. It tells them apart by name and version alone, and would build the others
/// with the sources of an earlier commit.
fn forget_earlier(published: &[Package]) -> Result<()> {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = cargo_home.or_else(|| Some(env::home_dir()?.join(".cargo"))) else { return Ok(()) };
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    // Those for the time of one command have no host.
    for registry in registries.filter(|registry| registry.file_name().as_encoded_bytes().starts_with(b"-")) {
        for Package { name, version, .. } in published {
            let folder = registry.path().join(format!("{name}-{version}"));
            if folder.is_dir() {
                fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_packages_have_their_files() {
        check_files(&crate::workspace::published().unwrap()).unwrap();
    }
}
