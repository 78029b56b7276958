//! Reading with an eye on what else may happen: nobody reads what is written any more, or the user wants an end.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level::pipe};
use thiserror::Error;

/// Gets something to read at SIGINT and SIGTERM. The first of them no longer ends the program, any further one does.
pub(crate) fn signals() -> io::Result<UnixStream> {
    let (signals, sender) = UnixStream::pair()?;
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first signal does not find the flag set by itself.
        flag::register_conditional_default(signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
        pipe::register(signal, sender.try_clone()?)?;
    }
    Ok(signals)
}

/// The error that an input ends with at a signal, of which nothing more is to be read.
#[derive(Debug, Error)]
#[error("interrupted")]
struct Stopped;

/// Whether an error is that a signal ended the input.
pub(crate) fn is_stopped(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
}

/// An input that ends with [`io::ErrorKind::BrokenPipe`] as soon as the reader of an output has gone, and with an error of
/// its own, which [`is_stopped`] knows, at a signal.
///
/// That a reader has gone would else only show when something is written, which may be never.
pub(crate) struct Watched<I, O> {
    input: I,
    output: O,
    signals: Option<UnixStream>,
}

impl<I: AsFd, O: AsFd> Watched<I, O> {
    /// With what [`signals`] returns, if signals shall end the input.
    pub(crate) fn new(input: I, output: O, signals: Option<UnixStream>) -> Self {
        Self { input, output, signals }
    }

    /// Waits until there is something to read, and fails if it should not be.
    fn wait(&self, timeout: Option<&Timespec>) -> io::Result<()> {
        // Nothing is asked of the output: that its reader has gone is told unasked.
        let input = PollFd::new(&self.input, PollFlags::IN);
        let output = PollFd::new(&self.output, PollFlags::empty());
        // Without signals, the input takes their place, and is asked for nothing.
        let signals = self.signals.as_ref().map(|signals| PollFd::new(signals, PollFlags::IN));
        let mut files =
            [input, output, signals.unwrap_or_else(|| PollFd::new(&self.input, PollFlags::empty()))];
        match poll(&mut files, timeout) {
            Err(Errno::INTR) => return Err(io::ErrorKind::Interrupted.into()),
            // What can't be watched may still be read.
            Err(_) => return Ok(()),
            Ok(_) => {}
        }
        let [_, output, signals] = files;
        if output.revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if signals.revents().contains(PollFlags::IN) {
            return Err(io::Error::other(Stopped));
        }
        Ok(())
    }
}

impl<I: Read + AsFd, O: AsFd> Read for Watched<I, O> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(None)?;
        let read = self.input.read(bytes)?;
        if read == 0 && !bytes.is_empty() {
            // What ended may be the program before this in a pipe, by the same signal, within a line.
            self.wait(Some(&Timespec::default()))?;
        }
        Ok(read)
    }
}
