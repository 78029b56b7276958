//! Steps that build in separate directories. They run as a process in parallel with the lints, because each of the two
//! often keeps only one core busy.

use std::env;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use xshell::cmd;

use super::plan::Plan;
use super::{miri, platforms};
use crate::bench::counts;
use crate::firmware::toolchain::Toolchain;
use crate::pinned::{NIGHTLY, check_nightly};
use crate::workspace::{Package, selected};
use crate::{capi, command, firmware, flags, js, release, web};

/// Adds the steps.
pub(super) fn add<'a>(plan: &mut Plan<'a>, published: &'a [Package]) -> Result<()> {
    platforms::add(plan, published)?;
    miri::add(plan)?;
    plan.check_with("firmware", "cargo xtask firmware --check", Toolchain::find(), firmware::check);
    plan.check("capi", "cargo xtask capi", || capi::run(&flags::Capi::default()));
    plan.check_with("bench --counts", "cargo xtask bench --counts --check", counts::find(), counts::check);
    plan.check_with("web", "cargo xtask web --check", web::find(), web::check);
    plan.check_with("js", "cargo xtask js", js::find(), js::check);
    plan.check("packages", REPEAT, || release::check(published));
    let shell = command::shell()?;
    plan.with_tools("docs.rs", REPEAT, check_nightly(&shell, None), |plan, ()| {
        // What docs.rs passes for the metadata in the manifests. The pages of dependencies don't get `docsrs` either.
        let libraries = selected(published.iter().filter(|package| package.is_library));
        let options = ["--no-deps", "--all-features", "--target-dir=target/docs"];
        let nightly = &*NIGHTLY;
        let doc = cmd!(shell, "cargo {nightly} doc {options...} {libraries...}");
        plan.command(doc.env("RUSTDOCFLAGS", "--cfg=docsrs -Dwarnings").env("RUSTUP_AUTO_INSTALL", "0"));
    });
    Ok(())
}

/// The command that repeats all of these steps.
pub(super) const REPEAT: &str = "cargo xtask test --apart";

/// The process that runs the steps. Dropping this value ends it, so that it does not outlive a failed lint.
pub(super) struct Apart {
    process: Child,
    printed: File,
}

impl Apart {
    pub(super) fn start() -> Result<Self> {
        let printed = tempfile::tempfile().context("failed to create a temporary file")?;
        let mut command = Command::new(env::current_exe().context("the path of this program is unknown")?);
        command.args(["test", "--apart"]).stdin(Stdio::null());
        command.stdout(printed.try_clone()?).stderr(printed.try_clone()?);
        let process = command.spawn().context("this program can't be started again")?;
        Ok(Self { process, printed })
    }

    /// Waits for the process. Returns `true` if its steps passed, and its output.
    pub(super) fn finish(mut self) -> Result<(bool, String)> {
        let status = self.process.wait().context("the steps that run alongside the lints")?;
        self.printed.rewind()?;
        let mut printed = Vec::new();
        self.printed.read_to_end(&mut printed)?;
        Ok((status.success(), String::from_utf8_lossy(&printed).into_owned()))
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
