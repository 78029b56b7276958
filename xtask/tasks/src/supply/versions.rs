//! The lowest and the newest versions of dependencies that the manifests allow.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};
use toml::{Table, Value};
use xshell::{Cmd, Shell, cmd};

use crate::pinned::NIGHTLY;
use crate::workspace::{Package, selected};
use crate::{command, files, root};

/// The directory of the lock file with the lowest versions.
const LOWEST: &str = "target/lowest";

/// Checks the packages with a separate lock file. Only direct dependencies have their lowest versions. Our manifests
/// only decide about direct dependencies, and many crates do not build with the lowest versions of their dependencies.
///
/// # Errors
///
/// Returns an error if a package does not build, or if another crate needs a higher version than the lowest that our
/// manifests allow.
pub(super) fn check_lowest(shell: &Shell, published: &[Package]) -> Result<String> {
    let (nightly, directory) = (&*NIGHTLY, root().join(LOWEST));
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let with_own_lock = |command: Cmd<'_>| -> Result<()> {
        let lock = directory.join("Cargo.lock");
        let command = command.env("RUSTUP_AUTO_INSTALL", "0").env("CARGO_RESOLVER_LOCKFILE_PATH", lock);
        command::run(&mut command.into())
    };
    with_own_lock(cmd!(shell, "cargo {nightly} generate-lockfile -Zdirect-minimal-versions"))?;
    // diesel accepts `uuid` from 0.7 to 1 and must use the same version as the packages here. Cargo chooses a different
    // version for diesel unless theirs is the newest.
    let lock: Table = files::read_toml(&directory.join("Cargo.lock"))?;
    let packages = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    let uuids = packages.filter(|package| package.get("name").and_then(Value::as_str) == Some("uuid"));
    // In a lock file, versions are in ascending order.
    let versions: Vec<_> = uuids.filter_map(|package| package.get("version")?.as_str()).collect();
    if let [lower, ours] = versions[..] {
        with_own_lock(cmd!(shell, "cargo {nightly} update uuid@{lower} --precise {ours}"))?;
    }
    let check = ["check", "--locked", "--target-dir=target/lowest"];
    // These are built separately. Together with packages that need `std`, they would be built with `std` too.
    let core = selected(published.iter().filter(|package| package.is_core()));
    with_own_lock(cmd!(shell, "cargo {nightly} {check...} {core...} --no-default-features"))?;
    let all = &selected(published);
    for features in [None, Some("--all-features")] {
        with_own_lock(cmd!(shell, "cargo {nightly} {check...} {all...} {features...}"))?;
    }
    Ok(format!("{} packages: without `std`, with default and with all features", published.len()))
}

/// Checks the schemes with the newest rusqlite that they accept. All other checks use the oldest, because the other
/// libraries need the same SQLite and a program can link only one.
pub(super) fn check_newest(published: &[Package]) -> Result<String> {
    let directory = root().join("target/newest");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let mut manifest = String::from(
        "[package]\nname = \"newest\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n\n\
         [dependencies]\nrusqlite = { version = \"*\", default-features = false }\n",
    );
    for Package { name, .. } in published.iter().filter(|package| !package.schemes.is_empty()) {
        writeln!(manifest, "{name} = {{ path = \"../../crates/{name}\", features = [\"rusqlite\"] }}")?;
    }
    files::write(&directory.join("Cargo.toml"), &manifest)?;
    // The package is empty. Building it checks the crates' implementations of rusqlite's traits.
    files::write(&directory.join("lib.rs"), "")?;
    let shell = command::shell()?;
    let check = ["--manifest-path=target/newest/Cargo.toml", "--target-dir=target/newest"];
    command::run(&mut cmd!(shell, "cargo check {check...}").into())?;
    Ok("all schemes, with the newest rusqlite that they accept".to_owned())
}
