//! `cargo xtask prove peers`: tests the published implementations with `test-vectors/judge.py`, whose report becomes a part
//! of `docs/agreement.md`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{command, markdown, root};

/// Installs the packages, tests them, and writes the report.
///
/// # Errors
///
/// Returns an error if a tool is missing, a package can't be installed, or an adapter doesn't start. Cases that differ are
/// not errors.
pub(crate) fn run() -> Result<()> {
    let directory = root().join("target/peers");
    fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let mut peers = Command::new("sh");
    peers.arg(root().join("xtask/tasks/src/vectors/peers/peers.sh")).arg(root().join("test-vectors"));
    let report = command::output(peers.current_dir(&directory))?;
    // The judge prints no table if a port doesn't start.
    ensure!(report.contains("\n| "), "the judge printed no table: {report}");
    let part = format!("\n{report}\n");
    markdown::write_generated(&root().join("docs/agreement.md"), "cargo xtask prove peers", &part)
}
