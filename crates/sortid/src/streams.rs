//! The standard streams: how they are read and written, and how errors name them.
//!
//! A stream that the shell has closed (`>&-`, `<&-`) can't be distinguished from `/dev/null`. Before `main`, the standard
//! library opens `/dev/null` in its place, for reading and writing. The access mode does not help: `daemon(3)`, Python's
//! `subprocess.DEVNULL` and others open `/dev/null` in the same mode on purpose.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anstream::AutoStream;
use anyhow::Result;
use thiserror::Error;

#[cfg(unix)]
use crate::failure::Interrupted;
use crate::lines::MAX_BYTES;
#[cfg(unix)]
use crate::watch;
#[cfg(unix)]
pub(crate) use crate::watch::{is_stopped, unread_status};

#[cfg(unix)]
type Input = watch::Watched<Source, io::Stdout>;
#[cfg(not(unix))]
type Input = Source;

/// The size of a buffer, larger than in the standard library.
const BLOCK: usize = 1 << 16;

/// As many bytes as a pipe that has room takes without blocking, on every system: the least value of `PIPE_BUF`.
pub(crate) const PIECE: usize = 512;

/// What a run reads.
pub(crate) trait Inputs {
    /// An input.
    type Input: BufRead;

    /// Stdin.
    fn stdin(&mut self) -> Self::Input;

    /// A file, or stdin without a path. A signal ends it with an error that [`is_stopped`] detects.
    fn open(&mut self, path: Option<&Path>) -> io::Result<Self::Input>;

    /// A variable of the environment.
    fn variable(&self, name: &str) -> Option<OsString>;
}

/// The inputs of this process.
#[derive(Default)]
pub(crate) struct Process {
    signals: Option<UntilSignal>,
}

impl Inputs for Process {
    type Input = BufReader<Input>;

    /// It fails as soon as the reader of stdout is gone, even if nothing is written.
    fn stdin(&mut self) -> Self::Input {
        buffered(watched(Source::Stdin(io::stdin().lock()), None))
    }

    fn open(&mut self, path: Option<&Path>) -> io::Result<Self::Input> {
        let signals = match self.signals.take() {
            Some(signals) => signals,
            None => UntilSignal::new()?,
        };
        self.signals.insert(signals).open(path)
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }
}

/// Another stdin, and no files or variables.
pub(crate) struct Given<'a>(pub(crate) Box<dyn BufRead + 'a>);

impl<'a> Inputs for Given<'a> {
    type Input = Box<dyn BufRead + 'a>;

    fn stdin(&mut self) -> Self::Input {
        std::mem::replace(&mut self.0, Box::new(io::empty()))
    }

    fn open(&mut self, path: Option<&Path>) -> io::Result<Self::Input> {
        match path {
            None => Ok(self.stdin()),
            Some(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn variable(&self, _: &str) -> Option<OsString> {
        None
    }
}

fn buffered(input: Input) -> BufReader<Input> {
    BufReader::with_capacity(BLOCK, input)
}

/// Opens inputs that end at SIGINT and SIGTERM, with an error that [`is_stopped`] detects.
pub(crate) struct UntilSignal {
    #[cfg(unix)]
    signals: std::os::unix::net::UnixStream,
}

impl UntilSignal {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            signals: watch::signals()?,
        })
    }

    /// Opens a file, or stdin without a path.
    pub(crate) fn open(&self, path: Option<&Path>) -> io::Result<BufReader<Input>> {
        let source = match path {
            None => Source::Stdin(io::stdin().lock()),
            Some(path) => Source::open(path)?,
        };
        #[cfg(unix)]
        return Ok(buffered(watched(source, Some(self.signals.try_clone()?))));
        #[cfg(not(unix))]
        Ok(buffered(source))
    }

    /// Starts a thread that waits for the end of stdin, for the reader of stdout to close it, or for a signal. The receiver gets
    /// the result: an error if it was not stdin.
    pub(crate) fn end(self, ignore_stdin: bool) -> io::Result<Receiver<io::Result<()>>> {
        let (sender, receiver) = mpsc::channel();
        let wait = move || {
            let end = if ignore_stdin { self.without_stdin() } else { self.open(None).and_then(read_to_end) };
            // The receiver is gone when the program ends.
            let _ = sender.send(end);
        };
        thread::Builder::new().name("stdin".into()).spawn(wait)?;
        Ok(receiver)
    }

    /// Waits for the reader of stdout to close it, or for a signal.
    #[cfg(unix)]
    fn without_stdin(&self) -> io::Result<()> {
        // The signals are also the input, which never ends.
        let [input, signals] = [self.signals.try_clone()?, self.signals.try_clone()?];
        read_to_end(watch::Watched::new(input, io::stdout(), Some(signals)))
    }

