//! Builds the header and the library.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::firmware::toolchain::Toolchain;
use crate::{command, root};

/// Returns the header for the schemes in a list of crates. If the list is empty, it is for all schemes.
pub(crate) fn header(crates: &str) -> Result<String> {
    let mut cargo = host("run", &root().join("crates/capi"));
    cargo.args(["--locked", "--bin=header", "--features=header"]);
    if !crates.is_empty() {
        cargo.arg("--no-default-features").arg(format!("--features={crates}"));
    }
    command::output(cargo.env("CARGO_TARGET_DIR", root().join("target/capi")))
}

/// How to build the library.
#[derive(Clone, Copy, Default)]
pub(crate) struct Library<'a> {
    /// The compiler and the target, or `None` for this computer's.
    pub(crate) target: Option<(&'a Toolchain, &'a str)>,
    /// The features, or `None` for the default features.
    pub(crate) features: Option<&'a str>,
    /// Whether AddressSanitizer checks the library.
    pub(crate) sanitized: bool,
    /// Whether the library has a panic handler that can't be linked.
    pub(crate) link_proof: bool,
}

impl Library<'_> {
    /// Builds the library and returns its path.
    pub(crate) fn build(self) -> Result<PathBuf> {
        let mut directory = root().join("target/capi");
        if self.sanitized {
            directory.push("sanitized");
        }
        let package = root().join("crates/capi");
        let mut cargo = match self.target {
            Some((toolchain, target)) => {
                let mut cargo = toolchain.cargo(target, &package);
                cargo.args(["build"]).args(toolchain.flags(target));
                cargo
            }
            None => host("build", &package),
        };
        cargo.args(["--release", "--locked"]).env("CARGO_TARGET_DIR", &directory);
        let link_proof = self.link_proof.then_some("link-proof");
        if let Some(features) = self.features {
            cargo.arg("--no-default-features").arg(format!("--features={features}"));
        }
        cargo.args(link_proof.map(|feature| format!("--features={feature}")));
        let mut target = self.target.map(|(_, target)| target.to_owned());
        if self.sanitized {
            // Sanitizers are unstable options, but they don't change the language.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
            let host = command::read(Command::new("rustc").args(["--print", "host-tuple"]))?;
            cargo.args(["--target", host.trim()]);
            target = Some(host.trim().to_owned());
        }
        command::run(&mut cargo)?;
        Ok(directory.join(target.unwrap_or_default()).join("release/libsortid.a"))
    }
}

/// Creates a command of the cargo that runs this task, which builds for this computer.
fn host(command: &str, package: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(package).arg(command);
    command::forget_flags(&mut cargo);
    cargo
}
