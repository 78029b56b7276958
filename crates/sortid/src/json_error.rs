//! Writes inputs that can't be read in JSON.

use std::borrow::Cow;
use std::io::{self, Write};

use anyid::read::ReadError;
use serde::Serialize;

use crate::failure::with_option;
use crate::lines::{Line, MAX_BYTES};

#[derive(Serialize)]
struct JsonError<'a> {
    input: Cow<'a, str>,
    line: Option<u64>,
    cut: bool,
    error: Reason,
}

#[derive(Serialize)]
struct Reason {
    reason: &'static str,
    message: String,
}

/// Writes one line of JSON for an input that can't be read. An input of more than [`MAX_BYTES`] bytes is cut, and marked
/// as cut.
pub(crate) fn write(out: &mut impl Write, line: Line<'_>, error: &ReadError) -> io::Result<()> {
    let Line { text, number: line, .. } = line;
    let input = String::from_utf8_lossy(text.get(..MAX_BYTES).unwrap_or(text));
    let reason = Reason { reason: error.reason, message: with_option(error) };
    let error = JsonError { input, line, cut: text.len() > MAX_BYTES, error: reason };
    serde_json::to_writer(&mut *out, &error)?;
    out.write_all(b"\n")
}
