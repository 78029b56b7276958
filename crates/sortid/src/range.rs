//! `sortid range`: prints the bounds for a search.

use std::io::Write;

use anyhow::Result;
use anyid::{AnyId, Form, Instant, Writer};

use crate::cli::{Range, Span, refuse_prefix, refuse_uuid};
use crate::failure::UsageError;
use crate::time::{Day, ExactInstant};

pub(crate) fn run(range: &Range, out: &mut impl Write) -> Result<()> {
    range.epoch.refuse_for(Some(range.scheme))?;
    if range.format == Form::Uuid {
        refuse_uuid(range.scheme)?;
    }
    refuse_prefix("--prefix", range.prefix, range.format)?;
    let (min, max) = bounds(range)?;
    let writer = Writer { form: range.format, epoch_unix_ms: range.epoch.unix_ms(), prefix: range.prefix };
    let mut lines = Vec::new();
    for id in [min, max] {
        writer.append_line(&mut lines, &id.into())?;
    }
    out.write_all(&lines)?;
    out.flush()?;
    Ok(())
}

fn bounds(range: &Range) -> Result<(AnyId, AnyId), UsageError> {
    let epoch_unix_ms = range.epoch.unix_ms();
    let [(from, first), (end, last)] = span(&range.span)?;
    let usage = |option: &str| {
        let (first, last) = range.scheme.unix_ms_range(epoch_unix_ms).into_inner();
        let (first, last) = (Instant(first), Instant(last));
        let name = range.scheme.name();
        UsageError::new(format!("{option} is out of range for {name}, expected {first} to {last}"))
    };
    let min = range.scheme.min_at(first.0, epoch_unix_ms).map_err(|_| usage(from))?;
    let max = range.scheme.max_at(last.0, epoch_unix_ms).map_err(|_| usage(end))?;
    Ok((min, max))
}

/// Returns the first and the last millisecond of a span, each with the option that sets it.
fn span(span: &Span) -> Result<[(&'static str, Instant); 2], UsageError> {
    if let Some(day) = span.day {
        return Ok([("--day", day.0), ("--day", day.last())]);
    }
    let read = |option, text: &Option<String>| text.as_deref().map(|text| time(text, option)).transpose();
    let from = read("--from", &span.from)?.map_or(Instant(0).into(), |(from, _)| from);
    let first = ("--from", from.millisecond);
    if let Some((before, _)) = read("--before", &span.before)? {
        if from >= before {
            return Err(UsageError::new(format!("--from {from} is not before --before {before}")));
        }
        // IDs carry whole milliseconds. If the end is between two milliseconds, IDs of the first are before it.
        let millisecond = before.millisecond.0;
        let last = if before.is_whole() { millisecond - 1 } else { millisecond };
        return Ok([first, ("--before", Instant(last))]);
    }
    let to = match read("--to", &span.to)? {
        Some((_, Some(day))) => day.last().into(),
        Some((to, None)) => to,
        None => Instant(u64::MAX).into(),
    };
    if from > to {
        return Err(UsageError::new(format!("--from {from} is after --to {to}")));
    }
    Ok([first, ("--to", to.millisecond)])
}

/// Parses a time. For a date, also returns the day.
fn time(text: &str, option: &str) -> Result<(ExactInstant, Option<Day>), UsageError> {
    match text.parse() {
        Ok(time) => Ok((time, text.parse().ok())),
        Err(error) => Err(UsageError::new(format!("invalid value {text:?} for {option}: {error}"))),
    }
}
