//! The standard streams: how they are read and written, and their names in errors.
//!
//! A stream that the shell has closed (`>&-`, `<&-`) can't be told from `/dev/null`: before `main`, the standard library opens
//! that in its place, for reading and writing. So do many that start programs and mean it, such as `daemon(3)` and
//! Python's `subprocess.DEVNULL`, so that the mode tells nothing either.

use std::io::{self, BufReader, BufWriter, Read, Write};
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};

use anstream::AutoStream;
use thiserror::Error;

#[cfg(unix)]
use crate::watch;
#[cfg(unix)]
pub(crate) use crate::watch::is_stopped;

#[cfg(unix)]
type Input = watch::Watched<Named<io::StdinLock<'static>>, io::Stdout>;
#[cfg(not(unix))]
type Input = Named<io::StdinLock<'static>>;

/// In larger blocks than the standard library uses.
const BLOCK: usize = 1 << 16;

/// Ends where the reader of stdout has gone, even if nothing is written.
#[cfg(unix)]
pub(crate) fn stdin() -> BufReader<Input> {
    watched(None)
}

/// As [`stdin`]; ends at SIGINT and SIGTERM too, with an error that [`is_stopped`] knows.
#[cfg(unix)]
pub(crate) fn stdin_until_signal() -> io::Result<BufReader<Input>> {
    Ok(watched(Some(watch::signals()?)))
}

#[cfg(unix)]
fn watched(signals: Option<std::os::unix::net::UnixStream>) -> BufReader<Input> {
    BufReader::with_capacity(BLOCK, watch::Watched::new(Named(io::stdin().lock()), io::stdout(), signals))
}

#[cfg(not(unix))]
pub(crate) fn stdin() -> BufReader<Input> {
    BufReader::with_capacity(BLOCK, Named(io::stdin().lock()))
}

/// There are no signals here.
#[cfg(not(unix))]
pub(crate) fn stdin_until_signal() -> io::Result<BufReader<Input>> {
    Ok(stdin())
}

#[cfg(not(unix))]
pub(crate) fn is_stopped(_: &io::Error) -> bool {
    false
}

/// For what is written in blocks already.
pub(crate) fn stdout() -> Named<io::StdoutLock<'static>> {
    Named(io::stdout().lock())
}

/// In blocks; the commands flush where their input pauses.
pub(crate) fn buffered_stdout() -> BufWriter<Named<io::StdoutLock<'static>>> {
    BufWriter::with_capacity(BLOCK, stdout())
}

/// As [`buffered_stdout`]; colours go to terminals alone, unless `NO_COLOR` is set.
pub(crate) fn colored_stdout() -> BufWriter<Named<AutoStream<io::StdoutLock<'static>>>> {
    BufWriter::with_capacity(BLOCK, Named(AutoStream::auto(io::stdout().lock())))
}

#[cfg(unix)]
pub(crate) fn stdout_is_file() -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from);
    stdout.and_then(|stdout| stdout.metadata()).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(unix))]
pub(crate) fn stdout_is_file() -> bool {
    use std::io::IsTerminal;
    !io::stdout().is_terminal()
}

/// A stream whose errors say which it is.
pub(crate) struct Named<S>(S);

#[derive(Debug, Error)]
enum StreamError {
    #[error("standard input can't be read: {0}; give a file or a pipe")]
    Read(#[source] io::Error),
    #[error("standard output can't be written: {0}; make room, or send it elsewhere")]
    Write(#[source] io::Error),
}

/// The kind stays, since interruptions and closed pipes are told by it.
pub(crate) fn write_error(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StreamError::Write(error))
}

#[cfg(unix)]
impl<S: AsFd> AsFd for Named<S> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl<S: Read> Read for Named<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| io::Error::new(error.kind(), StreamError::Read(error)))
    }
}

impl<S: Write> Write for Named<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(write_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(write_error)
    }
}
