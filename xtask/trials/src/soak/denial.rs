//! Threads without randomness. The package `conformance` has the same filter for its tests, but its dependencies take far
//! longer to build than this one's.

use std::{env, thread};

use anyhow::{Context, Result};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// Calls a function in a thread for which `getrandom(2)` fails, in this thread alone. After ENOSYS or EPERM, the library would
/// open a device for the whole process, and a child that is forked meanwhile could wait for it.
pub(super) fn without_randomness(function: impl FnOnce() -> Result<()> + Send) -> Result<()> {
    let in_thread = || {
        let calls = [(libc::SYS_getrandom, Vec::new())].into();
        let refuse = SeccompAction::Errno(libc::EIO.unsigned_abs());
        let filter = SeccompFilter::new(calls, SeccompAction::Allow, refuse, env::consts::ARCH.try_into()?)?;
        let program: BpfProgram = filter.try_into()?;
        apply_filter(&program).context("the kernel has no filters of system calls")?;
        function()
    };
    thread::scope(|scope| match scope.spawn(in_thread).join() {
        Ok(result) => result,
        Err(payload) => std::panic::resume_unwind(payload),
    })
}
