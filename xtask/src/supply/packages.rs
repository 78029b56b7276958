//! The packages that a registry would receive.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use super::members::{Member, selected};
use super::tools;
use crate::command;
use crate::report::Outcome;

/// Every package has these files.
const REQUIRED: &[&str] = &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Cargo adds these files.
const ADDED: &[&str] = &[".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];

/// The folders of sources, and the types of files in them. The SQL functions of the program have a page of their own.
const FOLDERS: &[(&str, &[&str])] =
    &[("src/", &["rs", "sql", "lua"]), ("sql/", &["sql", "md"]), ("tests/", &["rs", "txt"])];

fn package(arguments: &[&str]) -> Command {
    let mut cargo = tools::cargo(&["package", "--quiet", "--allow-dirty"]);
    cargo.args(arguments);
    cargo
}

/// Checks the names of the files in all packages, without making them.
///
/// # Errors
///
/// A package lacks a file, or has one that does not belong there.
pub(super) fn check_files(published: &[Member]) -> Result<Outcome> {
    let mut count = 0;
    for Member { name, .. } in published {
        // Without stderr, where Cargo warns that there is no home page.
        let list = command::read(&mut package(&["--list", "--locked", "--package", name]))?;
        let files: Vec<_> = list.lines().map(|line| line.replace('\\', "/")).collect();
        for required in REQUIRED {
            ensure!(files.iter().any(|file| file == required), "package {name}: {required} is missing");
        }
        for file in &files {
            ensure!(belongs(file), "package {name}: expected sources, licences and a README, found {file}");
        }
        count += files.len();
    }
    Ok(Outcome::Passed(format!("{} packages, {count} files", published.len())))
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
///
/// # Errors
///
/// A package does not build.
pub(super) fn check_builds(published: &[Member]) -> Result<Outcome> {
    forget_earlier(published)?;
    let mut cargo = package(&["--locked", "--target-dir=target/packages"]);
    command::run(cargo.args(selected(published)))?;
    Ok(Outcome::Passed(format!("{}, each from its own files and the other packages", published.len())))
}

/// Removes what Cargo has unpacked from earlier packages. It tells them apart by name and version alone, and would build the others
/// with the sources of an earlier commit.
fn forget_earlier(published: &[Member]) -> Result<()> {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    let Some(sources) = cargo_home.or_else(home).map(|home| home.join("registry/src")) else { return Ok(()) };
    for path in earlier(&sources, published) {
        fs::remove_dir_all(&path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The folders of these packages that come from registries without a host, as those for the time of one command are.
fn earlier(sources: &Path, published: &[Member]) -> Vec<PathBuf> {
    let registries = fs::read_dir(sources).into_iter().flatten().flatten();
    let temporary = registries.filter(|registry| registry.file_name().as_encoded_bytes().starts_with(b"-"));
    let folders = temporary.flat_map(|registry| {
        published
            .iter()
            .map(move |Member { name, version, .. }| registry.path().join(format!("{name}-{version}")))
    });
    folders.filter(|folder| folder.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_earlier_runs_are_forgotten_and_no_others() {
        let sources = tempfile::tempdir().unwrap();
        let folders =
            ["-1f/ulid-0.1.0", "-1f/ulid-0.1.1", "-1f/other-0.1.0", "index.crates.io-1f/ulid-0.1.0"];
        let folders = folders.map(|folder| sources.path().join(folder));
        folders.iter().for_each(|folder| fs::create_dir_all(folder).unwrap());
        let ulid = crate::supply::members::members(
            r#"{"packages": [{"name": "ulid", "version": "0.1.0", "manifest_path": "/ulid/Cargo.toml", "publish": null,
                "features": {}, "targets": []}]}"#,
        );
        assert_eq!(earlier(sources.path(), &ulid.unwrap()), folders[..1]);
        assert_eq!(earlier(&sources.path().join("missing"), &[]), Vec::<PathBuf>::new());
    }

    #[test]
    fn only_sources_licences_and_pages_belong_to_a_package() {
        for file in
            ["Cargo.toml", "README.md", "src/lib.rs", "src/sql/init.sql", "src/read.lua", "sql/ulid.sql"]
        {
            assert!(belongs(file), "{file}");
        }
        for file in
            [".env", "src/.env", "src/lib.rs.orig", "src/key.pem", "target/a.rs", "build.rs", "tests/core"]
        {
            assert!(!belongs(file), "{file}");
        }
    }
}
