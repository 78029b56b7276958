//! Reading with an eye on who reads what is written.

use std::io::{self, Read};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// An input that ends with [`io::ErrorKind::BrokenPipe`] as soon as the reader of an output has gone.
///
/// Without it, this would only show when something is written, which may be never.
pub(crate) struct Watched<I, O> {
    input: I,
    output: O,
}

impl<I, O> Watched<I, O> {
    pub(crate) fn new(input: I, output: O) -> Self {
        Self { input, output }
    }
}

impl<I: Read + AsFd, O: AsFd> Read for Watched<I, O> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // Nothing is asked of the output: that its reader has gone is told unasked.
        let mut files =
            [PollFd::new(&self.input, PollFlags::IN), PollFd::new(&self.output, PollFlags::empty())];
        match poll(&mut files, None) {
            Err(Errno::INTR) => return Err(io::ErrorKind::Interrupted.into()),
            // What can't be watched may still be read.
            Err(_) => {}
            Ok(_) => {
                let [_, output] = files;
                if output.revents().intersects(PollFlags::ERR | PollFlags::HUP) {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
        }
        self.input.read(bytes)
    }
}
