//! `sortid check`: finds faults in a stream of IDs.

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

/// The number of distinct IDs among which duplicates are found.
const WINDOW: usize = 1 << 20;
/// How far a timestamp may be ahead of the clock: generators run up to 10 s ahead, and clocks differ a little.
const FUTURE_MS: u64 = 11_000;
/// The number of findings of each kind that are printed.
const MOST_PRINTED: u64 = 10;

/// A fault of an ID.
enum Finding {
    /// Holds another scheme that the line fits, if the scheme of the stream was detected.
    Malformed(Unreadable, Option<Scheme>),
    Duplicate,
    /// Smaller than the previous ID, which it holds.
    Order(AnyId),
    /// Holds the timestamp in milliseconds since 1970.
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
                format!("out of order: smaller than the previous ID, {}", last.with_text(str::to_owned))
            }
            Self::Future(unix_ms) => format!("in the future: {}", Instant(*unix_ms)),
        }
    }
}

/// Checks the stream. Prints findings as they occur, and the report at the end.
pub(crate) fn run(check: &Check, stdin: impl BufRead, out: &mut impl Write) -> Result<Outcome> {
    crate::refuse_epoch(check.epoch, check.scheme)?;
    let mut checker = Checker::new(check.scheme, crate::epoch_unix_ms(check.epoch.epoch));
    let mut findings = Vec::new();
    let read = lines::for_each(stdin, |event| {
        let Event::Line(line) = event else {
            // A reader may be waiting for this finding.
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
    // A signal ends an endless stream. A line that is unfinished by then does not count.
    read.or_else(|error| if is_stopped(&error) { Ok(()) } else { Err(error) })?;
    let fair = checker.report(out)?;
    out.flush()?;
    let good = fair && checker.found.iter().all(|&found| found == 0);
    Ok(if good { Outcome::Good } else { Outcome::BadInput })
}

/// The line by which the scheme was detected.
struct FoundAt {
    line: u64,
    /// The other schemes that fit.
    also: Vec<Scheme>,
}

struct Checker {
    scheme: Option<Scheme>,
    /// Where the scheme was detected, if it was not given.
    found_at: Option<FoundAt>,
    /// The number of malformed lines that look like each of the other schemes.
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

    /// Checks a line, and appends its faults to the findings.
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

    /// Reads an ID of the given scheme, or else of the scheme of the first ID.
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

    /// Returns and counts the scheme that a malformed line fits, if the scheme of the stream was detected.
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
            // The random bits of a duplicate are not a new sample.
            findings.push(Finding::Duplicate);
            return;
        }
        if future {
            // A single ID in the future would put all later IDs out of order, and exclude them from the samples.
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
            // The clock has advanced since the last reading.
            self.now = Instant::now();
        }
        ahead(self.now)
    }

    /// The other schemes that the first ID fits.
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

    /// Writes the report. Returns whether the random bits are fair.
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
                writeln!(out, "{:<14}unknown, all IDs have the same timestamp", "rate")?;
            }
        }
        if self.field.is_none() && !self.also().is_empty() {
            writeln!(out, "{:<14}not judged: give --scheme", "bits")?;
        }
        self.field.as_ref().map_or(Ok(true), |field| field.report(out))
    }
}
