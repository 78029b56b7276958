//! Reads an input, and stops when the reader of the output is gone or a signal arrives.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level::pipe};
use thiserror::Error;

/// The last signal of [`signals`].
static LAST_SIGNAL: AtomicUsize = AtomicUsize::new(0);

/// Returns a socket that becomes readable at SIGINT or SIGTERM. The first signal no longer ends the program, but further ones
/// do.
pub(crate) fn signals() -> io::Result<UnixStream> {
    let (signals, sender) = UnixStream::pair()?;
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, because the first signal must not find the flag that it sets itself.
        flag::register_conditional_default(signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
        flag::register_usize(signal, &LAST_SIGNAL, signal.unsigned_abs() as usize)?;
        pipe::register(signal, sender.try_clone()?)?;
    }
    Ok(signals)
}

/// The exit status after the last signal of [`signals`], as shells have it.
pub(crate) fn signal_status() -> u8 {
    u8::try_from(128 + LAST_SIGNAL.load(Ordering::SeqCst)).unwrap_or(u8::MAX)
}

/// Waits until there are signals to read, for at most this time. Returns whether there are. Fails with
/// [`io::ErrorKind::BrokenPipe`] as soon as the reader of an output is gone.
pub(crate) fn is_signalled(signals: &UnixStream, output: &impl AsFd, duration: Duration) -> io::Result<bool> {
    // `poll` always reports that the reader of the output is gone, so no events are requested.
    let mut files = [PollFd::new(signals, PollFlags::IN), PollFd::new(output, PollFlags::empty())];
    poll_for(&mut files, duration)?;
    let [signals, output] = files;
    if signals.revents().contains(PollFlags::IN) {
        return Ok(true);
    }
    if is_gone(&output) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(false) }
}

/// Whether a short write to an output does not block.
pub(crate) fn is_writable(output: &impl AsFd) -> io::Result<bool> {
    poll_for(&mut [PollFd::new(output, PollFlags::OUT)], Duration::ZERO)
}

/// Waits for the events of any of the files, for at most this time. Returns whether there are some.
fn poll_for(files: &mut [PollFd<'_>], duration: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        let left = duration.saturating_sub(begun.elapsed());
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(files, Some(&timeout)) {
            Err(Errno::INTR) => {}
            result => return Ok(result? > 0),
        }
    }
}

/// Whether the reader of an output is gone.
fn is_gone(output: &PollFd<'_>) -> bool {
    output.revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Waits until there are signals to read, or an output is ready for a write. Returns whether there are signals.
pub(crate) fn is_first(signals: &UnixStream, output: &impl AsFd) -> io::Result<bool> {
    loop {
        let mut files = [PollFd::new(signals, PollFlags::IN), PollFd::new(output, PollFlags::OUT)];
        match poll(&mut files, None) {
            Err(Errno::INTR) => {}
            result => {
                result?;
                let [signals, _] = files;
                return Ok(signals.revents().contains(PollFlags::IN));
            }
        }
    }
}

/// The error of an input that a signal has ended. Nothing more is read from it.
#[derive(Debug, Error)]
#[error("interrupted")]
struct Stopped {
    /// The exit status, as shells have it.
    status: u8,
    /// Whether the input is a file, which has an end of its own.
    is_file: bool,
}

/// Whether an error means that a signal ended the input.
pub(crate) fn is_stopped(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
}

/// The exit status if an error means that a signal left something unread: the rest of a file, or further inputs.
pub(crate) fn unread_status(error: &io::Error, has_more: bool) -> Option<u8> {
    let &Stopped { status, is_file } = error.get_ref()?.downcast_ref()?;
    (is_file || has_more).then_some(status)
}

/// An input that fails with [`io::ErrorKind::BrokenPipe`] as soon as the reader of an output is gone. At a signal, it fails
/// with an error that [`is_stopped`] detects.
///
/// Otherwise only a write would show that the reader is gone, and there may never be one.
pub(crate) struct Watched<I, O> {
    input: I,
    output: O,
    signals: Option<UnixStream>,
}

impl<I: AsFd, O: AsFd> Watched<I, O> {
    /// Watches an input and an output, and the socket of [`signals`] if signals end the input.
    pub(crate) fn new(input: I, output: O, signals: Option<UnixStream>) -> Self {
        Self { input, output, signals }
    }

    /// Waits until there is something to read. Fails if the input ends instead.
    fn wait(&self, timeout: Option<&Timespec>) -> io::Result<()> {
        // `poll` always reports that the reader of the output is gone, so no events are requested.
        let input = PollFd::new(&self.input, PollFlags::IN);
        let output = PollFd::new(&self.output, PollFlags::empty());
        // Without signals, the input takes their place, with no events requested.
        let signals = self.signals.as_ref().map(|signals| PollFd::new(signals, PollFlags::IN));
        let mut files =
            [input, output, signals.unwrap_or_else(|| PollFd::new(&self.input, PollFlags::empty()))];
        match poll(&mut files, timeout) {
            Err(Errno::INTR) => return Err(io::ErrorKind::Interrupted.into()),
            // An input that can't be polled may still be readable.
            Err(_) => return Ok(()),
            Ok(_) => {}
        }
        let [_, output, signals] = files;
        if is_gone(&output) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if signals.revents().contains(PollFlags::IN) {
            let input = self.input.as_fd().try_clone_to_owned().map(File::from);
            let is_file = input.and_then(|input| input.metadata()).is_ok_and(|metadata| metadata.is_file());
            return Err(io::Error::other(Stopped { status: signal_status(), is_file }));
        }
        Ok(())
    }
}

impl<I: Read + AsFd, O: AsFd> Read for Watched<I, O> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(None)?;
        let read = self.input.read(bytes)?;
        if read == 0 && !bytes.is_empty() {
            // The same signal may have ended the previous program in the pipe, in the middle of a line.
            self.wait(Some(&Timespec::default()))?;
        }
        Ok(read)
    }
}
