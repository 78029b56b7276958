//! Reads the frames of a worker and of the processes that it forks, and checks what they promise.

use std::collections::{HashMap, VecDeque};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use super::frame::{Cause, Event, Frame};
use super::kind::Kind;
use super::order::{Step, step};
use super::partitions::Writer;
use super::subject::{Grant, Raw, Subject};

/// The number of grants that a worker and its children may have taken out of the pipe or not yet.
const GRANTS_AHEAD: usize = 3;
/// A forked child that lived this long without a frame hung, in milliseconds.
const HANGS_AFTER_MS: u32 = 2_500;
/// The number of faults that are described.
const MOST_DESCRIBED: usize = 5;

/// What was counted for one scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) ids: u64,
    pub(crate) processes: u64,
    pub(crate) forks: u64,
    pub(crate) execs: u64,
    pub(crate) kills: u64,
    pub(crate) stops: u64,
    pub(crate) steps: u64,
    pub(crate) denials: u64,
    pub(crate) without_randomness: u64,
    pub(crate) refused: u64,
    pub(crate) starts_over: u64,
    pub(crate) out_of_order: u64,
    pub(crate) duplicates: u64,
    pub(crate) other_faults: u64,
    /// The first faults of each kind in words.
    pub(crate) descriptions: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        for (sum, addend) in [
            (&mut self.ids, other.ids),
            (&mut self.processes, other.processes),
            (&mut self.forks, other.forks),
            (&mut self.execs, other.execs),
            (&mut self.kills, other.kills),
            (&mut self.stops, other.stops),
            (&mut self.steps, other.steps),
            (&mut self.denials, other.denials),
            (&mut self.without_randomness, other.without_randomness),
            (&mut self.refused, other.refused),
            (&mut self.starts_over, other.starts_over),
            (&mut self.out_of_order, other.out_of_order),
            (&mut self.duplicates, other.duplicates),
            (&mut self.other_faults, other.other_faults),
        ] {
            *sum += addend;
        }
        self.descriptions.extend(other.descriptions);
    }

    pub(crate) fn describe(&mut self, nth: u64, text: impl FnOnce() -> String) {
        if nth <= MOST_DESCRIBED as u64 {
            self.descriptions.push(text());
        }
    }
}

/// A sequence of IDs, for the description of a duplicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    pub(crate) kind: Kind,
    pub(crate) process: u32,
    pub(crate) sequence: u32,
}

/// All sequences of a scheme, by number.
pub(crate) type Sequences = Mutex<Vec<Sequence>>;

pub(crate) struct Checker<'a> {
    subject: &'static Subject,
    kind: Kind,
    sequences: &'a Sequences,
    records: Writer<'a>,
    /// Number and last ID of the sequences of living processes.
    open: HashMap<(u32, u32), (u32, Raw)>,
    processes: HashMap<u32, Process>,
    nodes: Nodes,
    pub(crate) tally: Tally,
}

#[derive(Debug, Default)]
struct Process {
    nodes: Vec<u32>,
    /// Whether it has done anything since it started.
    is_active: bool,
}

/// The nodes of a worker and the processes that it forks.
#[derive(Debug)]
struct Nodes {
    all: Vec<u32>,
    free: VecDeque<u32>,
    last: HashMap<u32, Raw>,
    /// The grants in the pipe, or taken out by a process that was killed before it could say so.
    ahead: usize,
}

impl<'a> Checker<'a> {
    /// A checker for the worker number `worker` of `workers`.
    pub(crate) fn new(
        subject: &'static Subject,
        kind: Kind,
        (worker, workers): (u32, u32),
        sequences: &'a Sequences,
        records: Writer<'a>,
    ) -> Self {
        let all: Vec<u32> = (0..subject.nodes).filter(|node| node % workers == worker).collect();
        let nodes = Nodes { all, free: VecDeque::new(), last: HashMap::new(), ahead: 0 };
        let (open, processes, tally) = Default::default();
        Self { subject, kind, sequences, records, open, processes, nodes, tally }
    }

    /// A new worker starts. All processes before it are dead, and all that they wrote was read.
    pub(crate) fn begin(&mut self, grants: &mut impl Write) -> Result<()> {
        self.open.clear();
        self.processes.clear();
        self.nodes.free = self.nodes.all.iter().copied().collect();
        self.nodes.ahead = 0;
        self.nodes.grant(grants)
    }

