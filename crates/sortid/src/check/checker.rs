//! The state of a check.

use std::mem;

use anyid::read::{Detected, ReadError};
use anyid::{AnyId, Instant, Prefix, Reader, Scheme, Schemes};

use super::finding::{Finding, KINDS, Position};
use super::seen::{Seen, seen};
use crate::time::is_likely;

/// The maximum lead of a timestamp over the clock. Generators run up to 10 s ahead, and clocks differ slightly.
const FUTURE_MS: u64 = 11_000;

const MAX_SHOWN: u64 = 10;

const MAX_LINES: usize = 1024;

/// The lines since the last call to [`Checker::settle`] that have findings or can be duplicates.
#[derive(Default)]
struct Block {
    text: Vec<u8>,
    /// The number of each line, and its end in the text.
    lines: Vec<(u64, usize)>,
    /// Findings with the indices of their lines.
    findings: Vec<(usize, Finding)>,
    /// The indices of lines whose IDs can be duplicates.
    others: Vec<usize>,
}

impl Block {
    /// Adds a finding for the current line.
    fn find(&mut self, finding: Finding) {
        self.findings.push((self.lines.len(), finding));
    }
}

/// The line that determined the scheme.
pub(super) struct FoundAt {
    pub(super) file: Option<String>,
    pub(super) line: u64,
    /// The other schemes that fit.
    pub(super) also: Schemes,
}

/// The place in a stream at which a signal ended it.
pub(super) struct Interrupted {
    /// The last line that was read.
    pub(super) after: String,
    /// The exit status.
    pub(super) status: u8,
}

pub(super) struct Checker {
    pub(super) reader: Reader,
    /// Where the scheme was detected. `None` if it was given.
    pub(super) found_at: Option<FoundAt>,
    pub(super) now: Instant,
    pub(super) ids: u64,
    pub(super) blank: u64,
    pub(super) found: [u64; KINDS.len()],
    /// The last ID that is not in the future.
    pub(super) last: Option<AnyId>,
    pub(super) last_in_the_future: Option<AnyId>,
    /// Duplicates are found at least among this many of the last IDs. Without a window, among all IDs.
    pub(super) window: Option<usize>,
    block: Block,
    /// The IDs so far. `None` before the first ID.
    pub(super) seen: Option<Box<dyn Seen>>,
    /// The prefix of the first ID.
    pub(super) prefix: Option<Prefix>,
    /// `true` if all IDs so far have this prefix, or none has a prefix.
    pub(super) is_same_prefix: bool,
    /// The smallest and the largest timestamp that are not in the future, in milliseconds since 1970.
    pub(super) span: Option<(u64, u64)>,
    /// The place at which a signal ended the stream, if one did.
    pub(super) interrupted: Option<Interrupted>,
    pub(super) allow_empty: bool,
}

impl Checker {
    pub(super) fn new(reader: Reader, window: Option<usize>, allow_empty: bool) -> Self {
        Self {
            reader,
            found_at: None,
            now: Instant::now(),
            ids: 0,
            blank: 0,
            found: [0; KINDS.len()],
            last: None,
            last_in_the_future: None,
            window,
            block: Block::default(),
            seen: None,
            prefix: None,
            is_same_prefix: true,
            span: None,
            interrupted: None,
            allow_empty,
        }
    }

    /// Checks a line. Returns `true` if it is time to [`settle`](Self::settle).
    pub(super) fn line(&mut self, line: &[u8], position: Position<'_>) -> bool {
        if self.reader.is_blank(line) {
            self.blank += 1;
            return false;
        }
        let before = (self.block.findings.len(), self.block.others.len());
        match self.read(line, position) {
            Ok(Detected { id, prefix, .. }) => {
                if self.ids == 0 {
                    self.prefix = prefix.parse().ok();
                }
                self.is_same_prefix &= self.prefix.as_ref().map_or("", Prefix::as_str) == prefix;
                self.ids += 1;
                self.id(id);
            }
            Err(error) => {
                let finding = Finding::Malformed(error, self.looks_like(line));
                self.block.find(finding);
            }
        }
        if before == (self.block.findings.len(), self.block.others.len()) {
            return false;
        }
        self.block.text.extend_from_slice(line);
        self.block.lines.push((position.line, self.block.text.len()));
        self.window.is_some() || self.block.lines.len() == MAX_LINES
    }

