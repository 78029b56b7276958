//! `sortid inspect`: what is in an ID.

use std::fmt::Display;
use std::io::{BufRead, Write};

use anyhow::Result;

use crate::cli::{Inspect, InspectFormat, Scheme};
use crate::detect::{Detected, detect, read_digits};
use crate::failure::Outcome;
use crate::lines::Event;
use crate::time::Instant;
use crate::{input, layout, output};

/// Shows each ID, and what is wrong with what is none.
pub(crate) fn run(
    inspect: &Inspect,
    stdin: impl BufRead,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> Result<Outcome> {
    crate::refuse_epoch(inspect.epoch, inspect.scheme)?;
    let epoch_unix_ms = crate::epoch_unix_ms(inspect.epoch.epoch);
    let mut outcome = Outcome::Good;
    let (mut line, mut first) = (Vec::new(), true);
    input::for_each(&inspect.ids, stdin, |event| {
        let Event::Line(input) = event else {
            return Ok(out.flush()?);
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
                out.write_all(&line)?;
            }
            (Ok(Detected { id, also }), InspectFormat::Text) => {
                if !first {
                    writeln!(out)?;
                }
                first = false;
                let note = note(&also);
                out.write_all(layout::draw(&id, epoch_unix_ms, now, note.as_deref()).as_bytes())?;
            }
            (Err(error), format) => {
                outcome = Outcome::BadInput;
                match format {
                    InspectFormat::Json => output::write_json_error(out, input, &error)?,
                    InspectFormat::Text => report(out, errors, input, &error)?,
                }
            }
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(outcome)
}

/// Says what is wrong with an input, after what came before it has been written.
pub(crate) fn report(
    out: &mut impl Write,
    errors: &mut impl Write,
    input: &[u8],
    error: impl Display,
) -> Result<()> {
    out.flush()?;
    // If nobody listens, the exit status still tells.
    let _ = writeln!(errors, "sortid: {:?}: {error}", String::from_utf8_lossy(input));
    Ok(())
}

/// What is to be said where other schemes fit as well.
fn note(also: &[Scheme]) -> Option<String> {
    let names: Vec<_> = also.iter().map(|scheme| scheme.name()).collect();
    let fit = if also.len() == 1 { "fits" } else { "fit" };
    (!also.is_empty()).then(|| format!("({} {fit} as well; --scheme decides)", names.join(" and ")))
}
