//! Tasks around the test vectors. A program in `xtask/vectors` writes them and checks the crates against them.

pub(crate) mod peers;
pub(crate) mod ports;

use std::path::Path;

use anyhow::{Context, Result};
use xtask::program::Program;

use crate::command;

/// Writes the vectors as a table that a microcontroller can read.
pub(crate) fn write_table(file: &Path) -> Result<()> {
    let options = &["--no-default-features"];
    let program = Program::new("vectors").with_build_options(options);
    command::program(program, &["--table".into(), file.into()]).context("the table can't be written")
}

/// Checks the vectors against ports with one injected bug each. Each must fail a case.
///
/// The program is in the oracle, so that it needs none of the crates.
pub(crate) fn check_ports() -> Result<()> {
    let ports = Program::new("oracle").with_name("ports").with_build_options(&["--features=bugs"]);
    command::program(ports, &[]).context("checking the vectors against ports with injected bugs failed")
}
