//! The outcome of a run, and its error messages.

use std::error::Error as _;
use std::io;

use anyid::read::{Hint, ReadError};
use thiserror::Error;

/// The outcome of a run that was not stopped by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Good,
    /// Some input was bad, and was reported.
    BadInput,
    /// A signal interrupted the reading of a file. Holds the exit status.
    Interrupted(u8),
}

/// A mistake in the command line that `clap` can't detect.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct UsageError(String);

impl UsageError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// The run stopped at its first bad input, which was reported.
#[derive(Debug, Error)]
#[error("stopped at a bad input")]
pub(crate) struct Stopped;

/// A signal ended the run but not the process, so that it could release what it holds. Holds the exit status.
#[derive(Debug, Error)]
#[error("interrupted")]
pub(crate) struct Interrupted(pub(crate) u8);

/// Describes an input that can't be read, and names the option that accepts it.
pub(crate) fn with_option(error: &ReadError) -> String {
    let option = match error.hint {
        None => "",
        Some(Hint::Scheme) => "; use --scheme",
        Some(Hint::Form) => "; use --from",
        Some(Hint::Integer) => "; use --from int if it is an ID",
        Some(Hint::Lenient) => "; use --lenient",
    };
    format!("{error}{option}")
}

/// Returns `true` if the error means that the reader of the output has closed it. `head` does this once it has enough
/// lines.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
}

/// Turns a closed pipe into a success. The exit status then depends on what was found until then.
pub(crate) fn unless_closed_pipe(result: anyhow::Result<()>) -> anyhow::Result<()> {
    result.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Formats an error of the command-line parser as one line.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let parts = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let parts = parts.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    // No valid value starts with a hyphen, so this tip would not help.
    let parts = parts.filter(|line| !line.starts_with("tip: to pass "));
    let mut line = String::new();
    for part in parts {
        let part = part.strip_prefix("error: ").unwrap_or(part);
        if !line.is_empty() {
            line.push_str(if part.starts_with("tip:") { "; " } else { " " });
        }
        line.push_str(part);
    }
    // The message does not always contain the cause.
    if let Some(cause) =
        error.source().map(ToString::to_string).filter(|cause| !line.contains(cause.as_str()))
    {
        line = format!("{line}: {cause}");
    }
    line
}
