//! Steps that build in folders of their own. They run as a process beside the lints, because each of the two often keeps only
//! one core busy.

use std::env;
use std::fs::File;
use std::io::{self, Seek as _};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::{miri, platforms, step};
use crate::workspace::Package;
use crate::{bench, capi, firmware, flags, js, web};

/// The argument of `cargo xtask test` that runs these steps alone.
pub(super) const ARGUMENT: &str = "apart";

/// Runs the steps, and stops at the first failure.
///
/// # Errors
///
/// A step failed.
pub(super) fn run(published: &[Package]) -> Result<()> {
    platforms::check_where_possible(published)?;
    miri::check_where_possible()?;
    firmware::check_where_possible()?;
    step("capi");
    capi::run(&flags::Capi::default())?;
    bench::counts::check_where_possible()?;
    web::check_where_possible()?;
    js::check_where_possible()
}

/// The process that runs the steps. It ends with this value, so that a lint that fails leaves nothing behind.
pub(super) struct Apart {
    process: Child,
    printed: File,
}

impl Apart {
    pub(super) fn start() -> Result<Self> {
        let printed = tempfile::tempfile().context("no temporary file")?;
        let mut command = Command::new(env::current_exe().context("the path of this program is unknown")?);
        command.args(["test", &format!("--{ARGUMENT}")]).stdin(Stdio::null());
        command.stdout(printed.try_clone()?).stderr(printed.try_clone()?);
        let process = command.spawn().context("this program can't be started again")?;
        Ok(Self { process, printed })
    }

    /// Waits for the process, and prints what it printed.
    ///
    /// # Errors
    ///
    /// A step failed.
    pub(super) fn finish(mut self) -> Result<()> {
        let status = self.process.wait().context("the steps beside the lints")?;
        self.printed.rewind()?;
        io::copy(&mut self.printed, &mut io::stdout())?;
        ensure!(
            status.success(),
            "a step beside the lints failed: `cargo xtask test --{ARGUMENT}` repeats it"
        );
        Ok(())
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
