//! Remembers the IDs of a stream: all of them, or the last ones.

use std::hash::BuildHasher;
use std::mem;

use foldhash::quality::RandomState;
use hashbrown::HashTable;
use thiserror::Error;

/// The number of tables. Each grows by itself, so that the memory of all grows in small steps.
const TABLES: usize = 64;

/// The smallest number of IDs by which a run grows.
const FEWEST: usize = 1024;

/// The IDs take all the memory that they may take.
#[derive(Debug, Error)]
#[error("no memory left")]
pub(super) struct Full;

/// What is remembered of a stream.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most bytes that the IDs may take.
    pub(super) memory: usize,
    /// The number of last IDs among which every duplicate is found. Without it, these are all IDs.
    pub(super) window: Option<usize>,
}

/// Remembers IDs by their bytes.
pub(super) trait Seen {
    /// Remembers an ID. Returns false if it was remembered already.
    ///
    /// An ID with a timestamp in the future is `early`. Later IDs would cost more if they had to be greater than it.
    fn insert(&mut self, id: &[u8], early: bool) -> Result<bool, Full>;
}

/// Remembers nothing yet. All IDs will have this many bytes.
pub(super) fn seen(byte_len: usize, limits: Limits) -> Box<dyn Seen> {
    match byte_len {
        8 => Box::new(Ids::<8>::new(limits)),
        16 => Box::new(Ids::<16>::new(limits)),
        _ => Box::new(Ids::<20>::new(limits)),
    }
}

/// An ID that is greater than all before it is not a duplicate. Such IDs are in order, so a binary search finds them without a
/// hash table. In most streams, these are all the IDs.
struct Ids<const N: usize> {
    limits: Limits,
    /// The bytes that the IDs take.
    memory: usize,
    /// The standard library's hasher panics if the system refuses randomness. This one takes its seed from addresses and the time.
    hasher: RandomState,
    /// The greatest ID that is not early.
    greatest: Option<[u8; N]>,
    /// The greatest early ID.
    greatest_early: Option<[u8; N]>,
    current: Generation<N>,
    /// The IDs before, if there is a window.
    previous: Generation<N>,
}

/// With a window, as many IDs as it has.
struct Generation<const N: usize> {
    /// The IDs that were greater than all before them, but for early ones.
    increasing: Vec<[u8; N]>,
    /// All others.
    others: [HashTable<[u8; N]>; TABLES],
    len: usize,
}

impl<const N: usize> Ids<N> {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            memory: 0,
            hasher: RandomState::default(),
            greatest: None,
            greatest_early: None,
            current: Generation::new(),
            previous: Generation::new(),
        }
    }

    fn insert(&mut self, id: [u8; N], early: bool) -> Result<bool, Full> {
        let leads = !early && Some(id) > self.greatest;
        let hash = self.hasher.hash_one(id);
        let is_new = if leads && Some(id) > self.greatest_early {
            true
        } else if self.current.contains(&id, hash) {
            return Ok(false);
        } else {
            !self.previous.contains(&id, hash)
        };
        // A duplicate too, so that it is remembered from its last occurrence on.
        let left = self.limits.memory.saturating_sub(self.memory);
        self.memory += if leads {
            self.greatest = Some(id);
            push(&mut self.current.increasing, id, left)?
        } else {
            if early {
                self.greatest_early = self.greatest_early.max(Some(id));
            }
            self.current.insert_other(id, hash, &self.hasher, left)?
        };
        self.current.len += 1;
        if self.limits.window.is_some_and(|window| self.current.len >= window) {
            self.previous = mem::replace(&mut self.current, Generation::new());
            self.memory = self.previous.memory();
        }
        Ok(is_new)
    }
}

impl<const N: usize> Seen for Ids<N> {
    fn insert(&mut self, id: &[u8], early: bool) -> Result<bool, Full> {
        // An ID of another length can't have been remembered.
        id.try_into().map_or(Ok(true), |id| self.insert(id, early))
    }
}

impl<const N: usize> Generation<N> {
    fn new() -> Self {
        Self { increasing: Vec::new(), others: [const { HashTable::new() }; TABLES], len: 0 }
    }

    fn contains(&self, id: &[u8; N], hash: u64) -> bool {
        let table = self.others.get(place(hash));
        table.is_some_and(|table| table.find(hash, |other| other == id).is_some())
            || self.increasing.binary_search(id).is_ok()
    }

    /// Returns the bytes that it takes in addition.
    fn insert_other(
        &mut self,
        id: [u8; N],
        hash: u64,
        hasher: &RandomState,
        left: usize,
    ) -> Result<usize, Full> {
        let table = self.others.get_mut(place(hash)).ok_or(Full)?;
        let rehash = |id: &[u8; N]| hasher.hash_one(id);
        let before = table.allocation_size();
        if table.len() == table.capacity() {
            // Both are there while the IDs move to the larger one.
            if before * 2 > left {
                return Err(Full);
            }
            table.try_reserve(1, rehash).map_err(|_| Full)?;
        }
        table.insert_unique(hash, id, rehash);
        Ok(table.allocation_size() - before)
    }

