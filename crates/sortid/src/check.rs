//! `sortid check`: finds faults in a stream of IDs.

mod checker;
mod finding;
mod report;

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::Result;

use self::checker::Checker;
use self::finding::Position;
use crate::cli::{Check, ReportFormat};
use crate::failure::{Outcome, UsageError};
use crate::lines::{self, Event, Line};
use crate::streams::is_stopped;

/// The number of findings of each kind that are shown.
const MOST_SHOWN: u64 = 10;

/// Checks the stream. Writes findings as they occur, and the report at the end.
///
/// `open` opens a file, or stdin without a path.
pub(crate) fn run<I: BufRead>(
    check: &Check,
    mut open: impl FnMut(Option<&Path>) -> io::Result<I>,
    out: &mut impl Write,
) -> Result<Outcome> {
    let epoch_unix_ms = crate::cli::epoch_unix_ms(check.reading.epoch.epoch);
    let mut checker = Checker::new(check.reading.reader()?, epoch_unix_ms);
    let is_text = check.format == ReportFormat::Text && !check.quiet;
    let (mut findings, mut shown) = (Vec::new(), Vec::new());
    for file in files(check)? {
        let name = file.map(|file| file.display().to_string());
        let read = lines::for_each(open(file)?, |event| {
            let Event::Line(Line { text: line, number, .. }) = event else {
                // A reader may be waiting for this finding.
                return out.flush();
            };
            let position = Position { file: name.as_deref(), line: number.unwrap_or(0) };
            if check.header && position.line == 1 {
                return Ok(());
            }
            checker.line(line, position, &mut findings);
            for finding in findings.drain(..) {
                if check.quiet || checker.found(&finding) > MOST_SHOWN {
                    continue;
                }
                if is_text {
                    let input = String::from_utf8_lossy(line);
                    writeln!(out, "{position}: {input:?} {finding}")?;
                } else {
                    shown.push(finding.to_json(position, line));
                }
            }
            Ok(())
        });
        match read {
            Ok(()) => {}
            // A signal ends an endless stream. A line that is unfinished by then does not count.
            Err(error) if is_stopped(&error) => break,
            Err(error) => return Err(error.into()),
        }
    }
    let report = checker.report(check.allow_empty);
    if is_text {
        report.write(out)?;
    } else if !check.quiet {
        writeln!(out, "{}", report.to_json(&shown))?;
    }
    out.flush()?;
    Ok(if report.is_good() { Outcome::Good } else { Outcome::BadInput })
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
