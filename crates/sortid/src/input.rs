//! Reads IDs from arguments or from the lines of stdin.

use std::ffi::OsString;
use std::io::BufRead;

use anyhow::Result;

use crate::failure::UsageError;
use crate::lines::{self, Event, Line};

/// Calls a function for each argument. Instead of an argument `-`, or without arguments, calls it for each line of
/// stdin.
pub(crate) fn for_each(
    arguments: &[OsString],
    stdin: impl BufRead,
    mut function: impl FnMut(Event<'_>) -> Result<()>,
) -> Result<()> {
    if arguments.iter().filter(|argument| *argument == "-").count() > 1 {
        return Err(UsageError::new("- (stdin) can be used only once").into());
    }
    let mut stdin = Some(stdin);
    if arguments.is_empty() {
        return stdin.map_or(Ok(()), |stdin| lines::for_each(stdin, function));
    }
    for argument in arguments {
        match stdin.take_if(|_| argument == "-") {
            Some(stdin) => lines::for_each(stdin, &mut function)?,
            None => {
                let text = argument.as_encoded_bytes();
                function(Event::Line(Line { text, raw: text, number: None }))?;
            }
        }
    }
    Ok(())
}
