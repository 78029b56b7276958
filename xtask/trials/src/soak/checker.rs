//! Reads the frames of a worker and of the processes that it forks, and checks what they promise.

use std::collections::{HashMap, VecDeque};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use idcore::Id;
use servers::clock::remove_shared_memory;

use super::Scheme;
use super::frame::{Batch, Count, Counts, Event, Frame, Grant};
use super::partitions::Partitions;
use super::planted::Kind;

/// The tolerated rollback, in milliseconds, as the documentation of the crates has it.
const ALLOWANCE_MS: u64 = 10_000;
/// The number of grants that a worker and its children may have taken out of the pipe or not yet.
const GRANTS_AHEAD: usize = 3;
/// The number of faults that are described.
const MOST_DESCRIBED: u64 = 5;

/// What was counted for one scheme, and the first faults of each kind in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) counts: Counts,
    pub(super) descriptions: Vec<String>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.counts += &other.counts;
        self.descriptions.extend(other.descriptions);
    }

    pub(super) fn fault(&mut self, count: Count, text: impl FnOnce() -> String) {
        self.counts[count] += 1;
        if self.counts[count] <= MOST_DESCRIBED {
            self.descriptions.push(text());
        }
    }
}

/// Whether a generator that made `last` can only have made `next` after it started over: `next` is earlier by more than the
/// allowance.
pub(super) fn is_start_over(last: impl Id, next: impl Id) -> bool {
    next.unix_ms() + ALLOWANCE_MS < last.unix_ms()
}

/// The names of all sequences of a scheme, for the description of a duplicate.
pub(super) type Sequences = Mutex<Vec<String>>;

pub(super) struct Checker<'a, S: Scheme> {
    kind: Kind,
    sequences: &'a Sequences,
    partitions: &'a Partitions,
    /// Number and last ID of the sequences of living processes.
    open: HashMap<(u32, u32), (u32, S::Id)>,
    /// The nodes that each process uses.
    pub(super) processes: HashMap<u32, Vec<u32>>,
    nodes: Nodes<S::Id>,
    pub(super) tally: Tally,
}

/// The nodes of a worker and the processes that it forks.
#[derive(Debug)]
struct Nodes<I> {
    all: Vec<u32>,
    free: VecDeque<u32>,
    last: HashMap<u32, I>,
    /// The grants in the pipe, or taken out by a process that was killed before it could say so.
    ahead: usize,
}

impl<'a, S: Scheme> Checker<'a, S> {
    /// A checker for the worker number `worker` of `workers`.
    pub(super) fn new(
        kind: Kind,
        (worker, workers): (u32, u32),
        sequences: &'a Sequences,
        partitions: &'a Partitions,
    ) -> Self {
        let all: Vec<u32> = (0..S::NODES).filter(|node| node % workers == worker).collect();
        let nodes = Nodes { all, free: VecDeque::new(), last: HashMap::new(), ahead: 0 };
        let (open, processes, tally) = Default::default();
        Self { kind, sequences, partitions, open, processes, nodes, tally }
    }

    /// A new worker starts. All processes before it are dead, and all that they wrote was read.
    pub(super) fn begin(&mut self, grants: &mut impl Write) -> Result<()> {
        self.open.clear();
        self.processes.clear();
        self.nodes.free = self.nodes.all.iter().copied().collect();
        self.nodes.ahead = 0;
        self.nodes.grant(grants)
    }

    pub(super) fn check(&mut self, frame: &Frame<S::Id>, grants: &mut impl Write) -> Result<()> {
        let process = frame.process;
        self.tally.counts += &frame.counts;
        match &frame.event {
            Event::Batch(batch) => self.batch(process, batch)?,
            Event::Started => {
                self.close(process);
                self.processes.insert(process, Vec::new());
            }
            Event::Ended { child } => {
                self.close(*child);
                remove_shared_memory(*child);
            }
            Event::TakesNode(node) => {
                self.nodes.ahead = self.nodes.ahead.saturating_sub(1);
                self.processes.entry(process).or_default().push(*node);
            }
            Event::Fault(text) => self.fault(process, text),
        }
        self.nodes.grant(grants)
    }

