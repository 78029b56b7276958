//! A new project that uses vendored schemes, to check that it builds.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::vendor;
use crate::files;

/// Typical firmware code that uses a scheme.
const MODULE: &str = r"
pub fn NAME(generator: &mut NAME::Generator<impl NAME::clock::Clock, impl NAME::random::RandomSource>) -> bool {
    generator.generate().is_ok_and(|id| id.encode().parse() == Ok(id))
}
";

/// Writes a library project without `std`, with the schemes in its folder `vendor`, and what the folder's README says in its
/// manifest. The project has further dependencies and code of its own.
///
/// # Errors
///
/// The same as for [`vendor()`], or the project can't be written.
pub fn write(
    project: &Path,
    schemes: &[String],
    features: &[&str],
    dependencies: &str,
    code: &str,
) -> Result<()> {
    fs::create_dir_all(project)?;
    let mut library = format!("#![no_std]\n#![deny(warnings)]\n{code}");
    for scheme in schemes {
        vendor(scheme, &project.join("vendor"), features)?;
        library += &MODULE.replace("NAME", &scheme.replace('-', "_"));
    }
    let readme = files::read(&project.join("vendor/README.md"))?;
    let lines = readme.split("```").nth(1).and_then(|block| block.strip_prefix("toml\n[dependencies]\n"));
    let lines = lines.context("expected what to add to the manifest in the README")?;
    let package = "[package]\nname = \"firmware\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n";
    files::write(&project.join("Cargo.toml"), &format!("{package}\n[dependencies]\n{dependencies}{lines}"))?;
    files::write(&project.join("lib.rs"), &library)
}

/// Builds a project without a network. `cargo` is the command with its environment. The flags follow `build --offline`.
///
/// # Errors
///
/// The build fails or prints a warning.
pub fn build(project: &Path, mut cargo: Command, flags: &[&str]) -> Result<()> {
    cargo.args(["build", "--offline"]).args(flags).current_dir(project);
    cargo.env("CARGO_TARGET_DIR", project.join("target"));
    cargo.env("RUSTFLAGS", "-D warnings").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let output = cargo.output().context("cargo can't be run")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the project does not build:\n{messages}");
    ensure!(!messages.contains("warning"), "the build warns:\n{messages}");
    Ok(())
}
