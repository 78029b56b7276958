//! `sortid inspect`: shows the fields of IDs.

use std::borrow::Cow;
use std::io::{BufRead, Write};

use anyhow::Result;
use anyid::read::{Detected, UuidVersion, uuid_version};
use anyid::{Form, Instant, Scheme, Schemes, Writer};
use serde::Serialize;

use crate::cli::{Inspect, TextOrJson};
use crate::failure::{Outcome, unless_closed_pipe, with_option};
use crate::input;
use crate::layout::draw;
use crate::lines::{Event, Line, MAX_BYTES};
use crate::streams::Outputs;
use crate::time::is_likely;

pub(crate) fn run(
    inspect: &Inspect,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let reader = inspect.reading.reader()?;
    let epoch_unix_ms = reader.epoch_unix_ms;
    let writer = Writer { form: Form::Json, epoch_unix_ms, prefix: None };
    let mut outcome = Outcome::Good;
    let (mut json, mut first) = (Vec::new(), true);
    let read = input::for_each(&inspect.ids, stdin, |event| {
        let line = match event {
            Event::Line(line) => line,
            Event::Rest(_) => return Ok(()),
            Event::Pause => return Ok(outputs.flush()?),
        };
        let Line { text, number, .. } = line;
        if (inspect.header && number == Some(1)) || reader.is_blank(text) {
            return Ok(());
        }
        let now = Instant::now();
        match (reader.read(text, now), inspect.format) {
            (Ok(detected), TextOrJson::Json) => {
                json.clear();
                // JSON never fails.
                let _ = writer.append_line(&mut json, &Detected { uuid: uuid_version(text), ..detected });
                outputs.out().write_all(&json)?;
            }
            (Ok(detected), TextOrJson::Text) => {
                if !first {
                    writeln!(outputs.out())?;
                }
                first = false;
                let note = note(detected.also);
                let id = &detected.id;
                let uuid = uuid_version(text).map(|UuidVersion { variant, version }| {
                    let version = version.map_or_else(String::new, |version| format!("version {version}, "));
                    let may_be_id = id.scheme() != Scheme::Ulid || is_likely(id.unix_ms(epoch_unix_ms), now);
                    let note = if may_be_id { "" } else { "; its time is unlikely for a ULID" };
                    format!("{version}variant {variant}{note}")
                });
                draw(outputs.out(), &detected, epoch_unix_ms, now, note.as_deref(), uuid.as_deref())?;
            }
            (Err(error), format) => {
                outcome = Outcome::BadInput;
                match format {
                    TextOrJson::Json => {
                        let input = String::from_utf8_lossy(text.get(..MAX_BYTES).unwrap_or(text));
                        let reason = Reason { reason: error.reason, message: with_option(&error) };
                        let cut = text.len() > MAX_BYTES;
                        let error =
                            serde_json::to_string(&Unread { input, line: number, cut, error: reason })?;
                        writeln!(outputs.out(), "{error}")?;
                    }
                    TextOrJson::Text => {
                        outputs.report(number, text, with_option(&error))?;
                    }
                }
            }
        }
        Ok(())
    });
    unless_closed_pipe(read.and_then(|()| Ok(outputs.flush()?)))?;
    Ok(outcome)
}

/// An input that can't be read. [`serde_json::Value`] would need random bits.
#[derive(Serialize)]
struct Unread<'a> {
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

/// Returns a note that lists other schemes that fit.
fn note(also: Schemes) -> Option<String> {
    (!also.is_empty()).then(|| format!("(also fits {}; choose with --scheme)", also.list("and")))
}
