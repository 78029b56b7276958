//! The state of a check: what the stream has shown so far.

use anyid::read::{Detected, ReadError};
use anyid::{AnyId, Instant, Prefix, Reader, Scheme};

use super::finding::{Finding, KINDS, Position};
use super::report::{FoundAt, Interrupted, Report};
use super::seen::{Full, Limits, Seen, seen};
use crate::time::is_likely;

/// How far a timestamp may be ahead of the clock: generators run up to 10 s ahead, and clocks differ a little.
const FUTURE_MS: u64 = 11_000;

/// The most prefixes that are remembered. This index stands for all others.
const MAX_PREFIXES: usize = 255;

/// An ID, and the index of its prefix.
#[derive(Clone, Copy)]
struct Typed {
    id: AnyId,
    prefix: usize,
}

pub(super) struct Checker {
    reader: Reader,
    /// Where the scheme was detected, if it was not given.
    found_at: Option<FoundAt>,
    /// The number of malformed lines that look like each of the other schemes.
    look_like: Vec<(Scheme, u64)>,
    epoch_unix_ms: u64,
    now: Instant,
    ids: u64,
    blank: u64,
    found: [u64; KINDS.len()],
    /// The last ID that is not in the future.
    last: Option<Typed>,
    last_in_the_future: Option<Typed>,
    limits: Limits,
    /// The IDs, from the first one on.
    seen: Option<Box<dyn Seen>>,
    /// The prefixes of the IDs, in the order in which they appear.
    prefixes: Vec<Prefix>,
    /// The smallest and the largest timestamp that are not in the future, in milliseconds since 1970.
    span: Option<(u64, u64)>,
}

impl Checker {
    pub(super) fn new(reader: Reader, epoch_unix_ms: u64, limits: Limits) -> Self {
        Self {
            reader,
            found_at: None,
            look_like: Vec::new(),
            epoch_unix_ms,
            now: Instant::now(),
            ids: 0,
            blank: 0,
            found: [0; KINDS.len()],
            last: None,
            last_in_the_future: None,
            limits,
            seen: None,
            prefixes: Vec::new(),
            span: None,
        }
    }

    /// The number of findings of the same kind.
    pub(super) fn found(&self, finding: &Finding) -> u64 {
        self.found.get(finding.kind()).copied().unwrap_or(0)
    }

    /// Checks a line, and appends its faults to the findings.
    pub(super) fn line(
        &mut self,
        line: &[u8],
        position: Position<'_>,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Full> {
        if self.reader.is_blank(line) {
            self.blank += 1;
            return Ok(());
        }
        match self.read(line, position) {
            Ok(Detected { id, prefix, .. }) => {
                let id = Typed { id, prefix: self.prefix_index(prefix) };
                self.ids += 1;
                self.id(id, findings)?;
            }
            Err(error) => findings.push(Finding::Malformed(error, self.looks_like(line))),
        }
        for finding in findings {
            if let Some(found) = self.found.get_mut(finding.kind()) {
                *found += 1;
            }
        }
        Ok(())
    }

    /// Reads an ID of the given scheme, or else of the scheme of the first ID.
    fn read<'a>(&mut self, line: &'a [u8], position: Position<'_>) -> Result<Detected<'a>, ReadError> {
        let found = self.reader.read(line, self.now)?;
        if self.reader.scheme.is_none() {
            self.take_scheme(&found, position);
        }
        Ok(found)
    }

    #[cold]
    fn take_scheme(&mut self, &Detected { id, also, .. }: &Detected<'_>, position: Position<'_>) {
        let scheme = id.scheme();
        self.reader.scheme = Some(scheme);
        self.found_at = Some(FoundAt { file: position.file.map(Into::into), line: position.line, also });
    }

    /// Returns and counts the scheme that a malformed line fits, if the scheme of the stream was detected.
    fn looks_like(&mut self, line: &[u8]) -> Option<Scheme> {
        self.found_at.as_ref()?;
        let id = Reader::default().read(line, self.now).ok()?.id;
        let scheme = id.scheme();
        let may_be_id =
            anyid::read::uuid_version(line).is_none() || is_likely(id.unix_ms(self.epoch_unix_ms), self.now);
        if self.reader.scheme == Some(scheme) || !may_be_id {
            return None;
        }
        match self.look_like.iter_mut().find(|(other, _)| *other == scheme) {
            Some((_, count)) => *count += 1,
            None => self.look_like.push((scheme, 1)),
        }
        Some(scheme)
    }

    /// The index of a prefix, which is new or among the first ones.
    fn prefix_index(&mut self, prefix: &str) -> usize {
        let index = self.prefixes.iter().position(|known| known.as_str() == prefix);
        index.unwrap_or_else(|| self.add_prefix(prefix))
    }

    #[cold]
    fn add_prefix(&mut self, prefix: &str) -> usize {
        if let (true, Ok(prefix)) = (self.prefixes.len() < MAX_PREFIXES, prefix.parse()) {
            self.prefixes.push(prefix);
            return self.prefixes.len() - 1;
        }
        MAX_PREFIXES
    }

    fn id(&mut self, typed: Typed, findings: &mut Vec<Finding>) -> Result<(), Full> {
        let id = typed.id;
        let unix_ms = id.unix_ms(self.epoch_unix_ms);
        let future = self.is_in_the_future(unix_ms);
        if future {
            findings.push(Finding::Future(unix_ms));
        }
        // A single ID in the future must not put all later IDs out of order.
        let last = if future { &mut self.last_in_the_future } else { &mut self.last };
        if let Some(last) = last.replace(typed).filter(|last| id < last.id) {
            findings.push(Finding::Order(last.id, self.prefixes.get(last.prefix).copied()));
        }
        let seen = self.seen.get_or_insert_with(|| seen(id.as_bytes().len(), self.limits));
        if !seen.insert(id.as_bytes())? {
            findings.push(Finding::Duplicate);
        }
        if !future {
            let (first, last) = self.span.unwrap_or((unix_ms, unix_ms));
            self.span = Some((first.min(unix_ms), last.max(unix_ms)));
        }
        Ok(())
    }

    fn is_in_the_future(&mut self, unix_ms: u64) -> bool {
        let ahead = |now: Instant| unix_ms > now.0.saturating_add(FUTURE_MS);
        if ahead(self.now) {
            // The clock has advanced since the last reading.
            self.now = Instant::now();
        }
        ahead(self.now)
    }

    /// What the whole stream has shown.
    pub(super) fn report(&self, interrupted: Option<Interrupted>, allow_empty: bool) -> Report<'_> {
        Report {
            scheme: self.reader.scheme,
            prefix: if let [prefix] = *self.prefixes { Some(prefix) } else { None },
            found_at: self.found_at.as_ref(),
            look_like: self.look_like.iter().max_by_key(|(_, count)| count).copied(),
            ids: self.ids,
            blank: self.blank,
            found: self.found,
            span: self.span,
            window: self.limits.window,
            interrupted,
            allow_empty,
        }
    }
}
