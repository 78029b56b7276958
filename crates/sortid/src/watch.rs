//! Waits for files and for signals.

use std::io;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level::pipe};

/// The last signal of [`signals`].
static LAST_SIGNAL: AtomicUsize = AtomicUsize::new(0);

/// Returns a socket that becomes readable at SIGINT or SIGTERM. The first signal no longer ends the process, but
/// further signals do.
pub(crate) fn signals() -> io::Result<UnixStream> {
    let (signals, sender) = UnixStream::pair()?;
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, because the first signal must not find the flag that it sets.
        flag::register_conditional_default(signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
        flag::register_usize(signal, &LAST_SIGNAL, signal.unsigned_abs() as usize)?;
        pipe::register(signal, sender.try_clone()?)?;
    }
    Ok(signals)
}

/// Returns the exit status after the last signal of [`signals`], as shells define it.
pub(crate) fn signal_status() -> u8 {
    u8::try_from(128 + LAST_SIGNAL.load(Ordering::SeqCst)).unwrap_or(u8::MAX)
}

/// Waits for an event of any file, for at most `duration` if given. Returns the events of each file.
pub(crate) fn wait_for<const N: usize>(
    mut files: [PollFd<'_>; N],
    duration: Option<Duration>,
) -> io::Result<[PollFlags; N]> {
    let begun = Instant::now();
    loop {
        let left = duration.map(|duration| Timespec::try_from(duration.saturating_sub(begun.elapsed())));
        match poll(&mut files, left.transpose().map_err(io::Error::other)?.as_ref()) {
            Err(Errno::INTR) => {}
            result => {
                result?;
                return Ok(files.map(|file| file.revents()));
            }
        }
    }
}
