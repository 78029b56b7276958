//! Runs an image on an emulated board.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

use super::toolchain::EMULATOR;
use crate::command;

/// A time limit in seconds. Only an image that hangs takes this long, even on a busy machine.
const LIMIT: &str = "900";

/// The core of the emulated board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Core {
    CortexM0,
    CortexM3,
}

/// Runs an image to its end, with its files in `directory`. Returns its output.
///
/// # Errors
///
/// Returns an error if the image can't be run, does not end (in that case, `timeout` returns 124), or ends with a
/// failure. The message contains its output.
pub(crate) fn run(image: &Path, directory: &Path, core: Core) -> Result<String> {
    let mut command = Command::new("timeout");
    command.args([LIMIT, EMULATOR, "-machine", "lm3s6965evb", "-nographic"]);
    command.args(["-monitor", "none", "-serial", "none"]);
    // The board's own core is a Cortex-M3.
    if core == Core::CortexM0 {
        command.args(["-cpu", "cortex-m0"]);
    }
    command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(image);
    command::read(command.current_dir(directory).stdin(Stdio::null()))
}
