//! How a process knows that it was forked.

use std::io;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// 0 until the handler is registered.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// What [`forks`] is, for who has been told it before.
#[inline]
pub(crate) fn forks_so_far() -> u32 {
    FORKS.load(Relaxed)
}

/// A number that grows with every fork after the first question, in the child.
///
/// It grows in a handler that runs at the end of `fork`, after those that others have registered before it: in their handlers
/// the child still has its parent's number.
///
/// # Errors
///
/// The C library's error, if it takes no more fork handlers.
#[cfg(unix)]
#[inline]
pub(crate) fn forks() -> Result<u32, io::Error> {
    extern "C" fn count() {
        FORKS.fetch_add(1, Relaxed);
    }

    #[cold]
    fn register() -> Result<u32, io::Error> {
        // SAFETY: `count` is a function for the life of the process, takes and returns nothing as the handler must, and does
        // nothing but an atomic addition, which is safe in a child of a process with any number of threads.
        match unsafe { libc::pthread_atfork(None, None, Some(count)) } {
            0 => Ok(FORKS.fetch_max(1, Relaxed).max(1)),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    // Nothing here waits for another thread, which a child would not have. Two threads may both register: forks are then counted
    // twice, which serves as well. In a child that was forked between the two steps of `register`, the handler has made
    // the number 1, which is what the parent has next; but nobody had been told a number at the fork.
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
