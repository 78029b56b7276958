//! `sortid check`: finds faults in a stream of IDs.

mod checker;
mod finding;
mod report;
mod seen;

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Result, bail};

use self::checker::Checker;
use self::finding::Position;
use self::report::Interrupted;
use self::seen::{Full, Limits};
use crate::cli::{Check, ReportFormat};
use crate::failure::{Outcome, UsageError};
use crate::lines::{self, Event, Line};
use crate::streams::{is_stopped, unread_status};

/// The number of findings of each kind that are shown.
const MAX_SHOWN: usize = 10;

/// Checks the stream. Writes findings as they occur, and the report at the end.
///
/// `open` opens a file, or stdin without a path.
pub(crate) fn run<I: BufRead>(
    check: &Check,
    mut open: impl FnMut(Option<&Path>) -> io::Result<I>,
    out: &mut impl Write,
) -> Result<Outcome> {
    let epoch_unix_ms = crate::cli::epoch_unix_ms(check.reading.epoch.epoch);
    let memory = check.memory.unwrap_or(u64::MAX);
    let limits = Limits {
        memory: memory.try_into().unwrap_or(usize::MAX),
        window: check.window.map(|window| window.try_into().unwrap_or(usize::MAX)),
    };
    let mut checker = Checker::new(check.reading.reader()?, epoch_unix_ms, limits);
    let is_text = check.format == ReportFormat::Text && !check.quiet;
    let files = files(check)?;
    let names: Vec<_> = files.iter().map(|file| file.map(|file| file.display().to_string())).collect();
    let (mut findings, mut shown) = (Vec::new(), Vec::new());
    let (mut interrupted, mut failed) = (None, None);
    for (index, (file, name)) in files.into_iter().zip(&names).enumerate() {
        let mut last = Position { file: name.as_deref(), line: 0 };
        let check_line = |event: Event<'_>| -> Result<()> {
            let Event::Line(Line { text: line, number, .. }) = event else {
                // A reader may be waiting for this finding.
                return Ok(out.flush()?);
            };
            let position = Position { line: number.unwrap_or(0), ..last };
            last = position;
            if check.header && position.line == 1 {
                return Ok(());
            }
            if let Err(full) = checker.line(line, position, &mut findings) {
                let (limit, remedy) = match full {
                    Full::Limit => (format!("more than {memory} bytes of memory"), "give more with --memory"),
                    Full::System => ("more memory than the system has".into(), "free some"),
                };
                bail!(
                    "{position}: the IDs up to this one take {limit}; {remedy}, or compare fewer of the last IDs with \
                     --window"
                );
            }
            for finding in findings.drain(..) {
                if check.quiet || checker.found(&finding) > MAX_SHOWN as u64 {
                    continue;
                }
                if is_text {
                    finding.write(position, line, out)?;
                } else {
                    shown.push(finding.to_json(position, line));
                }
            }
            Ok(())
        };
        let read = open(file).map_err(Into::into).and_then(|input| lines::for_each(input, check_line));
        let Err(error) = read else { continue };
        match error.downcast_ref() {
            // A signal ends an endless stream. A line that is unfinished by then does not count.
            Some(error) if is_stopped(error) => {
                // After other inputs, one of which no line was read is left unread too.
                let has_more = index + 1 < names.len() || (index > 0 && last.line == 0);
                let file_status = unread_status(error, has_more);
                interrupted = Some(Interrupted { after: last.to_string(), file_status });
            }
            _ => failed = Some(error),
        }
        break;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let report = checker.report(interrupted, check.allow_empty);
    if is_text {
        report.write(out)?;
    } else if !check.quiet {
        writeln!(out, "{}", report.to_json(&shown))?;
    }
    out.flush()?;
    Ok(report.outcome())
}

/// The files to read. `None` is stdin.
fn files(check: &Check) -> Result<Vec<Option<&Path>>, UsageError> {
    let file = |path: &'_ Path| path.as_os_str() != "-";
    let mut files: Vec<_> =
        check.files.iter().map(|path| Some(path.as_path()).filter(|path| file(path))).collect();
    if files.iter().filter(|file| file.is_none()).count() > 1 {
        return Err(UsageError::new("- (stdin) can be given only once"));
    }
    if files.is_empty() {
        files.push(None);
    }
    Ok(files)
}
