//! Threads without randomness. The package `conformance` has the same filter for its tests, but its dependencies take far
//! longer to build than this one's.

use std::thread;

use anyhow::{Context, Result};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// The error numbers with which `getrandom(2)` fails. After the first two, libraries try `/dev/urandom`.
pub(crate) const REFUSALS: [i32; 3] = [libc::ENOSYS, libc::EPERM, libc::EIO];

/// Calls a function in a thread for which `getrandom(2)` fails, in this thread alone.
pub(crate) fn without_randomness(errno: i32, function: impl FnOnce() -> Result<()> + Send) -> Result<()> {
    let in_thread = || {
        refuse_getrandom(errno)?;
        function()
    };
    thread::scope(|scope| match scope.spawn(in_thread).join() {
        Ok(result) => result,
        Err(payload) => std::panic::resume_unwind(payload),
    })
}

fn refuse_getrandom(errno: i32) -> Result<()> {
    let architecture = std::env::consts::ARCH.try_into().context("the architecture")?;
    let calls = [(libc::SYS_getrandom, Vec::new())].into();
    let refuse = SeccompAction::Errno(errno.unsigned_abs());
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, refuse, architecture)?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program).context("the kernel has no filters of system calls")
}
