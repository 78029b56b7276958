//! `sortid annotate` and `sortid filter`: find IDs in lines of text.

use std::io::{BufRead, Write};
use std::iter;
use std::ops::RangeInclusive;

use anyhow::Result;
use anyid::{Instant, Reader};

use crate::cli::{Annotate, Filter, Search};
use crate::failure::{Outcome, UsageError};
use crate::lines::{Event, for_each_cut};
use crate::range;
use crate::streams::Outputs;
use crate::time::DAY_MS;

/// The most bytes of a line in which IDs are found.
const LONGEST: usize = 1 << 20;

/// The lengths of words that can be IDs: from the text of a SCRU64 to an integer of 160 bits.
const LENGTHS: RangeInclusive<usize> = 12..=49;

/// The year 2000. An ID of an unknown scheme is not older.
const EARLIEST: Instant = Instant(946_684_800_000);

/// Copies lines with the time of each ID.
pub(crate) fn annotate(
    annotate: &Annotate,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<()> {
    let finder = Finder::new(&annotate.search)?;
    for_each_cut(stdin, LONGEST, |event| -> Result<()> {
        match event {
            Event::Line(line) => {
                let mut rest = line.raw;
                let mut copied = 0;
                for (end, time) in finder.ids(line.raw) {
                    let (before, after) = rest.split_at(end - copied);
                    outputs.out().write_all(before)?;
                    write!(outputs.out(), "[{time}]")?;
                    (rest, copied) = (after, end);
                }
                outputs.out().write_all(rest)?;
            }
            Event::Rest(bytes) => outputs.out().write_all(bytes)?,
            Event::Pause => outputs.flush()?,
        }
        Ok(())
    })?;
    Ok(outputs.flush()?)
}

/// Copies the lines with an ID in the span.
pub(crate) fn filter(
    filter: &Filter,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let finder = Finder::new(&filter.search)?;
    let [(_, first), (_, last)] = range::span(&filter.span, filter.search.scheme, finder.epoch_unix_ms)?;
    let (mut is_found, mut is_copied) = (false, false);
    for_each_cut(stdin, LONGEST, |event| -> Result<()> {
        let bytes = match event {
            Event::Line(line) => {
                is_copied = finder.ids(line.raw).any(|(_, time)| (first..=last).contains(&time));
                is_found |= is_copied;
                line.raw
            }
            Event::Rest(bytes) => bytes,
            Event::Pause => return Ok(outputs.flush()?),
        };
        if is_copied {
            outputs.out().write_all(bytes)?;
        }
        Ok(())
    })?;
    outputs.flush()?;
    Ok(if is_found { Outcome::Good } else { Outcome::BadInput })
}

/// Finds IDs in lines.
struct Finder {
    reader: Reader,
    epoch_unix_ms: u64,
}

impl Finder {
    fn new(Search { scheme, epoch }: &Search) -> Result<Self, UsageError> {
        epoch.refuse_for(*scheme)?;
        let reader = Reader { scheme: *scheme, ..Reader::default() };
        Ok(Self { reader, epoch_unix_ms: crate::cli::epoch_unix_ms(epoch.epoch) })
    }

    /// The end and the time of each ID.
    fn ids<'a>(&'a self, line: &'a [u8]) -> impl Iterator<Item = (usize, Instant)> {
        let now = Instant::now();
        // An integer that is not an ID has the time 0.
        let earliest = if self.reader.scheme.is_some() { Instant(1) } else { EARLIEST };
        let times = earliest..=Instant(now.0.saturating_add(DAY_MS));
        let is_cut = |end: usize| end == line.len() && end >= LONGEST;
        // With a time of these centuries, an ID begins with a digit in each form.
        let may_be_id =
            |word: &[u8]| LENGTHS.contains(&word.len()) && word.first().is_some_and(u8::is_ascii_digit);
        words(line)
            .filter(move |&(word, end)| may_be_id(word) && !is_cut(end))
            .filter_map(move |(word, end)| Some((end, self.reader.read(word, now).ok()?.id)))
            .map(|(end, id)| (end, Instant(id.unix_ms(self.epoch_unix_ms))))
            .filter(move |(_, time)| times.contains(time))
    }
}

/// The longest words of letters and digits, and UUIDs, each with its end. No part of a UUID is another word.
fn words(line: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut start = 0;
    iter::from_fn(move || {
        let rest = line.get(start..)?;
        let before = rest.iter().position(u8::is_ascii_alphanumeric)?;
        let rest = rest.get(before..)?;
        let len = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let len = if is_uuid(rest) { UUID } else { len };
        start += before + len;
        Some((rest.get(..len)?, start))
    })
}

/// The length of a UUID.
const UUID: usize = 36;

/// Whether a line begins with a UUID.
fn is_uuid(line: &[u8]) -> bool {
    let is_digit = |(index, byte): (usize, &u8)| match index {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    let uuid = line.get(..UUID).is_some_and(|uuid| uuid.iter().enumerate().all(is_digit));
    uuid && !line.get(UUID).is_some_and(u8::is_ascii_alphanumeric)
}
