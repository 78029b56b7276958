//! `sortid range`: prints the bounds of a search.

use std::io::Write;

use anyhow::Result;
use idcore::RangeError;

use crate::cli::{Form, Range};
use crate::convert::refuse_uuid;
use crate::failure::UsageError;
use crate::output;
use crate::time::Instant;

/// Writes the smallest and the largest ID of the span.
pub(crate) fn run(range: &Range, out: &mut impl Write) -> Result<()> {
    crate::refuse_epoch(range.epoch, Some(range.scheme))?;
    if range.format == Form::Uuid {
        refuse_uuid(range.scheme)?;
    }
    let (from, to) = (range.from, range.to);
    if from > to {
        return Err(UsageError::new(format!("--from {from} is after --to {to}")).into());
    }
    let epoch_unix_ms = crate::epoch_unix_ms(range.epoch.epoch);
    let usage = |option: &str, error: RangeError| {
        let (first, last) = error.bounds().unwrap_or((0, u64::MAX));
        let (first, last) = (Instant(first), Instant(last));
        let name = range.scheme.name();
        UsageError::new(format!("{option} is out of range for {name}, expected {first} to {last}"))
    };
    let min =
        range.scheme.min_at(from.millisecond.0, epoch_unix_ms).map_err(|error| usage("--from", error))?;
    let max = range.scheme.max_at(to.millisecond.0, epoch_unix_ms).map_err(|error| usage("--to", error))?;
    let mut lines = Vec::new();
    for id in [min, max] {
        // Only a UUID can be missing, and is refused above.
        let _ = output::append_line(&mut lines, &id, range.format);
    }
    out.write_all(&lines)?;
    out.flush()?;
    Ok(())
}
