//! The state of a check: what the stream has shown so far.

use anyid::read::{Detected, ReadError};
use anyid::{AnyId, Form, Instant, Prefix, Reader, Scheme, Writer};

use super::finding::{Finding, KINDS, Position};
use super::report::{FoundAt, Interrupted, Report};
use super::seen::{Full, Limits, Seen, seen};
use crate::time::is_likely;

/// How far a timestamp may be ahead of the clock: generators run up to 10 s ahead, and clocks differ a little.
const FUTURE_MS: u64 = 11_000;

/// The most prefixes that are remembered: their indices have [`PREFIX_BITS`], and the last one stands for all others.
const MAX_PREFIXES: usize = (1 << PREFIX_BITS) - 1;
const PREFIX_BITS: u32 = 8;

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
    /// The form in which the first ID is written.
    form: Form,
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
            form: Form::Text,
            prefixes: Vec::new(),
            span: None,
        }
    }

    /// The number of findings of the same kind.
    pub(super) fn found(&self, finding: &Finding) -> u64 {
        self.found.get(finding.kind()).copied().unwrap_or(0)
    }

    /// Checks a line, and appends its faults to the findings. `ordinal` is its number in all files, from 1.
    pub(super) fn line(
        &mut self,
        line: &[u8],
        position: Position<'_>,
        ordinal: u64,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Full> {
        if self.reader.is_blank(line) {
            self.blank += 1;
            return Ok(());
        }
        match self.read(line, position) {
            Ok(Detected { id, prefix, .. }) => {
                let id = Typed { id, prefix: self.prefix_index(prefix) };
                if self.ids == 0 {
                    self.form = self.form(line, id);
                }
                self.ids += 1;
                self.id(id, ordinal, findings)?;
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

    #[cold]
    fn form(&self, line: &[u8], id: Typed) -> Form {
        let is_form = |&form: &Form| self.text(form, id) == line;
        [Form::Text, Form::Hex, Form::Int, Form::Uuid].into_iter().find(is_form).unwrap_or(Form::Text)
    }

    fn text(&self, form: Form, Typed { id, prefix }: Typed) -> Vec<u8> {
        let mut text = Vec::new();
        let prefix = self.prefixes.get(prefix).copied();
        // Nothing is appended if the ID does not have the form.
        let _ = Writer { form, epoch_unix_ms: self.epoch_unix_ms, prefix }.append(&mut text, &id.into());
        text
    }

    fn id(&mut self, typed: Typed, ordinal: u64, findings: &mut Vec<Finding>) -> Result<(), Full> {
        let Typed { id, prefix } = typed;
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
        if !seen.insert(id.as_bytes(), ordinal << PREFIX_BITS | prefix as u64, future)? {
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

    /// Counts the duplicates that no finding has reported. Returns the first of them, each with the number of its line in all files,
    /// and as it would be in the form of the first ID, or as text if it has a prefix.
    pub(super) fn duplicates(&mut self) -> Vec<(u64, Vec<u8>)> {
        let (Some(seen), Some(scheme)) = (&mut self.seen, self.reader.scheme) else {
            return Vec::new();
        };
        let (count, first) = seen.duplicates();
        if let Some(found) = self.found.get_mut(Finding::Duplicate.kind()) {
            *found += count;
        }
        let text = |(line, id): (u64, Vec<u8>)| {
            let prefix = usize::try_from(line).unwrap_or_default() & MAX_PREFIXES;
            let has_prefix = self.prefixes.get(prefix).is_some_and(|prefix| !prefix.as_str().is_empty());
            let form = if has_prefix { Form::Text } else { self.form };
            let id = Typed { id: scheme.read_bytes(&id).ok()?, prefix };
            Some((line >> PREFIX_BITS, self.text(form, id)))
        };
        first.into_iter().filter_map(text).collect()
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
