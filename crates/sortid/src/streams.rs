//! Reads and writes the standard streams. Errors name the stream.
//!
//! A stream that the shell has closed (`>&-`, `<&-`) can't be distinguished from `/dev/null`. Before `main`, the
//! standard library opens `/dev/null` in its place, for reading and writing. The access mode does not help:
//! `daemon(3)`, Python's `subprocess.DEVNULL` and others open `/dev/null` in the same mode on purpose.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags};
use thiserror::Error;

use crate::failure::Interrupted;
use crate::lines::MAX_BYTES;
#[cfg(unix)]
use crate::watch;

/// The size of a buffer, larger than in the standard library.
const BLOCK: usize = 1 << 16;

/// The inputs of a run: stdin and the files of this process, or only a different stdin.
#[derive(Default)]
pub(crate) struct Inputs<'a> {
    stdin: Option<Box<dyn Read + 'a>>,
    signals: Option<Signals>,
}

/// An input, behind a buffer so that only reading a block is a virtual call.
type Input<'a> = BufReader<Box<dyn Read + 'a>>;

impl<'a> Inputs<'a> {
    /// Creates inputs with a different stdin.
    pub(crate) fn of(stdin: impl BufRead + 'a) -> Self {
        Self { stdin: Some(Box::new(InBlocks(stdin))), signals: None }
    }

    pub(crate) fn stdin(&mut self) -> Input<'a> {
        buffered(self.stdin.take().unwrap_or_else(|| Box::new(Source::Stdin(io::stdin().lock()))))
    }

    /// Opens a file, or stdin without a path. SIGINT and SIGTERM end it with an error that [`interrupted`] detects.
    pub(crate) fn open(&mut self, path: Option<&Path>) -> io::Result<Input<'a>> {
        let source = match path {
            None if self.stdin.is_some() => return Ok(self.stdin()),
            None => Source::Stdin(io::stdin().lock()),
            Some(path) => Source::open(path)?,
        };
        let signals = match self.signals.take() {
            Some(signals) => signals,
            None => Signals::new()?,
        };
        Ok(buffered(Box::new(self.signals.insert(signals).watch(source)?)))
    }
}

fn buffered(input: Box<dyn Read + '_>) -> Input<'_> {
    BufReader::with_capacity(BLOCK, input)
}

/// Reads blocks with the same sizes as the inner reader.
struct InBlocks<B>(B);

impl<B: BufRead> Read for InBlocks<B> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.0.fill_buf()?.read(bytes)?;
        self.0.consume(read);
        Ok(read)
    }
}

/// Catches the first SIGINT or SIGTERM. A second signal ends the process.
pub(crate) struct Signals {
    #[cfg(unix)]
    socket: std::os::unix::net::UnixStream,
}

/// The reason why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "other platforms only detect the end of stdin"))]
pub(crate) enum End {
    Stdin,
    /// The reader of stdout has closed it.
    Stdout,
    /// Holds the exit status.
    Signal(u8),
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            socket: watch::signals()?,
        })
    }

    #[cfg(unix)]
    fn watch(&self, input: Source) -> io::Result<Watched> {
        Ok(Watched { input, signals: self.socket.try_clone()? })
    }

    #[cfg(not(unix))]
    fn watch(&self, input: Source) -> io::Result<Source> {
        Ok(input)
    }

    /// Starts threads that wait for the end of stdin (unless it is ignored), for the end of stdout and for a signal.
    pub(crate) fn ends(self, ignore_stdin: bool) -> io::Result<Receiver<End>> {
        let (sender, receiver) = mpsc::channel();
        // Sending fails only once the receiver is dropped at the end.
        if !ignore_stdin {
            let sender = sender.clone();
            let wait = move || {
                let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
                let _ = sender.send(End::Stdin);
            };
            thread::Builder::new().name("stdin".into()).spawn(wait)?;
        }
        let wait = move || {
            let end = self.without_stdin();
            let _ = sender.send(end);
        };
        thread::Builder::new().name("signals".into()).spawn(wait)?;
        Ok(receiver)
    }

    /// Waits until the reader of stdout closes it, or for a signal.
    #[cfg(unix)]
    fn without_stdin(&self) -> End {
        let stdout = io::stdout();
        // `poll` always reports that the reader has closed stdout, so no events need to be requested.
        let files = [PollFd::new(&self.socket, PollFlags::IN), PollFd::new(&stdout, PollFlags::empty())];
        match watch::wait_for(files, None) {
            Ok([signals, _]) if signals.contains(PollFlags::IN) => End::Signal(watch::signal_status()),
            _ => End::Stdout,
        }
    }

    #[cfg(not(unix))]
    fn without_stdin(&self) -> End {
        loop {
            thread::park();
        }
    }
}

/// An input that ends at a signal.
#[cfg(unix)]
struct Watched {
    input: Source,
    signals: std::os::unix::net::UnixStream,
}

