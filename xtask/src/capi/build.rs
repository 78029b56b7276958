//! Builds the header and the library.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::firmware::toolchain::Toolchain;
use crate::{command, root, workspace};

/// The header with the schemes of some crates, or of all crates.
///
/// # Errors
///
/// The sources can't be read.
pub(crate) fn header(crates: &[&str]) -> Result<String> {
    let mut program = Command::new("cargo");
    // In its own folder, so that it does not wait for a build of the workspace.
    program.args(["run", "--quiet", "--target-dir=target/capi", "--package=book", "--bin=header"]);
    program.args(["--no-default-features", "--features=header", "--", "code", "sources"]);
    for package in workspace::published()? {
        if crates.is_empty() || crates.contains(&&*package.name) {
            program.args(package.schemes.iter().map(|scheme| scheme.replace('-', "_")));
        }
    }
    command::read(program.current_dir(root()))
}

/// How to build the library.
#[derive(Clone, Copy, Default)]
pub(crate) struct Library<'a> {
    /// The compiler and the target, if not this computer's.
    pub(crate) target: Option<(&'a Toolchain, &'a str)>,
    /// The features, or the default ones.
    pub(crate) features: Option<&'a str>,
    /// Whether AddressSanitizer checks the library.
    pub(crate) sanitized: bool,
    /// Whether it has a panic handler that can't be linked.
    pub(crate) link_proof: bool,
}

impl Library<'_> {
    /// Builds the library, and returns its path.
    ///
    /// # Errors
    ///
    /// Cargo fails.
    pub(crate) fn build(self) -> Result<PathBuf> {
        let mut folder = root().join("target/capi");
        if self.sanitized {
            folder.push("sanitized");
        }
        let package = root().join("crates/capi");
        let mut cargo = match self.target {
            Some((toolchain, target)) => {
                let mut cargo = toolchain.cargo(target, &package);
                cargo.args(["build", "--quiet"]).args(toolchain.flags(target));
                cargo
            }
            None => host(&package),
        };
        cargo.args(["--release", "--locked"]).env("CARGO_TARGET_DIR", &folder);
        let link_proof = self.link_proof.then_some("link-proof");
        if let Some(features) = self.features {
            cargo.arg("--no-default-features").arg(format!("--features={features}"));
        }
        cargo.args(link_proof.map(|feature| format!("--features={feature}")));
        let mut target = self.target.map(|(_, target)| target.to_owned());
        if self.sanitized {
            // Sanitizers are unstable options. They change nothing in the language.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
            let host = command::read(Command::new("rustc").args(["--print", "host-tuple"]))?;
            cargo.args(["--target", host.trim()]);
            target = Some(host.trim().to_owned());
        }
        command::read(&mut cargo)?;
        Ok(folder.join(target.unwrap_or_default()).join("release/libsortid.a"))
    }
}

/// A command of the cargo that runs this task.
fn host(package: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(package).args(["build", "--quiet"]);
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(variable);
    }
    cargo
}