    /// Other platforms have no signals.
    #[cfg(not(unix))]
    fn without_stdin(&self) -> io::Result<()> {
        loop {
            thread::park();
        }
    }

    /// Waits. Fails as soon as a signal arrives, or the reader of stdout is gone.
    #[cfg(unix)]
    pub(crate) fn wait(&self, duration: Duration) -> Result<()> {
        interrupted(watch::is_signalled(&self.signals, &io::stdout(), duration)?)
    }

    /// Other platforms have no signals.
    #[cfg(not(unix))]
    pub(crate) fn wait(&self, duration: Duration) -> Result<()> {
        thread::sleep(duration);
        Ok(())
    }

    /// Waits until stdout takes [`PIECE`] bytes. Fails if a signal arrives before.
    #[cfg(unix)]
    pub(crate) fn wait_for_stdout(&self) -> Result<()> {
        interrupted(watch::is_first(&self.signals, &io::stdout())?)
    }

    /// Other platforms have no signals.
    #[cfg(not(unix))]
    pub(crate) fn wait_for_stdout(&self) -> Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
fn interrupted(has_signal: bool) -> Result<()> {
    if has_signal { Err(Interrupted(watch::signal_status()).into()) } else { Ok(()) }
}

fn read_to_end(mut input: impl Read) -> io::Result<()> {
    io::copy(&mut input, &mut io::sink()).map(drop)
}

#[cfg(unix)]
fn watched(source: Source, signals: Option<std::os::unix::net::UnixStream>) -> Input {
    watch::Watched::new(source, io::stdout(), signals)
}

/// Other platforms have no signals.
#[cfg(not(unix))]
fn watched(source: Source, _: Option<()>) -> Input {
    source
}

#[cfg(not(unix))]
pub(crate) fn is_stopped(_: &io::Error) -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn unread_status(_: &io::Error, _: bool) -> Option<u8> {
    None
}

/// Where an input is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place<'a> {
    /// The line of stdin. Arguments have none.
    pub(crate) line: Option<u64>,
    /// The column of a CSV file.
    pub(crate) column: Option<&'a str>,
}

impl Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(formatter, "line {line}, column {column}: "),
            (Some(line), None) => write!(formatter, "line {line}: "),
            (None, _) => Ok(()),
        }
    }
}

/// Stdout and stderr, each written in blocks.
///
/// Unless told otherwise, a write to one of them flushes the other first, so that both stay in order on a terminal.
pub(crate) struct Outputs<O: Write, E: Write> {
    out: BufWriter<O>,
    errors: E,
    pending_errors: Vec<u8>,
    /// Whether both stay in order.
    ordered: bool,
}

/// Stdout of this process.
type Stdout = Named<AutoStream<io::StdoutLock<'static>>>;

impl Outputs<Stdout, AutoStream<io::Stderr>> {
    /// Those of this process. Colours are for terminals only, unless `NO_COLOR` is set.
    pub(crate) fn of_process(colored: bool) -> Self {
        let stdout = io::stdout().lock();
        let stdout = if colored { AutoStream::auto(stdout) } else { AutoStream::always_ansi(stdout) };
        Self::new(BufWriter::with_capacity(BLOCK, Named(stdout)), anstream::stderr())
    }
}

impl<O: Write, E: Write> Outputs<O, E> {
    /// Two streams that take the places of stdout and stderr.
    pub(crate) fn new(out: BufWriter<O>, errors: E) -> Self {
        Self { out, errors, pending_errors: Vec::new(), ordered: true }
    }

    /// Lets both streams get out of order. If every bad input writes to both, their order would cost a write for each.
    pub(crate) fn set_unordered(&mut self) {
        self.ordered = false;
    }

    /// Stdout.
    pub(crate) fn out(&mut self) -> &mut impl Write {
        if self.ordered {
            self.flush_errors();
        }
        &mut self.out
    }

    /// Reports on stderr what is wrong with an input. Shows the start of a long one.
    pub(crate) fn report(&mut self, place: Place<'_>, input: &[u8], error: impl Display) -> io::Result<()> {
        if self.ordered && !self.out.buffer().is_empty() {
            self.out.flush()?;
        }
        let shown = input.get(..MAX_BYTES).unwrap_or(input);
        let more = if shown.len() < input.len() { "..." } else { "" };
        // Writing to memory does not fail.
        let _ = writeln!(
            self.pending_errors,
            "sortid: {place}{:?}{more}: {error}",
            String::from_utf8_lossy(shown)
        );
        if self.pending_errors.len() >= BLOCK {
            self.flush_errors();
        }
        Ok(())
    }

