//! How a process detects that it was forked.

use std::io;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// 0 until the handler is registered.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The value of [`forks`], for callers that have called it before.
#[inline]
pub(crate) fn forks_so_far() -> u32 {
    FORKS.load(Relaxed)
}

/// A number that grows in the child with every fork after the first call.
///
/// A handler at the end of `fork` increases it. Handlers that others registered earlier run before it, and in them the
/// child still has its parent's number.
///
/// # Errors
///
/// Returns the C library's error if it takes no more fork handlers.
#[cfg(unix)]
#[inline]
pub(crate) fn forks() -> Result<u32, io::Error> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Relaxed);
    }

    #[cold]
    fn register() -> Result<u32, io::Error> {
        // SAFETY: `count` exists for the life of the process, and takes and returns nothing, as the handler must. It
        // only does an atomic addition, which is safe in a child of a process with any number of threads.
        match unsafe { libc::pthread_atfork(None, None, Some(count)) } {
            0 => Ok(FORKS.fetch_max(1, Relaxed).max(1)),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    // Nothing here waits for another thread, which would not exist in a child. If two threads both register the
    // handler, forks are counted twice, which serves as well. In a child that was forked between the two steps of
    // `register`, the handler has made the number 1, which is also what the parent gets next. That is harmless, because
    // no caller had a number at the fork.
    match forks_so_far() {
        0 => register(),
        forks => Ok(forks),
    }
}

/// Other systems have no `fork`.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(crate) fn forks() -> Result<u32, io::Error> {
    Ok(0)
}