#[cfg(unix)]
impl Watched {
    /// Waits until the input is readable. Returns an error if a signal has arrived.
    fn wait(&self, duration: Option<Duration>) -> io::Result<()> {
        let files = [PollFd::new(&self.input, PollFlags::IN), PollFd::new(&self.signals, PollFlags::IN)];
        match watch::wait_for(files, duration) {
            Ok([_, signals]) if !signals.is_empty() => {
                Err(io::Error::other(Interrupted(watch::signal_status())))
            }
            // If `poll` failed, the input may still be readable.
            _ => Ok(()),
        }
    }
}

#[cfg(unix)]
impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(None)?;
        let read = self.input.read(bytes)?;
        if read == 0 && !bytes.is_empty() {
            // The same signal may have ended the previous program in the pipe in the middle of a line.
            self.wait(Some(Duration::ZERO))?;
        }
        Ok(read)
    }
}

/// Returns the exit status if a signal ended an input of [`Inputs::open`].
pub(crate) fn interrupted(error: &anyhow::Error) -> Option<u8> {
    let inner = error.downcast_ref::<io::Error>()?.get_ref()?;
    inner.downcast_ref().map(|Interrupted(status)| *status)
}

/// Stdout, written in blocks, and stderr. Each write to stderr first flushes stdout, so that both stay in order.
pub(crate) struct Outputs<O: Write, E: Write> {
    out: BufWriter<O>,
    errors: E,
}

impl Outputs<Stdout, io::Stderr> {
    /// Returns the outputs of this process.
    pub(crate) fn of_process() -> Self {
        Self::new(BufWriter::with_capacity(BLOCK, Stdout(io::stdout().lock())), io::stderr())
    }
}

impl<O: Write, E: Write> Outputs<O, E> {
    pub(crate) fn new(out: BufWriter<O>, errors: E) -> Self {
        Self { out, errors }
    }

    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Reports an error in an input on stderr, with its line in stdin if it has one. Shows only the start of a long
    /// input.
    pub(crate) fn report(&mut self, line: Option<u64>, input: &[u8], error: impl Display) -> io::Result<()> {
        self.out.flush()?;
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let shown = input.get(..MAX_BYTES).unwrap_or(input);
        let more = if shown.len() < input.len() { "..." } else { "" };
        self.complain(&format!("{place}{:?}{more}: {error}", String::from_utf8_lossy(shown)));
        Ok(())
    }

    /// Writes a message to stderr, after all output so far.
    pub(crate) fn complain(&mut self, message: &str) {
        // If the write fails, the exit status still reports the error.
        let _ = self.out.flush();
        // One write for the whole line.
        let _ = self.errors.write_all(format!("sortid: {}\n", visible(message)).as_bytes());
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns `true` if stdout accepts a line at once, because its reader doesn't stall.
#[cfg(unix)]
pub(crate) fn stdout_has_room() -> io::Result<bool> {
    let stdout = io::stdout();
    let [events] = watch::wait_for([PollFd::new(&stdout, PollFlags::OUT)], Some(Duration::ZERO))?;
    Ok(!events.is_empty())
}

#[cfg(not(unix))]
pub(crate) fn stdout_has_room() -> io::Result<bool> {
    Ok(true)
}

/// Writes a message to stderr, for code without access to the [`Outputs`].
pub(crate) fn complain(message: &str) {
    // One write for the whole line. If it fails, the exit status still reports the error.
    let _ = io::stderr().write_all(format!("sortid: {}\n", visible(message)).as_bytes());
}

/// Escapes characters that are invisible, change the terminal, or end the line. Messages of servers, names of files and
/// labels could otherwise look like a second message. A wrong argument can be a URL, whose password is left out.
pub(crate) fn visible(text: &str) -> String {
    let mut parts = text.split("://");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (url, rest) = part.split_at(part.find(char::is_whitespace).unwrap_or(part.len()));
        let (login, host) = url.split_at(url.rfind('@').map_or(0, |at| at + 1));
        // Messages show which form of a URL is expected.
        let login = if login.eq_ignore_ascii_case("user:password@") { login } else { "" };
        shown.extend(["://", login, host, rest]);
    }
    // Quotes and backslashes change nothing.
    shown.escape_debug().to_string().replace(r"\'", "'").replace("\\\"", "\"").replace(r"\\", r"\")
}

/// An error of a stream, which it names.
#[derive(Debug, Error)]
#[error("{name}")]
struct StreamError {
    name: String,
    source: io::Error,
}

enum Source {
    Stdin(io::StdinLock<'static>),
    File(File, PathBuf),
}

impl Source {
    fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path).map_err(|error| read_error(path, error))?;
        Ok(Self::File(file, path.into()))
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(bytes).map_err(stdin_error),
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

/// Keeps the kind of an error, which identifies interruptions and closed pipes.
fn named(source: io::Error, name: String) -> io::Error {
    io::Error::new(source.kind(), StreamError { name, source })
}

fn stdin_error(error: io::Error) -> io::Error {
    named(error, "can't read standard input (use a file or a pipe)".to_owned())
}

fn read_error(path: &Path, error: io::Error) -> io::Error {
    named(error, format!("can't read {}", path.display()))
}

pub(crate) fn write_error(error: io::Error) -> io::Error {
    named(error, "can't write to standard output (free some space or redirect it)".to_owned())
}

/// Stdout, with errors that name it.
pub(crate) struct Stdout(io::StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(write_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(write_error)
    }
}