    /// Writes a message of the program, after all output so far.
    pub(crate) fn complain(&mut self, message: &str) {
        // If the write fails, the exit status still reports the error.
        let _ = self.flush();
        // One write for the whole line.
        let _ = self.errors.write_all(format!("sortid: {message}\n").as_bytes());
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.flush_errors();
        self.out.flush()
    }

    fn flush_errors(&mut self) {
        if !self.pending_errors.is_empty() {
            // If the write fails, the exit status still reports the errors.
            let _ = self.errors.write_all(&self.pending_errors);
            self.pending_errors.clear();
        }
    }
}

/// A run that ends early still reports the errors found so far.
impl<O: Write, E: Write> Drop for Outputs<O, E> {
    fn drop(&mut self) {
        self.flush_errors();
    }
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

/// Whether stdout takes [`PIECE`] bytes at once: its reader does not stall.
#[cfg(unix)]
pub(crate) fn stdout_has_room() -> io::Result<bool> {
    watch::is_writable(&io::stdout())
}

#[cfg(not(unix))]
pub(crate) fn stdout_has_room() -> io::Result<bool> {
    Ok(true)
}

/// Writes a message of the program, from where its outputs are out of reach.
pub(crate) fn complain(message: &str) {
    // One write for the whole line. If it fails, the exit status still reports the error.
    let _ = anstream::stderr().write_all(format!("sortid: {message}\n").as_bytes());
}

#[derive(Debug, Error)]
enum StreamError {
    #[error("can't read standard input (give it a file or a pipe)")]
    Read(#[source] io::Error),
    #[error("can't read {}", .0.display())]
    ReadFile(PathBuf, #[source] io::Error),
    #[error("can't write standard output (free some space, or redirect it)")]
    Write(#[source] io::Error),
}

/// An input whose errors name it.
pub(crate) enum Source {
    Stdin(io::StdinLock<'static>),
    File(File, PathBuf),
}

impl Source {
    fn open(path: &Path) -> io::Result<Self> {
        let file = open(path).map_err(|error| read_error(path, error))?;
        Ok(Self::File(file, path.into()))
    }
}

/// Opens a file. A named pipe opens before it has a writer: a signal would not end that wait, but it ends the wait for input.
#[cfg(target_os = "linux")]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).map_err(io::Error::other)?;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    rustix::io::ioctl_fionbio(&file, false)?;
    Ok(file)
}

/// On other systems, an input without a writer may be at its end.
#[cfg(not(target_os = "linux"))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(bytes).map_err(|error| named(error, StreamError::Read)),
            Self::File(file, path) => file.read(bytes).map_err(|error| read_error(path, error)),
        }
    }
}

#[cfg(unix)]
impl AsFd for Source {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Stdin(stdin) => stdin.as_fd(),
            Self::File(file, _) => file.as_fd(),
        }
    }
}

/// Keeps the kind of the error, which identifies interruptions and closed pipes.
fn named(error: io::Error, name: impl FnOnce(io::Error) -> StreamError) -> io::Error {
    io::Error::new(error.kind(), name(error))
}

fn read_error(path: &Path, error: io::Error) -> io::Error {
    named(error, |error| StreamError::ReadFile(path.into(), error))
}

pub(crate) fn write_error(error: io::Error) -> io::Error {
    named(error, StreamError::Write)
}

/// An output whose errors name it.
pub(crate) struct Named<S>(S);

impl<S: Write> Write for Named<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(write_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(write_error)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Records the writes to both streams, in order.
    #[derive(Default)]
    pub(crate) struct Terminal {
        pub(crate) writes: RefCell<Vec<String>>,
    }

    impl Terminal {
        pub(crate) fn outputs(&self) -> Outputs<&Self, &Self> {
            Outputs::new(BufWriter::with_capacity(BLOCK, self), self)
        }
    }

    impl Write for &Terminal {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.writes.borrow_mut().push(String::from_utf8_lossy(bytes).into());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn both_streams_are_written_in_blocks_and_in_order() {
        let terminal = Terminal::default();
        let mut outputs = terminal.outputs();
        for _ in 0..2 {
            for line in ["one\n", "two\n"] {
                outputs.out().write_all(line.as_bytes()).unwrap();
            }
            for input in [b"1", b"2"] {
                outputs.report(Place { line: Some(7), column: None }, input, "bad").unwrap();
            }
        }
        drop(outputs);
        let (good, bad) = ("one\ntwo\n", "sortid: line 7: \"1\": bad\nsortid: line 7: \"2\": bad\n");
        assert_eq!(*terminal.writes.borrow(), [good, bad, good, bad]);
    }
}
