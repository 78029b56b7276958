//! `sortid convert`: writes IDs in a different form.

use std::io::{BufRead, Write};

use anyhow::Result;
use anyid::read::ReadError;
use anyid::{Form, InputForm, Instant, Reader, Scheme, Writer};

use crate::cli::{Convert, OnError, refuse_prefix, refuse_uuid};
use crate::failure::{Outcome, Stopped, UsageError, unless_closed_pipe, with_option};
use crate::input;
use crate::lines::{Event, Line};
use crate::streams::Outputs;

pub(crate) fn run(
    convert: &Convert,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let converter = Converter::new(convert)?;
    let (mut outcome, mut is_kept, mut line) = (Outcome::Good, false, Vec::new());
    // An input that is kept can end without a line feed, which is missing only if another line follows.
    let mut is_open = false;
    let result = input::for_each(&convert.ids, stdin, |event| {
        let Line { text, raw, number, .. } = match event {
            Event::Line(line) => line,
            Event::Rest(bytes) if is_kept => {
                is_open = !bytes.ends_with(b"\n");
                return Ok(outputs.out().write_all(bytes)?);
            }
            Event::Rest(_) => return Ok(()),
            Event::Pause => return Ok(outputs.flush()?),
        };
        line.clear();
        if is_open {
            outputs.out().write_all(b"\n")?;
        }
        is_kept = convert.header && number == Some(1);
        if !is_kept {
            if let Err(error) = converter.convert(text, &mut line) {
                outcome = Outcome::BadInput;
                let stops = convert.on_error == OnError::Fail;
                let next = if stops { "; stopped because --on-error is fail" } else { "" };
                outputs.report(number, text, format_args!("{}{next}", with_option(&error)))?;
                if stops {
                    return Err(Stopped.into());
                }
                is_kept = convert.on_error == OnError::Keep;
            }
        }
        if is_kept {
            line.extend_from_slice(raw);
        }
        if !is_kept || number.is_none() {
            line.push(b'\n');
        }
        is_open = is_kept && !line.ends_with(b"\n");
        Ok(outputs.out().write_all(&line)?)
    });
    let flushed = outputs.flush();
    match result {
        Err(error) if error.is::<Stopped>() => {}
        result => unless_closed_pipe(result)?,
    }
    unless_closed_pipe(flushed.map_err(Into::into))?;
    Ok(outcome)
}

struct Converter {
    reader: Reader,
    writer: Writer,
    now: Instant,
}

impl Converter {
    fn new(convert: &Convert) -> Result<Self, UsageError> {
        let reader = convert.reading.reader()?;
        match (reader.scheme, convert.to, convert.reading.from) {
            (Some(scheme), Form::Uuid, _) => refuse_uuid(scheme)?,
            (None, _, Some(form)) if form != InputForm::Text => {
                return Err(UsageError::new(
                    "--from needs --scheme, unless it is text: all other forms fit several schemes",
                ));
            }
            _ => {}
        }
        refuse_prefix("--to-prefix", convert.to_prefix, convert.to)?;
        let writer =
            Writer { form: convert.to, epoch_unix_ms: reader.epoch_unix_ms, prefix: convert.to_prefix };
        Ok(Self { reader, writer, now: Instant::now() })
    }

    /// Appends the new form of an input. Appends nothing after an error, or for a blank input that is allowed.
    fn convert(&self, input: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
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

    /// Returns `true` if an input, read as an ID of this scheme, gives the same result.
    fn converts_to(&self, input: &[u8], scheme: Scheme, result: &[u8]) -> bool {
        let reader = Reader { scheme: Some(scheme), ..self.reader };
        let mut other = Vec::new();
        let written =
            reader.read(input, self.now).and_then(|detected| self.writer.append(&mut other, &detected));
        written.is_ok() && other == result
    }
}