    fn memory(&self) -> usize {
        let tables: usize = self.others.iter().map(HashTable::allocation_size).sum();
        self.increasing.capacity() * N + tables
    }
}

/// Appends an ID. Returns the bytes that it takes in addition.
fn push<const N: usize>(ids: &mut Vec<[u8; N]>, id: [u8; N], left: usize) -> Result<usize, Full> {
    let before = ids.capacity();
    if ids.len() == before {
        let more = (before / 16).max(FEWEST);
        if more * N > left {
            return Err(Full);
        }
        ids.try_reserve_exact(more).map_err(|_| Full)?;
    }
    ids.push(id);
    Ok((ids.capacity() - before) * N)
}

/// The table of a hash. The bits are those that a table uses least: it takes its place from the low bits, and a tag from the
/// highest seven.
fn place(hash: u64) -> usize {
    usize::from(hash.to_be_bytes()[1]) % TABLES
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use super::*;

    const ALL: Limits = Limits { memory: usize::MAX, window: None };

    fn id<const N: usize>(number: usize) -> [u8; N] {
        let mut id = [0; N];
        id[N - 8..].copy_from_slice(&number.to_be_bytes());
        id
    }

    /// Streams in order, in any other order, and of few or many numbers, with some IDs that are early.
    fn streams() -> impl Iterator<Item = Vec<(usize, bool)>> {
        let mut random = fastrand::Rng::with_seed(1);
        let stream = move |index: usize| {
            let (numbers, disorder): (usize, usize) =
                ([10, 150, 3_000, 1 << 40][index % 4], [0, 1, 20, 5_000][index / 4 % 4]);
            let mut next = |line| match disorder {
                0 => line / 3,
                5_000 => random.usize(..numbers),
                _ => line + random.usize(..=disorder * numbers.min(100)),
            };
            let numbers: Vec<_> = (0..5_000).map(&mut next).collect();
            let early = |line: usize| index >= 16 && line % 7 == 0;
            numbers.into_iter().enumerate().map(|(line, number)| (number, early(line))).collect()
        };
        (0..32).map(stream)
    }

    #[test]
    fn finds_exactly_the_duplicates() {
        for (index, stream) in streams().enumerate() {
            let (mut ids, mut ever) = (Ids::<20>::new(ALL), HashSet::new());
            for (line, (number, early)) in stream.into_iter().enumerate() {
                let is_new = ids.insert(id(number), early).unwrap();
                assert_eq!(is_new, ever.insert(number), "stream {index}, line {line}");
            }
        }
    }

    /// An ID among the last ones is a duplicate, also if it was one then, and an ID that never occurred is none.
    #[test]
    fn a_window_has_the_last_ids_and_at_most_twice_as_many() {
        const WINDOW: usize = 100;
        for (index, stream) in streams().enumerate() {
            let mut ids = Ids::<8>::new(Limits { window: Some(WINDOW), ..ALL });
            let (mut last, mut ever) = (VecDeque::new(), HashSet::new());
            for (line, (number, early)) in stream.into_iter().enumerate() {
                let is_new = ids.insert(id(number), early).unwrap();
                assert!(
                    !(is_new && last.contains(&number)),
                    "stream {index}, line {line}: a duplicate is missed"
                );
                assert!(is_new || ever.contains(&number), "stream {index}, line {line}: not a duplicate");
                assert!(ids.previous.len + ids.current.len < 2 * WINDOW, "stream {index}, line {line}");
                assert_eq!(
                    ids.memory,
                    ids.previous.memory() + ids.current.memory(),
                    "stream {index}, line {line}"
                );
                if last.len() == WINDOW {
                    last.pop_front();
                }
                last.push_back(number);
                ever.insert(number);
            }
        }
    }

    #[test]
    fn ids_in_order_take_their_bytes_and_others_at_most_48() {
        const COUNT: usize = 1 << 20;
        // Also after an early ID. An odd factor visits each number once.
        for (factor, most) in [(1, 20 + 2), (0x9_e375, 48 + 1)] {
            let mut ids = Ids::<20>::new(ALL);
            ids.insert([0xff; 20], true).unwrap();
            for number in 0..COUNT {
                assert!(ids.insert(id(number * factor % COUNT), false).unwrap());
                let others = COUNT.min(1 << 16);
                assert!(
                    number < others || ids.memory <= (number + 2) * most,
                    "{factor}: {number}: {}",
                    ids.memory
                );
            }
        }
    }

    #[test]
    fn memory_has_a_limit() {
        for factor in [1, 0x9_e375] {
            let mut ids = Ids::<16>::new(Limits { memory: 1 << 20, window: None });
            let numbers = (0..1 << 20).map(|number| id(number * factor % (1 << 20)));
            let kept = numbers.take_while(|number| ids.insert(*number, false).is_ok()).count();
            // A table is half full when there is no memory for one of twice the size.
            assert!((1 << 20) / kept <= 16 * 4 && ids.memory <= 1 << 20, "{factor}: {kept}, {}", ids.memory);
        }
    }
}
