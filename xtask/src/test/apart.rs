//! Steps that build in separate directories. They run as a process in parallel with the lints, because each of the two
//! often keeps only one core busy.

use std::env;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, anyhow};

use super::steps::{Steps, step};
use super::{miri, packages, platforms};
use crate::workspace::Package;
use crate::{bench, capi, firmware, flags, js, web};

/// The argument of `cargo xtask test` that runs only these steps.
pub(super) const ARGUMENT: &str = "apart";

/// Runs the steps.
///
/// # Errors
///
/// Returns an error if a step can't be run at all. Failures are recorded.
pub(super) fn run(steps: &mut Steps, published: &[Package]) -> Result<()> {
    let platforms = platforms::check_where_possible(steps, published);
    steps.record(REPEAT, platforms);
    let miri = miri::check_where_possible(steps);
    steps.record(REPEAT, miri);
    steps.record("cargo xtask firmware --check", firmware::check_where_possible());
    step("capi");
    steps.record("cargo xtask capi", capi::run(&flags::Capi::default()));
    steps.record("cargo xtask bench --counts --check", bench::counts::check_where_possible());
    steps.record("cargo xtask web --check", web::check_where_possible());
    steps.record("cargo xtask js", js::check_where_possible());
    step("packages");
    steps.record(REPEAT, packages::check(published));
    Ok(())
}

/// The command that repeats all of these steps.
const REPEAT: &str = "cargo xtask test --apart";

/// The process that runs the steps. Dropping this value ends it, so that it does not outlive a failed lint.
pub(super) struct Apart {
    process: Child,
    printed: File,
}

impl Apart {
    pub(super) fn start() -> Result<Self> {
        let printed = tempfile::tempfile().context("failed to create a temporary file")?;
        let mut command = Command::new(env::current_exe().context("the path of this program is unknown")?);
        command.args(["test", &format!("--{ARGUMENT}")]).stdin(Stdio::null());
        command.stdout(printed.try_clone()?).stderr(printed.try_clone()?);
        let process = command.spawn().context("this program can't be started again")?;
        Ok(Self { process, printed })
    }

    /// Waits for the process, prints its output and records its failures.
    pub(super) fn finish(mut self, steps: &mut Steps) -> Result<()> {
        let status = self.process.wait().context("the steps that run alongside the lints")?;
        self.printed.rewind()?;
        let mut printed = Vec::new();
        self.printed.read_to_end(&mut printed)?;
        let printed = String::from_utf8_lossy(&printed);
        println!("{printed}");
        let listed = steps.record_listed(&printed);
        if !status.success() && listed == 0 {
            steps.record(REPEAT, Err(anyhow!("the steps that run alongside the lints failed: {status}")));
        }
        Ok(())
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
