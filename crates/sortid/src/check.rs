//! `sortid check`: finds problems in a stream of IDs.

mod checker;
mod finding;
mod report;
mod seen;

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use self::checker::{Checker, Interrupted};
use self::finding::Position;
use crate::cli::{Check, TextOrJson};
use crate::failure::{Outcome, UsageError, unless_closed_pipe};
use crate::lines::{self, Event, Line};
use crate::streams::{Inputs, interrupted};

pub(crate) fn run(check: &Check, inputs: &mut Inputs<'_>, out: &mut impl Write) -> Result<Outcome> {
    let window = check.window.map(|window| window.try_into().unwrap_or(usize::MAX));
    let mut checker = Checker::new(check.reading.reader()?, window, check.allow_empty);
    unless_closed_pipe(read_and_report(check, inputs, &mut checker, out))?;
    Ok(checker.outcome())
}

fn read_and_report(
    check: &Check,
    inputs: &mut Inputs<'_>,
    checker: &mut Checker,
    out: &mut impl Write,
) -> Result<()> {
    // As text, findings are written as they occur.
    let mut shown = (check.format == TextOrJson::Json).then(Vec::new);
    for file in files(check)? {
        let name = file.map(|file| file.display().to_string());
        let mut last = Position { file: name.as_deref(), line: 0 };
        let check_line = |event: Event<'_>| -> Result<()> {
            let Event::Line(Line { text, number, .. }) = event else {
                show(checker, last, &mut shown, out)?;
                // A reader may be waiting for these findings.
                return Ok(out.flush()?);
            };
            last.line = number.unwrap_or(0);
            if !(check.header && last.line == 1) && checker.line(text, last) {
                show(checker, last, &mut shown, out)?;
            }
            Ok(())
        };
        let read = inputs.open(file).map_err(Into::into).and_then(|input| lines::for_each(input, check_line));
        show(checker, last, &mut shown, out)?;
        let Err(error) = read else { continue };
        // A signal ends the stream. An unfinished line doesn't count.
        let Some(status) = interrupted(&error) else { return Err(error) };
        checker.interrupted = Some(Interrupted { after: last.to_string(), status });
        break;
    }
    match shown {
        None => checker.write(out)?,
        Some(shown) => writeln!(out, "{}", checker.to_json(&shown))?,
    }
    Ok(out.flush()?)
}

/// Writes or keeps the findings up to the last line.
fn show(
    checker: &mut Checker,
    last: Position<'_>,
    shown: &mut Option<Vec<Value>>,
    out: &mut impl Write,
) -> io::Result<()> {
    for (line, text, finding) in checker.settle() {
        let position = Position { line, ..last };
        match shown {
            None => finding.write(position, &text, out)?,
            Some(shown) => shown.push(finding.to_json(position, &text)),
        }
    }
    Ok(())
}

/// Returns the files to read, with `None` for stdin.
fn files(check: &Check) -> Result<Vec<Option<&Path>>, UsageError> {
    let file = |path: &'_ Path| path.as_os_str() != "-";
    let mut files: Vec<_> =
        check.files.iter().map(|path| Some(path.as_path()).filter(|path| file(path))).collect();
    if files.iter().filter(|file| file.is_none()).count() > 1 {
        return Err(UsageError::new("- (stdin) can be used only once"));
    }
    if files.is_empty() {
        files.push(None);
    }
    Ok(files)
}