    pub(super) fn fault(&mut self, process: u32, text: &str) {
        let kind = self.kind;
        self.tally.fault(Count::OtherFaults, || format!("{kind:?}, process {process}: {text}"));
    }

    fn batch(&mut self, process: u32, batch: &Batch<S::Id>) -> Result<()> {
        let (Some(&first), Some(&last)) = (batch.ids.first(), batch.ids.last()) else { return Ok(()) };
        if let Some(floor) = batch.floor {
            self.compare(process, batch, floor, first);
        }
        let key = (process, batch.sequence);
        let number = match self.open.get(&key).copied() {
            Some((number, previous)) => {
                // In turns, the floor is the same ID.
                if batch.floor != Some(previous) {
                    self.compare(process, batch, previous, first);
                }
                number
            }
            None => {
                let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
                sequences.push(format!("{:?}, process {process}, sequence {}", self.kind, batch.sequence));
                u32::try_from(sequences.len() - 1)?
            }
        };
        for (&one, &next) in batch.ids.iter().zip(&batch.ids[1..]) {
            self.compare(process, batch, one, next);
        }
        for &id in &batch.ids {
            self.partitions.add(id, number)?;
        }
        self.open.insert(key, (number, last));
        self.tally.counts[Count::Ids] += batch.ids.len() as u64;
        if S::NODES > 0 {
            let greatest = batch.ids.iter().max().copied().unwrap_or(last);
            let known = self.nodes.last.entry(batch.node).or_insert(greatest);
            *known = greatest.max(*known);
        }
        Ok(())
    }

    /// Compares an ID with one that was returned before it was requested.
    fn compare(&mut self, process: u32, batch: &Batch<S::Id>, last: S::Id, next: S::Id) {
        if next > last {
            return;
        }
        if batch.may_start_over && is_start_over(last, next) {
            self.tally.counts[Count::StartsOver] += 1;
        } else {
            let (kind, sequence) = (self.kind, batch.sequence);
            let text =
                || format!("{kind:?}, process {process}, sequence {sequence}: {next} is not above {last}");
            self.tally.fault(Count::OutOfOrder, text);
        }
    }

    /// Forgets a process that is dead or has become another program. Its nodes are free again.
    fn close(&mut self, process: u32) {
        self.open.retain(|(of, _), _| *of != process);
        self.nodes.free.extend(self.processes.remove(&process).unwrap_or_default());
    }
}

impl<I: super::Sent> Nodes<I> {
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

#[cfg(test)]
mod tests {
    use harness::ids::Ulid;
    use harness::schemes;

    use super::*;

    /// Frames of IDs with these timestamps. Counts IDs, starts over and those out of order.
    fn counted(batches: &[(Option<u64>, &[u64])], may_start_over: bool) -> [u64; 3] {
        let (sequences, partitions) = (Sequences::default(), Partitions::new(1).unwrap());
        let id = |unix_ms: u64| Ulid::from_parts(unix_ms, u128::from(unix_ms % 10)).unwrap();
        let mut checker = Checker::<schemes::Ulid>::new(Kind::Private, (0, 1), &sequences, &partitions);
        for (floor, ids) in batches {
            let (floor, ids) = (floor.map(id), ids.iter().copied().map(id).collect());
            let event = Event::Batch(Batch { sequence: 0, node: 0, may_start_over, floor, ids });
            let frame = Frame { process: 1, counts: Counts::default(), event };
            checker.check(&frame, &mut Vec::new()).unwrap();
        }
        [Count::Ids, Count::StartsOver, Count::OutOfOrder].map(|count| checker.tally.counts[count])
    }

    #[test]
    fn only_an_id_beyond_the_allowance_is_a_start_over() {
        for (next, expected) in
            [(100_001, [2, 0, 0]), (100_000, [2, 0, 1]), (90_000, [2, 0, 1]), (89_999, [2, 1, 0])]
        {
            let refused = [2, 0, expected[1] + expected[2]];
            assert_eq!(counted(&[(None, &[100_000, next])], true), expected, "in a batch");
            assert_eq!(counted(&[(None, &[100_000]), (None, &[next])], true), expected, "of a sequence");
            assert_eq!(counted(&[(Some(100_000), &[next, 100_002])], true), expected, "after a floor");
            assert_eq!(counted(&[(None, &[100_000, next])], false), refused);
        }
    }
}
