//! The targets that the compiler can build for.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::command;

/// Checks that the standard library of some targets is installed.
///
/// # Errors
///
/// One is missing. The message says how to install all that are.
pub(crate) fn ensure_installed(targets: &[&str]) -> Result<()> {
    let mut missing = Vec::new();
    for target in targets {
        let mut rustc = Command::new("rustc");
        let library = command::read(rustc.args(["--print", "target-libdir", "--target", target]))?;
        if !Path::new(library.trim()).is_dir() {
            missing.push(*target);
        }
    }
    let missing = missing.join(" ");
    ensure!(missing.is_empty(), "targets are missing; install them with `rustup target add {missing}`");
    Ok(())
}
