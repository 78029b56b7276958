//! Shows what a task does: its steps, and the output of the commands that it runs.
//!
//! All of it goes to stderr, so that stdout has only results. A line appears at least every ten seconds.

use std::env;
use std::io::{self, IsTerminal as _, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The variable with the start of the task in Unix milliseconds, for a program that continues the task.
pub const STARTED: &str = "XTASK_STARTED";

/// The longest time without a line, less two seconds for a busy machine.
const LONGEST_SILENCE: Duration = Duration::from_secs(8);

/// The numbered steps of a task.
#[derive(Debug)]
pub struct Steps {
    number: usize,
    total: usize,
}

impl Steps {
    /// Creates steps, of which none has started.
    #[must_use]
    pub fn new(total: usize) -> Self {
        Self { number: 0, total }
    }

    /// Starts the next step and prints its name.
    pub fn next(&mut self, name: &str) {
        self.number += 1;
        heading(&format!("[{} of {}] {name}", self.number, self.total));
    }
}

/// Prints the time since the start of the task and the name of what runs next.
fn heading(name: &str) {
    static TICKER: Once = Once::new();
    let mut view = view();
    view.say(&format!("\n=== {} {name}", clock(elapsed())));
    (view.running, view.since) = (name.to_owned(), Instant::now());
    TICKER.call_once(|| drop(thread::spawn(tick)));
}

/// Prints a line.
pub fn note(line: &str) {
    view().say(line);
}

/// Runs a function that runs another program, which prints its own steps. Then the step before goes on.
pub(crate) fn hand_over<T>(run: impl FnOnce() -> T) -> T {
    view().is_paused = true;
    let result = run();
    view().is_paused = false;
    result
}

/// Builds something for the current step. Prints its name, and then goes on with the step.
pub(crate) fn within_step<T>(name: &str, run: impl FnOnce() -> T) -> T {
    let before = {
        let view = view();
        (view.running.clone(), view.since)
    };
    heading(name);
    let result = run();
    if !before.0.is_empty() {
        let mut view = view();
        (view.running, view.since) = before;
    }
    result
}

/// Runs a command and shows its output.
///
/// # Errors
///
/// Returns an error if the command can't be started.
pub fn run(command: &mut Command) -> io::Result<ExitStatus> {
    show(command, false).map(|printed| printed.status)
}

/// The end of a command, and its output.
#[derive(Debug)]
pub struct Printed {
    /// The exit status.
    pub status: ExitStatus,
    /// The output.
    pub stdout: Vec<u8>,
    /// The messages.
    pub stderr: Vec<u8>,
}

/// Runs a command, shows its messages, and returns what it printed. Also shows its output, unless only the caller needs it.
///
/// # Errors
///
/// Returns an error if the command can't be started, or if its output can't be read.
pub fn show(command: &mut Command, hides_stdout: bool) -> io::Result<Printed> {
    let is_unset = |name| env::var_os(name).is_none();
    // Cargo would detect our pipe.
    if io::stderr().is_terminal() && is_unset("NO_COLOR") && is_unset("CARGO_TERM_COLOR") {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let copied = thread::scope(|scope| {
        let stdout = scope.spawn(|| copy(stdout, (!hides_stdout).then(io::stdout)));
        let stderr = copy(stderr, Some(io::stderr()));
        (stdout.join(), stderr)
    });
    let status = child.wait()?;
    let (Ok(stdout), stderr) = copied else { return Err(io::Error::other("reading the output panicked")) };
    Ok(Printed { status, stdout: stdout?, stderr: stderr? })
}

/// Returns the time since the start of the task, in words.
#[must_use]
pub fn duration() -> String {
    let elapsed = elapsed();
    match elapsed.as_secs() {
        0..60 => format!("{:.1} s", elapsed.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// Formats minutes and seconds.
fn clock(time: Duration) -> String {
    format!("{:02}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// Returns the start of the task in Unix milliseconds.
pub(crate) fn started() -> u128 {
    now().saturating_sub(elapsed().as_millis())
}

/// Returns the time since the start of the task. An earlier program may have started it.
fn elapsed() -> Duration {
    static START: LazyLock<(Instant, Duration)> = LazyLock::new(|| {
        let started = env::var(STARTED).ok().and_then(|started| started.parse::<u128>().ok());
        let before = started.and_then(|started| now().checked_sub(started)).unwrap_or(0);
        (Instant::now(), Duration::from_millis(u64::try_from(before).unwrap_or(0)))
    });
    START.0.elapsed() + START.1
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()
}

/// The state of the output.
struct View {
    /// The name of what runs, and its start.
    running: String,
    since: Instant,
    /// The time of the last output.
    last: Instant,
    /// `true` if the last output ended its line.
    is_line_complete: bool,
    /// `true` while another program prints its own steps.
    is_paused: bool,
}

impl View {
    /// Prints a line of our own. A reader that has closed the output changes nothing.
    fn say(&mut self, line: &str) {
        let start = if self.is_line_complete { "" } else { "\n" };
        let _ = writeln!(io::stderr(), "{start}{line}");
        (self.last, self.is_line_complete) = (Instant::now(), true);
    }
}

fn view() -> MutexGuard<'static, View> {
    static VIEW: LazyLock<Mutex<View>> = LazyLock::new(|| {
        let now = Instant::now();
        let view =
            View { running: String::new(), since: now, last: now, is_line_complete: true, is_paused: false };
        Mutex::new(view)
    });
    VIEW.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line whenever nothing else was printed for a while.
fn tick() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let mut view = view();
        if !view.is_paused && view.last.elapsed() >= LONGEST_SILENCE {
            let (running, seconds) = (view.running.clone(), view.since.elapsed().as_secs());
            view.say(&format!("=== {} still running after {seconds} s: {running}", clock(elapsed())));
        }
    }
}

/// Copies a stream to another while it is read, and returns its content.
fn copy(from: Option<impl Read>, mut to: Option<impl Write>) -> io::Result<Vec<u8>> {
    let Some(mut from) = from else { return Ok(Vec::new()) };
    let (mut buffer, mut all) = ([0; 8192], Vec::new());
    loop {
        let bytes = match from.read(&mut buffer) {
            Ok(0) => return Ok(all),
            Ok(length) => &buffer[..length],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        all.extend_from_slice(bytes);
        if let Some(to) = &mut to {
            let mut view = view();
            // A reader that has closed our output must not stop the command.
            let _ = to.write_all(bytes).and_then(|()| to.flush());
            (view.last, view.is_line_complete) = (Instant::now(), bytes.ends_with(b"\n"));
        }
    }
}
