//! How a process knows that it was forked.

use std::io;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU32, Ordering};

static FORKS: AtomicU32 = AtomicU32::new(0);

/// What [`forks`] is, for who has been told it before.
#[inline]
pub(crate) fn forks_so_far() -> u32 {
    FORKS.load(Ordering::Relaxed)
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
    static REGISTERED: AtomicBool = AtomicBool::new(false);

    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    #[cold]
    fn register() -> Result<(), io::Error> {
        // SAFETY: `count` is a function for the life of the process, takes and returns nothing as the handler must, and does
        // nothing but an atomic addition, which is safe in a child of a process with any number of threads.
        match unsafe { libc::pthread_atfork(None, None, Some(count)) } {
            0 => {
                REGISTERED.store(true, Ordering::Release);
                Ok(())
            }
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    // Nothing here waits for another thread, which a child would not have. Two threads may both register, and so may a child
    // that was forked between the two lines of `register`: forks are then counted twice, which serves as well. A fork
    // before the registration is not counted, and need not be: nobody has been told a number yet.
    if !REGISTERED.load(Ordering::Acquire) {
        register()?;
    }
    Ok(forks_so_far())
}

/// Other systems have no `fork`.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(crate) fn forks() -> Result<u32, io::Error> {
    Ok(0)
}
