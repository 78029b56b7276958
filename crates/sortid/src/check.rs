//! `sortid check`: what is wrong with a stream of IDs.

use std::cmp::Ordering;
use std::io::{self, BufRead, Write};

use anyhow::Result;

use crate::cli::{Check, Scheme};
use crate::detect::{Detected, Unreadable, detect, read_digits};
use crate::failure::Outcome;
use crate::lines::{self, Event};
use crate::random_bits::{RandomField, random_field};
use crate::scheme::AnyId;
use crate::seen::Seen;
use crate::statistics::float;
use crate::streams::is_stopped;
use crate::time::Instant;

/// Among how many distinct IDs duplicates are looked for.
const WINDOW: usize = 1 << 20;
/// How far ahead of the clock a timestamp may be: generators run up to 10 s ahead, and clocks differ a little.
const FUTURE_MS: u64 = 11_000;
/// How many findings of a kind are printed.
const MOST_PRINTED: u64 = 10;
/// What can be wrong with an ID.
enum Finding {
    /// The scheme is one that it fits, if the one that it does not fit was but found.
    Malformed(Unreadable, Option<Scheme>),
    Duplicate,
    /// Smaller than the one before, which is here.
    Order(AnyId),
    /// Of this timestamp.
    Future(u64),
}

/// The kinds of findings, in the order of the report.
const KINDS: [&str; 4] = ["malformed", "duplicates", "out of order", "in the future"];

impl Finding {
    fn kind(&self) -> usize {
        match self {
            Self::Malformed(..) => 0,
            Self::Duplicate => 1,
            Self::Order(_) => 2,
            Self::Future(_) => 3,
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Malformed(error, None) => format!("malformed: {error}"),
            Self::Malformed(error, Some(scheme)) => {
                format!("malformed: {error}; it looks like {}", scheme.name())
            }
            Self::Duplicate => "duplicate".into(),
            Self::Order(last) => {
                format!("out of order: smaller than {} before it", last.with_text(str::to_owned))
            }
            Self::Future(unix_ms) => format!("in the future: {}", Instant(*unix_ms)),
        }
    }
}

/// Checks the stream, prints findings as they come, and the report at the end.
pub(crate) fn run(check: &Check, stdin: impl BufRead, out: &mut impl Write) -> Result<Outcome> {
    crate::refuse_epoch(check.epoch, check.scheme)?;
    let mut checker = Checker::new(check.scheme, crate::epoch_unix_ms(check.epoch.epoch));
    let mut findings = Vec::new();
    let read = lines::for_each(stdin, |event| {
        let Event::Line(line) = event else {
            // Somebody may wait for just the last finding.
            return out.flush();
        };
        checker.line(line, &mut findings);
        for finding in findings.drain(..) {
            let found = checker.found.get(finding.kind()).copied().unwrap_or(0);
            if found <= MOST_PRINTED {
                let (text, what) = (String::from_utf8_lossy(line), finding.describe());
                writeln!(out, "line {}: {text:?} {what}", checker.lines)?;
            }
        }
        Ok(())
    });
    // Of an endless stream, the end is a signal. What came of a line by then is no line.
    read.or_else(|error| if is_stopped(&error) { Ok(()) } else { Err(error) })?;
    let fair = checker.report(out)?;
    out.flush()?;
    let good = fair && checker.found.iter().all(|&found| found == 0);
    Ok(if good { Outcome::Good } else { Outcome::BadInput })
}

/// The line that the scheme was found by.
struct FoundAt {
    line: u64,
    /// The other schemes that fit.
    also: Vec<Scheme>,
}

struct Checker {
    scheme: Option<Scheme>,
    /// Where the scheme was found, if it was not given.
    found_at: Option<FoundAt>,
    /// How many malformed lines look like another scheme than the one that was found.
    look_like: Vec<(Scheme, u64)>,
    epoch_unix_ms: u64,
    now: Instant,
    lines: u64,
    found: [u64; KINDS.len()],
    /// The last ID that is not in the future.
    last: Option<AnyId>,
    seen: Seen,
    /// The smallest and the largest timestamp that are not in the future, in milliseconds since 1970.
    span: Option<(u64, u64)>,
    field: Option<RandomField>,
}

impl Checker {
    fn new(scheme: Option<Scheme>, epoch_unix_ms: u64) -> Self {
        Self {
            scheme,
            found_at: None,
            look_like: Vec::new(),
            epoch_unix_ms,
            now: Instant::now(),
            lines: 0,
            found: [0; KINDS.len()],
            last: None,
            seen: Seen::new(WINDOW),
            span: None,
            field: scheme.and_then(|scheme| random_field(scheme, &[])),
        }
    }

