//! How a run ends: the exit status, and what is said about it.

use std::error::Error as _;
use std::io;

use thiserror::Error;

/// How a run ended that was not cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing was wrong.
    Good,
    /// Some input was bad; it has been reported.
    BadInput,
}

/// A command line that is wrong in a way that `clap` can't see.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct UsageError(String);

impl UsageError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Whether an error is that nobody reads any more, which is how `head` ends what feeds it.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
        || error.downcast_ref::<serde_json::Error>().and_then(|error| error.io_error_kind())
            == Some(io::ErrorKind::BrokenPipe)
}

/// The error of the command line's parser as one line.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let told = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = told.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    // No value begins with a hyphen, so that this leads nowhere.
    let told = told.filter(|line| !line.starts_with("tip: to pass "));
    let mut line = String::new();
    for part in told {
        let part = part.strip_prefix("error: ").unwrap_or(part);
        if !line.is_empty() {
            line.push_str(if part.starts_with("tip:") { "; " } else { " " });
        }
        line.push_str(part);
    }
    // A cause that is not in the text would be lost.
    if let Some(cause) =
        error.source().map(ToString::to_string).filter(|cause| !line.contains(cause.as_str()))
    {
        line = format!("{line}: {cause}");
    }
    line
}
