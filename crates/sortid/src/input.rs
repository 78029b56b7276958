//! The IDs that a command reads, from its arguments or from the lines of stdin.

use std::ffi::OsString;
use std::io::BufRead;

use anyhow::Result;

use crate::lines::{self, Event};

/// Calls a function for each argument or, if there are none, for each line of stdin.
pub(crate) fn for_each(
    arguments: &[OsString],
    stdin: impl BufRead,
    mut function: impl FnMut(Event<'_>) -> Result<()>,
) -> Result<()> {
    if arguments.is_empty() {
        lines::for_each(stdin, function)
    } else {
        arguments.iter().try_for_each(|argument| function(Event::Line(argument.as_encoded_bytes())))
    }
}