    /// Finds the duplicates among the lines since the last call. Returns the findings to show, each with the number and
    /// the bytes of its line.
    pub(super) fn settle(&mut self) -> Vec<(u64, Vec<u8>, Finding)> {
        let Block { text, lines, mut findings, others } = mem::take(&mut self.block);
        let others = others.into_iter().zip(self.seen.iter_mut().flat_map(|seen| seen.others()));
        let duplicates = others.filter(|(_, is_new)| !is_new);
        findings.extend(duplicates.map(|(index, _)| (index, Finding::Duplicate)));
        findings.sort_by_key(|(index, _)| *index);
        let mut shown = Vec::new();
        for (index, finding) in findings {
            let Some(found) = self.found.get_mut(finding.kind()) else { continue };
            *found += 1;
            let Some((number, end)) = lines.get(index).filter(|_| *found <= MAX_SHOWN) else { continue };
            let start = index.checked_sub(1).and_then(|before| lines.get(before)).map_or(0, |(_, end)| *end);
            shown.push((*number, text.get(start..*end).unwrap_or_default().to_vec(), finding));
        }
        shown
    }

    /// Parses an ID of the given scheme or, if none was given, of the first ID's scheme.
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

    /// Returns the scheme that a malformed line fits, if the scheme of the stream was detected.
    fn looks_like(&self, line: &[u8]) -> Option<Scheme> {
        self.found_at.as_ref()?;
        let reader = Reader { epoch_unix_ms: self.reader.epoch_unix_ms, ..Reader::default() };
        let id = reader.read(line, self.now).ok()?.id;
        let may_be_id = anyid::read::uuid_version(line).is_none()
            || is_likely(id.unix_ms(self.reader.epoch_unix_ms), self.now);
        (self.reader.scheme != Some(id.scheme()) && may_be_id).then(|| id.scheme())
    }

    fn id(&mut self, id: AnyId) {
        let unix_ms = id.unix_ms(self.reader.epoch_unix_ms);
        let future = self.is_in_the_future(unix_ms);
        if future {
            self.block.find(Finding::Future(unix_ms));
        }
        // A single ID in the future must not put all later IDs out of order.
        let last = if future { &mut self.last_in_the_future } else { &mut self.last };
        if let Some(last) = last.replace(id).filter(|last| id < *last) {
            self.block.find(Finding::Order(last));
        }
        let window = self.window.unwrap_or(usize::MAX);
        if !self.seen.get_or_insert_with(|| seen(id.as_bytes().len(), window)).lead(id.as_bytes()) {
            self.block.others.push(self.block.lines.len());
        }
        if !future {
            let (first, last) = self.span.unwrap_or((unix_ms, unix_ms));
            self.span = Some((first.min(unix_ms), last.max(unix_ms)));
        }
    }

    fn is_in_the_future(&mut self, unix_ms: u64) -> bool {
        let ahead = |now: Instant| unix_ms > now.0.saturating_add(FUTURE_MS);
        if ahead(self.now) {
            // The clock has advanced since the last reading.
            self.now = Instant::now();
        }
        ahead(self.now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_after_the_last_reading_of_the_clock_is_not_in_the_future() {
        let mut checker = Checker::new(Reader::default(), None, false);
        checker.now = Instant(0);
        checker.line(b"01ARZ3NDEKTSV4RRFFQ69G5FAV", Position { file: None, line: 1 });
        assert!(checker.settle().is_empty() && checker.ids == 1);
    }
}
