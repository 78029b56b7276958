//! `sortid inspect`: shows the fields of IDs.

use std::io::{BufRead, Write};

use anyhow::Result;

use crate::cli::{Inspect, InspectFormat, Scheme};
use crate::detect::{Detected, detect, read_digits};
use crate::failure::Outcome;
use crate::lines::Event;
use crate::streams::Outputs;
use crate::time::Instant;
use crate::{input, layout, output};

/// Shows each ID, and reports inputs that can't be read.
pub(crate) fn run(
    inspect: &Inspect,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    crate::refuse_epoch(inspect.epoch, inspect.scheme)?;
    let epoch_unix_ms = crate::epoch_unix_ms(inspect.epoch.epoch);
    let mut outcome = Outcome::Good;
    let (mut line, mut first) = (Vec::new(), true);
    input::for_each(&inspect.ids, stdin, |event| {
        let Event::Line(input) = event else {
            return Ok(outputs.flush()?);
        };
        let now = Instant::now();
        let detected = match inspect.scheme {
            Some(scheme) => read_digits(input, scheme).map(|id| Detected { id, also: Vec::new() }),
            None => detect(input, now),
        };
        match (detected, inspect.format) {
            (Ok(Detected { id, also }), InspectFormat::Json) => {
                line.clear();
                output::append_json(&mut line, &id, epoch_unix_ms, &also)?;
                outputs.out().write_all(&line)?;
            }
            (Ok(Detected { id, also }), InspectFormat::Text) => {
                if !first {
                    writeln!(outputs.out())?;
                }
                first = false;
                let note = note(&also);
                outputs.out().write_all(layout::draw(&id, epoch_unix_ms, now, note.as_deref()).as_bytes())?;
            }
            (Err(error), format) => {
                outcome = Outcome::BadInput;
                match format {
                    InspectFormat::Json => output::write_json_error(outputs.out(), input, &error)?,
                    InspectFormat::Text => outputs.report(input, &error)?,
                }
            }
        }
        Ok(())
    })?;
    outputs.flush()?;
    Ok(outcome)
}

/// The note on other schemes that fit.
fn note(also: &[Scheme]) -> Option<String> {
    let names: Vec<_> = also.iter().map(|scheme| scheme.name()).collect();
    (!also.is_empty()).then(|| format!("(also fits {}; choose with --scheme)", names.join(" and ")))
}
