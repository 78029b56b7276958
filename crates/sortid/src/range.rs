//! `sortid range`: prints the bounds of a search.

use std::io::Write;

use anyhow::Result;
use anyid::{AnyId, Detected, Form, Instant, Reader, Writer};
use idcore::RangeError;

use crate::cli::{Range, refuse_uuid};
use crate::failure::UsageError;
use crate::time::{Day, ExactInstant};

/// Writes the smallest and the largest ID of the span.
pub(crate) fn run(range: &Range, out: &mut impl Write) -> Result<()> {
    range.epoch.refuse_for(Some(range.scheme))?;
    if range.format == Form::Uuid {
        refuse_uuid(range.scheme)?;
    }
    let (min, max) = bounds(range)?;
    let writer = Writer { form: range.format, epoch_unix_ms: crate::cli::epoch_unix_ms(range.epoch.epoch) };
    let mut lines = Vec::new();
    for id in [min, max] {
        writer.append_line(&mut lines, &id.into())?;
    }
    out.write_all(&lines)?;
    out.flush()?;
    Ok(())
}

fn bounds(range: &Range) -> Result<(AnyId, AnyId), UsageError> {
    let epoch_unix_ms = crate::cli::epoch_unix_ms(range.epoch.epoch);
    let usage = |option: &str, error: RangeError| {
        let (first, last) = error.bounds().unwrap_or((0, u64::MAX));
        let (first, last) = (Instant(first), Instant(last));
        let name = range.scheme.name();
        UsageError::new(format!("{option} is out of range for {name}, expected {first} to {last}"))
    };
    let min_at = |option, time: Instant| {
        range.scheme.min_at(time.0, epoch_unix_ms).map_err(|error| usage(option, error))
    };
    let max_at = |option, time: Instant| {
        range.scheme.max_at(time.0, epoch_unix_ms).map_err(|error| usage(option, error))
    };
    if let Some(day) = range.day {
        return Ok((min_at("--day", day.0)?, max_at("--day", day.last())?));
    }
    let read =
        |option, text: &Option<String>| text.as_deref().map(|text| time(range, option, text)).transpose();
    let from = read("--from", &range.from)?.map_or(Instant(0).into(), |(from, _)| from);
    if let Some((before, _)) = read("--before", &range.before)? {
        if from >= before {
            return Err(UsageError::new(format!("--from {from} is not before --before {before}")));
        }
        // An ID has its time in whole milliseconds, so it is before an end between two of them if it is in the first.
        let millisecond = before.millisecond.0;
        let last = if before.is_whole() { millisecond - 1 } else { millisecond };
        return Ok((min_at("--from", from.millisecond)?, max_at("--before", Instant(last))?));
    }
    let to = match read("--to", &range.to)? {
        Some((_, Some(day))) => day.last().into(),
        Some((to, None)) => to,
        None => Instant(u64::MAX).into(),
    };
    if from > to {
        return Err(UsageError::new(format!("--from {from} is after --to {to}")));
    }
    Ok((min_at("--from", from.millisecond)?, max_at("--to", to.millisecond)?))
}

/// Reads a time, or the time of an ID. Returns the day too if the text is a date.
fn time(range: &Range, option: &str, text: &str) -> Result<(ExactInstant, Option<Day>), UsageError> {
    let error = match text.parse() {
        Ok(time) => return Ok((time, text.parse().ok())),
        Err(error) => error,
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let reader = Reader { scheme: Some(range.scheme), ..Reader::default() };
    match reader.read(text.as_bytes(), Instant(0)) {
        Ok(Detected { id, .. }) if !is_number => {
            let epoch_unix_ms = crate::cli::epoch_unix_ms(range.epoch.epoch);
            Ok((Instant(id.unix_ms(epoch_unix_ms)).into(), None))
        }
        _ => {
            let name = range.scheme.name();
            let or_id = if is_number { String::new() } else { format!("; or an ID of {name}") };
            Err(UsageError::new(format!("invalid value {text:?} for {option}: {error}{or_id}")))
        }
    }
}
