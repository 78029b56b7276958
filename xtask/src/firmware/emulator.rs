//! Runs an image on an emulated board.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use wait_timeout::ChildExt;

use super::toolchain::EMULATOR;

/// A time limit longer than any image runs, even on a loaded machine.
const LIMIT: Duration = Duration::from_secs(120);

/// The speed of the emulated clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Time {
    /// The emulator runs as fast as it can.
    Free,
    /// The board's clock advances by a nanosecond with each instruction.
    Counted,
}

/// The core of the emulated board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Core {
    CortexM0,
    CortexM3,
}

/// Runs an image to its end, with its files in `folder`, and returns what it printed.
///
/// # Errors
///
/// It can't be run, does not end, or ends with a failure. The message contains its output.
pub(crate) fn run(image: &Path, folder: &Path, core: Core, time: Time) -> Result<String> {
    let mut command = Command::new(EMULATOR);
    command.args(["-machine", "lm3s6965evb", "-nographic", "-monitor", "none", "-serial", "none"]);
    // The board's own core is the other one.
    if core == Core::CortexM0 {
        command.args(["-cpu", "cortex-m0"]);
    }
    command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(image);
    if time == Time::Counted {
        command.args(["-icount", "shift=0"]);
    }
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().with_context(|| format!("`{EMULATOR}` can't be run"))?;
    let name = image.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = wait(child).with_context(|| format!("the image `{name}`"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let complaints = String::from_utf8_lossy(&output.stderr);
        bail!("the image `{name}` failed: {}\n{printed}{}", output.status, complaints.trim_end());
    }
    Ok(printed)
}

/// Waits for the end, up to the time limit.
fn wait(mut child: std::process::Child) -> Result<std::process::Output> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let readers = [drain(stdout), drain(stderr)];
    let Some(status) = child.wait_timeout(LIMIT)? else {
        child.kill()?;
        child.wait()?;
        bail!("did not end within {} s", LIMIT.as_secs());
    };
    let [stdout, stderr] = readers.map(|reader| reader.join().unwrap_or_default());
    Ok(std::process::Output { status, stdout, stderr })
}

/// Reads a pipe to its end, so that it never fills up.
fn drain(pipe: Option<impl std::io::Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // Output that can't be read counts as not printed.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
