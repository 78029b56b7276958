//! Threads without randomness. The package `conformance` has the same filter for its tests, but its dependencies take far
//! longer to build than this one's.

use std::{env, thread};

use anyhow::{Context, Result};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// The error numbers with which `getrandom(2)` fails. After the first two, libraries try `/dev/urandom`.
pub(super) const REFUSALS: [i32; 3] = [libc::ENOSYS, libc::EPERM, libc::EIO];

/// Calls a function in a thread for which `getrandom(2)` fails, in this thread alone.
pub(super) fn without_randomness(errno: i32, function: impl FnOnce() -> Result<()> + Send) -> Result<()> {
    let in_thread = || {
        let calls = [(libc::SYS_getrandom, Vec::new())].into();
        let refuse = SeccompAction::Errno(errno.unsigned_abs());
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