    /// Takes a line in, and tells what is wrong with it.
    fn line(&mut self, line: &[u8], findings: &mut Vec<Finding>) {
        self.lines += 1;
        match self.read(line) {
            Ok(id) => self.id(id, findings),
            Err(error) => findings.push(Finding::Malformed(error, self.looks_like(line))),
        }
        for finding in findings {
            if let Some(found) = self.found.get_mut(finding.kind()) {
                *found += 1;
            }
        }
    }

    /// Reads an ID of the scheme, which is that of the first ID if it was not given.
    fn read(&mut self, line: &[u8]) -> Result<AnyId, Unreadable> {
        if let Some(scheme) = self.scheme {
            return read_digits(line, scheme);
        }
        let Detected { id, also } = detect(line, self.now)?;
        self.scheme = Some(id.scheme());
        self.field = random_field(id.scheme(), &also);
        self.found_at = Some(FoundAt { line: self.lines, also });
        Ok(id)
    }

    /// What a malformed line is an ID of, if that may have been meant, and counts it.
    fn looks_like(&mut self, line: &[u8]) -> Option<Scheme> {
        self.found_at.as_ref()?;
        let scheme = detect(line, self.now).ok()?.id.scheme();
        match self.look_like.iter_mut().find(|(other, _)| *other == scheme) {
            Some((_, count)) => *count += 1,
            None => self.look_like.push((scheme, 1)),
        }
        Some(scheme)
    }

    fn id(&mut self, id: AnyId, findings: &mut Vec<Finding>) {
        let unix_ms = id.unix_ms(self.epoch_unix_ms);
        let future = self.is_in_the_future(unix_ms);
        if future {
            findings.push(Finding::Future(unix_ms));
        }
        if let Some(last) = self.last.filter(|last| id < *last) {
            findings.push(Finding::Order(last));
        }
        if !self.seen.insert(id) {
            // A duplicate's random bits are no new sample.
            findings.push(Finding::Duplicate);
            return;
        }
        if future {
            // A single one would put all that follow out of order, and out of the samples.
            return;
        }
        let timestamp = self.span.map_or(Ordering::Greater, |(_, last)| unix_ms.cmp(&last));
        let (first, last) = self.span.unwrap_or((unix_ms, unix_ms));
        self.span = Some((first.min(unix_ms), last.max(unix_ms)));
        let values = id.values();
        if let Some(field) = &mut self.field {
            field.count(&values, timestamp);
        }
        self.last = Some(id);
    }

    fn is_in_the_future(&mut self, unix_ms: u64) -> bool {
        let ahead = |now: Instant| unix_ms > now.0.saturating_add(FUTURE_MS);
        if ahead(self.now) {
            // The clock has gone on since it was last read.
            self.now = Instant::now();
        }
        ahead(self.now)
    }

    /// The schemes that the first ID fits beside the one that it was taken for.
    fn also(&self) -> &[Scheme] {
        self.found_at.as_ref().map_or(&[], |found_at| &found_at.also)
    }

    fn describe_scheme(&self) -> String {
        let Some(scheme) = self.scheme else {
            return "none found".into();
        };
        let mut text = scheme.name().to_owned();
        if let Some(FoundAt { line, also }) = &self.found_at {
            for (index, other) in also.iter().enumerate() {
                text += &format!("{} {}", if index == 0 { ", or" } else { " or" }, other.name());
            }
            text += &format!(", taken from line {line}");
        }
        if let Some((other, count)) = self.look_like.iter().max_by_key(|(_, count)| count) {
            let lines = if *count == 1 { "line looks" } else { "lines look" };
            let name = other.name();
            text += &format!("; {count} malformed {lines} like {name}: try --scheme {name}");
        }
        text
    }

    /// Writes the report, and tells whether the random bits are fair.
    fn report(&self, out: &mut impl Write) -> io::Result<bool> {
        let [malformed, _, _, future] = self.found;
        let read = self.lines - malformed;
        writeln!(out, "{:<14}{}", "scheme", self.describe_scheme())?;
        writeln!(out, "{:<14}{read}", "IDs")?;
        for (kind, found) in KINDS.iter().zip(self.found) {
            writeln!(out, "{kind:<14}{found}")?;
        }
        if let Some((first, last)) = self.span {
            writeln!(out, "{:<14}{} to {}", "time", Instant(first), Instant(last))?;
            let seconds = float(last - first) / 1000.0;
            if seconds > 0.0 {
                writeln!(
                    out,
                    "{:<14}{:.0} IDs per second, by timestamps",
                    "rate",
                    float(read - future) / seconds
                )?;
            } else {
                writeln!(out, "{:<14}all of one timestamp", "rate")?;
            }
        }
        if self.field.is_none() && !self.also().is_empty() {
            writeln!(out, "{:<14}not judged: give --scheme", "bits")?;
        }
        self.field.as_ref().map_or(Ok(true), |field| field.report(out))
    }
}
