//! The hidden items of `idcore`. Published scheme crates call them, and Cargo may combine these crates with a newer
//! compatible `idcore`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;
use xshell::{Shell, cmd};

use crate::{command, files, root, vendor};

/// The directory for the two versions to compare. They lack the attribute that hides items, because the tool ignores
/// hidden items.
const DIRECTORY: &str = "target/hidden";

/// Compares all items of `idcore` with a git revision. A change that breaks scheme crates requires a new version.
pub(super) fn check(shell: &Shell, baseline: &str) -> Result<String> {
    let directory = root().join(DIRECTORY);
    files::remove(&directory)?;
    let (earlier, now, archive) =
        (directory.join("earlier"), directory.join("now"), directory.join("earlier.tar"));
    fs::create_dir_all(&earlier).with_context(|| earlier.display().to_string())?;
    cmd!(shell, "git archive --output={archive} {baseline}:crates/idcore").run()?;
    cmd!(shell, "tar -x -f {archive} -C {earlier}").run()?;
    vendor::copy(&root().join("crates/idcore"), &now)?;
    for state in [&earlier, &now] {
        show_items(state)?;
    }
    let manifest = now.join("Cargo.toml");
    let options = ["--all-features", "--manifest-path"];
    let check = cmd!(shell, "cargo semver-checks {options...} {manifest} --baseline-root={earlier}");
    // The directory above is removed at the start. Outside it, the libraries are built only once.
    command::run(&mut check.env("CARGO_TARGET_DIR", root().join("target")).into())?;
    Ok(format!("all items of idcore against {baseline}"))
}

/// Removes the attribute from a package's sources, and separates the package from this workspace.
fn show_items(directory: &Path) -> Result<()> {
    for entry in WalkDir::new(directory) {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            files::write(path, &files::read(path)?.replace("#[doc(hidden)]", ""))?;
        }
    }
    let manifest = directory.join("Cargo.toml");
    // The tool also ignores packages that can't be published.
    let text = files::read(&manifest)?.replace("publish = false\n", "");
    files::write(&manifest, &(text + "\n[workspace]\n"))
}
