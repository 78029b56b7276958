//! `sortid convert`: writes IDs in another form.

use std::io::{BufRead, Write};

use anyhow::Result;
use anyid::read::ReadError;
use anyid::{Form, InputForm, Instant, Reader, Scheme, Writer};

use crate::cli::{Convert, OnError, refuse_prefix, refuse_uuid};
use crate::csv::column::{Cell, Column};
use crate::csv::rows;
use crate::failure::{Outcome, Stopped, UsageError, with_option};
use crate::input;
use crate::lines::{Event, Line};
use crate::streams::{Outputs, Place};

/// Writes each ID in the new form, and reports inputs that can't be read or converted.
pub(crate) fn run(
    convert: &Convert,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let converter = Converter::new(convert)?;
    if convert.ids.is_empty() {
        // The messages name the lines.
        outputs.set_unordered();
    }
    let result = match &convert.column {
        Some(name) => column(name, convert, &converter, stdin, outputs),
        None => lines(convert, &converter, stdin, outputs),
    };
    outputs.flush()?;
    match result {
        Err(error) if error.is::<Stopped>() => Ok(Outcome::BadInput),
        result => result,
    }
}

/// Converts an ID.
pub(crate) struct Converter {
    reader: Reader,
    writer: Writer,
    now: Instant,
    on_error: OnError,
}

impl Converter {
    fn new(convert: &Convert) -> Result<Self, UsageError> {
        let reader = convert.reading.reader()?;
        match (reader.scheme, convert.to, convert.reading.from) {
            (Some(scheme), Form::Uuid, _) => refuse_uuid(scheme)?,
            (None, _, Some(form)) if form != InputForm::Text => {
                return Err(UsageError::new(
                    "--from needs --scheme, unless it is text: other forms fit several schemes",
                ));
            }
            _ => {}
        }
        let epoch_unix_ms = crate::cli::epoch_unix_ms(convert.reading.epoch.epoch);
        refuse_prefix("--to-prefix", convert.to_prefix, convert.to)?;
        let writer = Writer { form: convert.to, epoch_unix_ms, prefix: convert.to_prefix };
        Ok(Self { reader, writer, now: Instant::now(), on_error: convert.on_error })
    }

    /// Appends the new form of an input. Appends nothing if that fails, or if a blank input is allowed.
    pub(crate) fn convert(&self, input: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        if self.reader.is_blank(input) {
            return Ok(());
        }
        let detected = self.reader.read(input, self.now)?;
        let start = out.len();
        let written = self.writer.append(out, &detected);
        let Err(ambiguous) = detected.refuse_ambiguous() else { return written };
        let result = out.get(start..).unwrap_or_default();
        if written.is_ok() && detected.also.iter().all(|scheme| self.converts_to(input, scheme, result)) {
            return Ok(());
        }
        out.truncate(start);
        Err(ambiguous)
    }

    /// Whether an input has this result as an ID of a scheme.
    fn converts_to(&self, input: &[u8], scheme: Scheme, result: &[u8]) -> bool {
        let reader = Reader { scheme: Some(scheme), ..self.reader };
        let mut other = Vec::new();
        let written =
            reader.read(input, self.now).and_then(|detected| self.writer.append(&mut other, &detected));
        written.is_ok() && other == result
    }

    /// Reports an input that can't be converted. Returns whether it is to be kept in the output, or stops the run.
    pub(crate) fn report(
        &self,
        place: Place<'_>,
        input: &[u8],
        error: &ReadError,
        outputs: &mut Outputs<impl Write, impl Write>,
    ) -> Result<bool> {
        let stops = self.on_error == OnError::Fail;
        let next = if stops { "; stopped here, as --on-error is fail" } else { "" };
        outputs.report(place, input, format_args!("{}{next}", with_option(error)))?;
        if stops { Err(Stopped.into()) } else { Ok(self.on_error == OnError::Keep) }
    }
}

fn lines(
    convert: &Convert,
    converter: &Converter,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let mut outcome = Outcome::Good;
    let mut is_kept = false;
    let mut line = Vec::new();
    input::for_each(&convert.ids, stdin, |event| {
        let Line { text, raw, number, .. } = match event {
            Event::Line(line) => line,
            Event::Rest(bytes) if is_kept => return Ok(outputs.out().write_all(bytes)?),
            Event::Rest(_) => return Ok(()),
            Event::Pause => return Ok(outputs.flush()?),
        };
        line.clear();
        is_kept = convert.header && number == Some(1);
        if !is_kept {
            if let Err(error) = converter.convert(text, &mut line) {
                outcome = Outcome::BadInput;
                is_kept = converter.report(Place { line: number, column: None }, text, &error, outputs)?;
            }
        }
        if is_kept {
            line.extend_from_slice(raw);
        }
        if !is_kept || number.is_none() {
            line.push(b'\n');
        }
        Ok(outputs.out().write_all(&line)?)
    })?;
    Ok(outcome)
}

/// Converts a column of a CSV file, and copies all other bytes.
fn column(
    name: &str,
    convert: &Convert,
    converter: &Converter,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let mut column = Column::new(name, convert.header);
    let mut outcome = Outcome::Good;
    let (mut out, mut value) = (Vec::new(), Vec::new());
    rows::for_each(stdin, convert.delimiter, |event| {
        let row = match event {
            rows::Event::Row(row) => row,
            rows::Event::Other(bytes) => return Ok(outputs.out().write_all(bytes)?),
            rows::Event::Pause => return Ok(outputs.flush()?),
        };
        value.clear();
        let may_be_header = column.is_new();
        let cell = column.cell(row)?;
        let (cell, result) = match cell {
            Ok(Cell::Header) => return Ok(outputs.out().write_all(&row.raw)?),
            Ok(Cell::Value(index)) => {
                let cell = row.value(index).unwrap_or_default();
                // An empty cell is a NULL.
                let result = if cell.is_empty() { Ok(()) } else { converter.convert(cell, &mut value) };
                (Some((index, cell)), result)
            }
            Err(error) => (None, Err(error)),
        };
        let keep = match result {
            Ok(()) => false,
            Err(mut error) => {
                if may_be_header {
                    error.message += "; give --header if the first row is a header";
                }
                outcome = Outcome::BadInput;
                let place = Place { line: Some(row.line), column: Some(column.name) };
                converter.report(place, cell.map_or(&row.raw, |(_, cell)| cell), &error, outputs)?
            }
        };
        out.clear();
        match cell {
            // Blank cells stay as they are.
            Some((index, cell)) if !(keep || value.is_empty() && cell.trim_ascii().is_empty()) => {
                row.replace(index, &value, convert.delimiter, &mut out);
            }
            _ => out.extend_from_slice(&row.raw),
        }
        Ok(outputs.out().write_all(&out)?)
    })?;
    column.finish()?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::streams::tests::Terminal;

    #[test]
    fn bad_lines_are_reported_in_blocks() {
        let cli = Cli::parse_from(["sortid", "convert", "--to", "int", "--on-error", "empty"]);
        let Command::Convert(convert) = cli.command else { panic!("another command") };
        let terminal = Terminal::default();
        let stdin = "bad\n".repeat(10_000);
        assert_eq!(run(&convert, stdin.as_bytes(), &mut terminal.outputs()).unwrap(), Outcome::BadInput);
        let writes = terminal.writes.borrow();
        let lines = writes.concat();
        assert_eq!(lines.lines().filter(|line| line.starts_with("sortid: line ")).count(), 10_000);
        assert!(writes.len() < 100, "{} writes", writes.len());
    }
}
