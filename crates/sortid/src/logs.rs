//! `sortid annotate` and `sortid filter`: find IDs in lines of text.

use std::io::{BufRead, Write};
use std::iter;
use std::ops::RangeInclusive;

use anyhow::Result;
use anyid::{Instant, Reader, Scheme};

use crate::cli::{Annotate, Filter, Search};
use crate::failure::{Outcome, UsageError};
use crate::lines::{Event, Line, for_each_cut};
use crate::range;
use crate::streams::Outputs;
use crate::time::DAY_MS;

/// The most bytes of a line in which IDs are found.
const MAX_LINE_BYTES: usize = 1 << 20;

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
    for_each_cut(stdin, MAX_LINE_BYTES, |event| -> Result<()> {
        match event {
            Event::Line(line) => {
                let mut rest = line.raw;
                let mut copied = 0;
                for Found { end, time, .. } in finder.ids(line) {
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
    let epoch_unix_ms = finder.epoch_unix_ms;
    let [(start, first), (end, last)] = range::span(&filter.span, filter.search.scheme, epoch_unix_ms)?;
    let earliest = finder.earliest();
    if last < earliest {
        let message = format!("{end} {last} is before {earliest}, and no ID with an earlier time is found");
        let hint = if filter.search.scheme.is_none() { " without --scheme" } else { "" };
        return Err(UsageError::new(message + hint).into());
    }
    let latest = Finder::latest(Instant::now());
    if first > latest {
        let message = format!("{start} {first} is after {latest}, and no ID with a later time is found");
        return Err(UsageError::new(message).into());
    }
    // A tick that has begun before the span can have IDs of it, as in `range`.
    let is_in_span = |&Found { scheme, time, .. }: &Found| {
        let min = scheme.min_at(first.0, epoch_unix_ms);
        let first = min.map_or(first, |id| Instant(id.unix_ms(epoch_unix_ms)));
        (first..=last).contains(&time)
    };
    let (mut is_found, mut is_copied) = (false, false);
    for_each_cut(stdin, MAX_LINE_BYTES, |event| -> Result<()> {
        let bytes = match event {
            Event::Line(line) => {
                is_copied = finder.ids(line).any(|found| is_in_span(&found));
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

/// An ID in a line.
struct Found {
    /// Where the ID ends.
    end: usize,
    scheme: Scheme,
    time: Instant,
}

impl Finder {
    fn new(Search { scheme, prefix, epoch }: &Search) -> Result<Self, UsageError> {
        epoch.refuse_for(*scheme)?;
        let reader = Reader { scheme: *scheme, prefix: *prefix, ..Reader::default() };
        Ok(Self { reader, epoch_unix_ms: crate::cli::epoch_unix_ms(epoch.epoch) })
    }

    /// The first time of IDs.
    fn earliest(&self) -> Instant {
        let Some(scheme) = self.reader.scheme else { return EARLIEST };
        // An integer that is not an ID has the time 0.
        Instant(if scheme.has_epoch() { self.epoch_unix_ms } else { 1 })
    }

    /// The last time of IDs.
    fn latest(now: Instant) -> Instant {
        Instant(now.0.saturating_add(DAY_MS))
    }

    /// The IDs of a line.
    fn ids<'a>(&'a self, line: Line<'a>) -> impl Iterator<Item = Found> {
        let now = Instant::now();
        let times = self.earliest()..=Self::latest(now);
        let line_end = if line.is_cut { line.raw.len() - 1 } else { line.raw.len() };
        let read = move |text: &[u8], end| {
            let id = self.reader.read(text, now).ok()?.id;
            let time = Instant(id.unix_ms(self.epoch_unix_ms));
            times.contains(&time).then_some(Found { end, scheme: id.scheme(), time })
        };
        // With a time of these centuries, an ID begins with a digit in each form.
        let may_be_id =
            |word: &[u8]| LENGTHS.contains(&word.len()) && word.first().is_some_and(u8::is_ascii_digit);
        words(line.raw).filter_map(move |Word { word, starts, end }| {
            let mut words =
                starts.into_iter().filter_map(|start| word.get(start..)).filter(|word| may_be_id(word));
            let before = line.raw.get(..end - word.len()).filter(|_| end <= line_end)?;
            let Some(before) = before.strip_suffix(b"_") else {
                return words.find_map(|word| read(word, end));
            };
            let starts = may_be_id(word).then(|| prefix_starts(before));
            let typed = starts.into_iter().flatten().find_map(|start| read(line.raw.get(start..end)?, end));
            // The word is an ID without the prefix as well.
            typed.or_else(|| words.find_map(|word| read(word, end)).filter(|_| self.reader.prefix.is_none()))
        })
    }
}

/// Where a prefix that ends here may begin: at the first of the letters, digits and `_` before it, and also after an escape.
fn prefix_starts(before: &[u8]) -> [usize; 3] {
    // A prefix has 63 letters at most.
    let length =
        before.iter().rev().take(80).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let start = before.len() - length.count();
    let (others, word) = before.split_at(start);
    starts(others.last().copied(), word).map(|after_escape| start + after_escape)
}

/// Letters and digits between other characters, or a UUID.
struct Word<'a> {
    word: &'a [u8],
    /// Where it may start, because the bytes before can be of an escape.
    starts: [usize; 3],
    end: usize,
}

/// The words of a line. No part of a UUID is another word.
fn words(line: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    iter::from_fn(move || {
        let rest = line.get(start..)?;
        start += rest.iter().position(u8::is_ascii_alphanumeric)?;
        let (before, rest) = line.split_at_checked(start)?;
        let starts = starts(before.last().copied(), rest);
        let len = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let uuid = starts.into_iter().find(|&start| rest.get(start..).is_some_and(is_uuid));
        let len = uuid.map_or(len, |start| start + UUID);
        start += len;
        Some(Word { word: rest.get(..len)?, starts, end: start })
    })
}

/// Where an ID may start in letters and digits: at the first, or after those that can be of an escape: `%20`, `\n`, `\u0022`,
/// nginx's `\x22`, psql's `\x`, or a terminal's `ESC[1;32m`. Without an escape, all are 0.
fn starts(before: Option<u8>, word: &[u8]) -> [usize; 3] {
    let digits = |is_digit: fn(&u8) -> bool| word.iter().take_while(|byte| is_digit(byte)).count();
    match (before, word) {
        (Some(b'%'), _) if digits(u8::is_ascii_hexdigit) >= 2 => [0, 2, 2],
        (Some(b'\\'), [b'u', four @ ..]) if four.iter().take(4).all(u8::is_ascii_hexdigit) => [0, 5, 5],
        // psql's comes first: its digits are those of the ID.
        (Some(b'\\'), [b'x', a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => [0, 1, 3],
        (Some(b'\\'), [letter, ..]) if letter.is_ascii_alphabetic() => [0, 1, 1],
        (Some(b'[' | b';'), _) => {
            let number = digits(u8::is_ascii_digit);
            if matches!(word.get(number), Some(b'm' | b'K')) { [0, number + 1, number + 1] } else { [0; 3] }
        }
        _ => [0; 3],
    }
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