    pub(crate) fn check(&mut self, frame: &Frame, grants: &mut impl Write) -> Result<()> {
        match frame.event {
            Event::Ids => self.ids(frame)?,
            Event::Started => {
                self.close(frame.process);
                let process = Process::default();
                self.processes.insert(frame.process, process);
                match frame.number {
                    number if number == Cause::Fork as u32 => self.tally.forks += 1,
                    number if number == Cause::Exec as u32 => self.tally.execs += 1,
                    _ => self.tally.processes += 1,
                }
            }
            Event::Ended => {
                let was_active = self.close(frame.number);
                if !was_active && frame.extra >= HANGS_AFTER_MS {
                    self.fault(frame, &format!("a forked child did nothing for {} ms", frame.extra));
                }
            }
            Event::TakesNode => {
                self.nodes.ahead = self.nodes.ahead.saturating_sub(1);
                self.processes.entry(frame.process).or_default().nodes.push(frame.number);
            }
            Event::WaitsForNode => self.processes.entry(frame.process).or_default().is_active = true,
            Event::Fault => self.fault(frame, &frame.text),
        }
        self.nodes.grant(grants)
    }

    pub(crate) fn finish(self) -> Result<Tally> {
        self.records.finish()?;
        Ok(self.tally)
    }

    pub(crate) fn fault(&mut self, frame: &Frame, text: &str) {
        self.tally.other_faults += 1;
        let (nth, kind) = (self.tally.other_faults, self.kind.name());
        self.tally.describe(nth, || format!("{kind}, process {}: {text}", frame.process));
    }

    fn ids(&mut self, frame: &Frame) -> Result<()> {
        let counts = &frame.counts;
        self.tally.refused += u64::from(counts.refused);
        self.tally.without_randomness += u64::from(counts.without_randomness);
        self.tally.denials += u64::from(counts.denials);
        self.tally.kills += u64::from(counts.kills);
        self.tally.stops += u64::from(counts.stops);
        self.processes.entry(frame.process).or_default().is_active = true;
        let (Some(&first), Some(&last)) = (frame.ids.first(), frame.ids.last()) else { return Ok(()) };
        if let Some(floor) = &frame.floor {
            self.compare(frame, floor, &first);
        }
        let key = (frame.process, frame.sequence);
        let number = match self.open.get(&key).copied() {
            Some((number, previous)) => {
                // In turns, the floor is the same ID.
                if frame.floor != Some(previous) {
                    self.compare(frame, &previous, &first);
                }
                number
            }
            None => self.open_sequence(frame)?,
        };
        for pair in frame.ids.windows(2) {
            if let [one, next] = pair
                && next <= one
            {
                self.compare(frame, one, next);
            }
        }
        for id in &frame.ids {
            self.records.add(id, number)?;
        }
        self.open.insert(key, (number, last));
        self.tally.ids += frame.ids.len() as u64;
        if self.subject.nodes > 0 {
            let greatest = frame.ids.iter().max().copied().unwrap_or(last);
            let known = self.nodes.last.entry(frame.number).or_insert(greatest);
            *known = greatest.max(*known);
        }
        Ok(())
    }

    fn open_sequence(&self, frame: &Frame) -> Result<u32> {
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        let number = u32::try_from(sequences.len())?;
        sequences.push(Sequence { kind: self.kind, process: frame.process, sequence: frame.sequence });
        Ok(number)
    }

    fn compare(&mut self, frame: &Frame, last: &Raw, next: &Raw) {
        match step(self.subject, frame.may_start_over, last, next) {
            Step::Up => {}
            Step::StartOver => self.tally.starts_over += 1,
            Step::OutOfOrder => {
                self.tally.out_of_order += 1;
                let (nth, kind, bytes) = (self.tally.out_of_order, self.kind.name(), self.subject.bytes);
                let (process, sequence) = (frame.process, frame.sequence);
                self.tally.describe(nth, || {
                    let (next, last) = (hex(next, bytes), hex(last, bytes));
                    format!("{kind}, process {process}, sequence {sequence}: {next} is not above {last}")
                });
            }
        }
    }

    /// Forgets a process that is dead or has become another program. Its nodes are free again. Returns whether it was active.
    fn close(&mut self, process: u32) -> bool {
        self.open.retain(|(of, _), _| *of != process);
        let closed = self.processes.remove(&process);
        self.nodes.free.extend(closed.iter().flat_map(|closed| &closed.nodes));
        closed.is_none_or(|closed| closed.is_active)
    }
}

impl Nodes {
    /// Puts nodes into the pipe, each with the last ID that is known of it.
    fn grant(&mut self, grants: &mut impl Write) -> Result<()> {
        while self.ahead < GRANTS_AHEAD
            && let Some(node) = self.free.pop_front()
        {
            self.ahead += 1;
            match (Grant { node, last: self.last.get(&node).copied() }).write(grants) {
                // All processes were killed.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                result => result?,
            }
        }
        Ok(())
    }
}

/// The bytes of an ID.
pub(crate) fn hex(id: &Raw, bytes: usize) -> String {
    id.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}
