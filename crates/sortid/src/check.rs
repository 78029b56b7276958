//! `sortid check`: finds faults in a stream of IDs.

mod checker;
mod finding;
mod memory;
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
use crate::streams::{file_status, is_stopped};

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
    let memory = check.memory.unwrap_or_else(|| memory::available(Path::new("/")) / 2);
    let limits = Limits {
        memory: memory.try_into().unwrap_or(usize::MAX),
        window: check.window.map(|window| window.try_into().unwrap_or(usize::MAX)),
    };
    let mut checker = Checker::new(check.reading.reader()?, epoch_unix_ms, limits);
    let is_text = check.format == ReportFormat::Text && !check.quiet;
    let (mut findings, mut shown) = (Vec::new(), Vec::new());
    let mut interrupted = None;
    for file in files(check)? {
        let name = file.map(|file| file.display().to_string());
        let mut last = Position { file: name.as_deref(), line: 0 };
        let read = lines::for_each(open(file)?, |event| -> Result<()> {
            let Event::Line(Line { text: line, number, .. }) = event else {
                // A reader may be waiting for this finding.
                return Ok(out.flush()?);
            };
            let position = Position { line: number.unwrap_or(0), ..last };
            last = position;
            if check.header && position.line == 1 {
                return Ok(());
            }
            if let Err(Full) = checker.line(line, position, &mut findings) {
                bail!(
                    "{position}: the IDs before it take all the memory that they may take, {memory} bytes; give more with \
                     --memory, or compare only the last IDs with --window"
                );
            }
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
        let Err(error) = read else { continue };
        match error.downcast_ref() {
            // A signal ends an endless stream. A line that is unfinished by then does not count.
            Some(error) if is_stopped(error) => {
                interrupted = Some(Interrupted { after: last.to_string(), file_status: file_status(error) });
                break;
            }
            _ => return Err(error),
        }
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
