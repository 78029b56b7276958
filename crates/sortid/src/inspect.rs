//! `sortid inspect`: shows the fields of IDs.

use std::io::{BufRead, Write};

use anyhow::Result;
use anyid::{Form, Instant, Scheme, Schemes, Writer};
use serde_json::json;

use crate::cli::{Inspect, InspectFormat};
use crate::failure::{Outcome, with_option};
use crate::layout::Canvas;
use crate::lines::{Event, Line};
use crate::streams::{Outputs, Place};
use crate::time::is_likely;
use crate::{input, json_error};

/// Shows each ID, and reports inputs that can't be read.
pub(crate) fn run(
    inspect: &Inspect,
    canvas: Canvas,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let reader = inspect.reading.reader()?;
    let epoch_unix_ms = crate::cli::epoch_unix_ms(inspect.reading.epoch.epoch);
    let writer = Writer { form: Form::Json, epoch_unix_ms, prefix: None };
    let mut outcome = Outcome::Good;
    let (mut json, mut first) = (Vec::new(), true);
    input::for_each(&inspect.ids, stdin, |event| {
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
            (Ok(detected), InspectFormat::Json) => {
                json.clear();
                // Every ID has this form.
                let _ = writer.append(&mut json, &detected);
                json.pop();
                outputs.out().write_all(&json)?;
                let uuid = anyid::read::uuid_version(text)
                    .map(|(variant, version)| json!({ "variant": variant, "version": version }));
                writeln!(outputs.out(), r#","uuid":{}}}"#, json!(uuid))?;
            }
            (Ok(detected), InspectFormat::Text) => {
                if !first {
                    writeln!(outputs.out())?;
                }
                first = false;
                let note = note(detected.also);
                let id = &detected.id;
                let uuid = anyid::read::uuid_version(text).map(|(variant, version)| {
                    let version = version.map_or_else(String::new, |version| format!("version {version}, "));
                    let may_be_id = id.scheme() != Scheme::Ulid || is_likely(id.unix_ms(epoch_unix_ms), now);
                    let note = if may_be_id { "" } else { "; not a ULID by its time" };
                    format!("{version}variant {variant}{note}")
                });
                canvas.draw(
                    outputs.out(),
                    &detected,
                    epoch_unix_ms,
                    now,
                    note.as_deref(),
                    uuid.as_deref(),
                )?;
            }
            (Err(error), format) => {
                outcome = Outcome::BadInput;
                match format {
                    InspectFormat::Json => json_error::write(outputs.out(), line, &error)?,
                    InspectFormat::Text => {
                        outputs.report(Place { line: number, column: None }, text, with_option(&error))?;
                    }
                }
            }
        }
        Ok(())
    })?;
    outputs.flush()?;
    Ok(outcome)
}

/// The note on other schemes that fit.
fn note(also: Schemes) -> Option<String> {
    (!also.is_empty()).then(|| format!("(also fits {}; choose with --scheme)", also.names(" and ")))
}
