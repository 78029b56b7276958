//! The targets that the compiler can build for.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::command;

/// Checks that the standard library of some targets is installed.
///
/// # Errors
///
/// Returns an error if a target is missing. The message explains how to install all missing targets.
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
