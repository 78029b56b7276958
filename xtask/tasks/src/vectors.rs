//! Tasks around the test vectors. A program in `xtask/vectors` writes them and checks the crates against them.

pub(crate) mod peers;
pub(crate) mod ports;

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use xtask::program::Program;

use crate::{command, root};

/// Writes the vectors as a table that a microcontroller can read.
pub(crate) fn write_table(file: &Path) -> Result<()> {
    let options = &["--no-default-features"];
    let program = Program::new("vectors").with_build_options(options);
    command::program(program, &["--table".into(), file.into()]).context("the table can't be written")
}

/// Checks the vectors against ports in Python with one injected bug each. Each must fail a case, also of the small set.
pub(crate) fn check_ports(arguments: &[OsString]) -> Result<()> {
    ports::python().context("`prove ports` needs Python")?;
    command::run(Command::new("python3").arg(root().join("xtask/ports/ports.py")).args(arguments))
}
