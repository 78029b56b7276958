//! Remembers the IDs of a stream: all of them, or the last ones.

use std::collections::BinaryHeap;
use std::mem;

use foldhash::quality::RandomState;
use hashbrown::HashSet;

use super::MAX_SHOWN;

/// IDs out of order are sorted in this many parts, each of which fits into a processor's cache.
const PARTS: usize = 256;

/// The smallest number of IDs by which a list grows.
const MIN_GROWTH: usize = 64;

/// Why an ID can't be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The IDs take all the memory that they may take.
    Limit,
    /// The system gives no more memory.
    System,
}

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
    /// Remembers the ID of a line. Returns false if it is a duplicate. Returns true if it is none, or if [`Self::duplicates`] tells.
    ///
    /// An ID with a timestamp in the future is `early`. Later IDs would cost more if they had to be greater than it.
    fn insert(&mut self, id: &[u8], line: u64, early: bool) -> Result<bool, Full>;

    /// Finds the duplicates that [`Self::insert`] has not reported. Returns their number, and the first of them with their lines.
    fn duplicates(&mut self) -> (u64, Vec<(u64, Vec<u8>)>) {
        (0, Vec::new())
    }
}

/// Remembers nothing yet. All IDs will have this many bytes.
pub(super) fn seen(byte_len: usize, limits: Limits) -> Box<dyn Seen> {
    match byte_len {
        8 => of_length::<8>(limits),
        16 => of_length::<16>(limits),
        _ => of_length::<20>(limits),
    }
}

fn of_length<const N: usize>(Limits { memory, window }: Limits) -> Box<dyn Seen> {
    match window {
        Some(window) => Box::new(Last::<N> { limit: memory, window, ..Last::default() }),
        None => Box::new(All::<N>::new(memory)),
    }
}

/// All IDs. One that is greater than all before it is not a duplicate. In most streams, these are all the IDs. The others are sorted
/// at the end, which takes less time than a search for each of them.
struct All<const N: usize> {
    limit: usize,
    /// The bytes that the IDs take.
    memory: usize,
    /// The IDs that were greater than all before them, but for early ones. No ID that is equal to one of them came before it.
    increasing: Vec<[u8; N]>,
    /// The smallest and the greatest early ID.
    early: Option<([u8; N], [u8; N])>,
    /// All others.
    others: [Vec<Other<N>>; PARTS],
    duplicates: u64,
    /// The first duplicates, by their lines.
    first: BinaryHeap<(u64, [u8; N])>,
}

/// An ID with its line, in the order of both.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Other<const N: usize> {
    id: [u8; N],
    /// A big-endian integer. One with an alignment would take 4 bytes more beside an ID of 20.
    line: [u8; 8],
}

impl<const N: usize> All<N> {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            memory: 0,
            increasing: Vec::new(),
            early: None,
            others: [const { Vec::new() }; PARTS],
            duplicates: 0,
            first: BinaryHeap::new(),
        }
    }

    fn push(&mut self, id: [u8; N], line: u64, early: bool) -> Result<(), Full> {
        let left = self.limit.saturating_sub(self.memory);
        // An early ID is not among the increasing ones, so one that could be equal to it has to be sorted with it.
        let is_apart = self.early.is_none_or(|(first, last)| id < first || last < id);
        self.memory += if !early && is_apart && Some(&id) > self.increasing.last() {
            push(&mut self.increasing, id, left)?
        } else {
            let part = self.others.get_mut(part(&id)).ok_or(Full::Limit)?;
            push(part, Other { id, line: line.to_be_bytes() }, left)?
        };
        if early {
            let (first, last) = self.early.unwrap_or((id, id));
            self.early = Some((first.min(id), last.max(id)));
        }
        Ok(())
    }

    /// Finds the duplicates, and forgets them.
    fn settle(&mut self) {
        for part in &mut self.others {
            part.sort_unstable();
            let (mut increasing, mut previous) = (self.increasing.as_slice(), None);
            part.retain(|&Other { id, line }| {
                let is_new = previous != Some(id) && {
                    increasing = from(increasing, &id);
                    increasing.first() != Some(&id)
                };
                previous = Some(id);
                if !is_new {
                    self.duplicates += 1;
                    self.first.push((u64::from_be_bytes(line), id));
                    if self.first.len() > MAX_SHOWN {
                        self.first.pop();
                    }
                }
                is_new
            });
            part.shrink_to_fit();
        }
        let others: usize = self.others.iter().map(Vec::capacity).sum();
        self.memory = self.increasing.capacity() * N + others * size_of::<Other<N>>();
    }
}

impl<const N: usize> Seen for All<N> {
    fn insert(&mut self, id: &[u8], line: u64, early: bool) -> Result<bool, Full> {
        let id = id.try_into().map_err(|_| Full::Limit)?;
        if let Err(full) = self.push(id, line, early) {
            let before = self.memory;
            self.settle();
            // Sorting again for a few IDs each time would take for ever.
            if self.memory > before / 2 {
                return Err(full);
            }
            self.push(id, line, early)?;
        }
        Ok(true)
    }

    fn duplicates(&mut self) -> (u64, Vec<(u64, Vec<u8>)>) {
        self.settle();
        let first = mem::take(&mut self.first).into_sorted_vec();
        (self.duplicates, first.into_iter().map(|(line, id)| (line, id.to_vec())).collect())
    }
}

/// The part for an ID, from all its bits, since some of them are equal in many IDs.
fn part<const N: usize>(id: &[u8; N]) -> usize {
    let words =
        id.chunks_exact(4).map(|word| word.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte)));
    let mixed = words.fold(0_u32, |mixed, word| (mixed.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9));
    usize::from(mixed.to_be_bytes()[0]) % PARTS
}

/// The IDs from the first on that is not smaller. It is likely to be near, so the steps begin small.
fn from<'a, const N: usize>(ids: &'a [[u8; N]], id: &[u8; N]) -> &'a [[u8; N]] {
    let mut step = 1;
    while ids.get(step).is_some_and(|other| other < id) {
        step *= 2;
    }
    let near = ids.get(..=step).unwrap_or(ids);
    ids.get(near.partition_point(|other| other < id)..).unwrap_or_default()
}

/// Appends an ID. Returns the bytes that it takes in addition.
fn push<T>(ids: &mut Vec<T>, id: T, left: usize) -> Result<usize, Full> {
    let before = ids.capacity();
    if ids.len() == before {
        let more = (before / 16).max(MIN_GROWTH);
        if more * size_of::<T>() > left {
            return Err(Full::Limit);
        }
        ids.try_reserve_exact(more).map_err(|_| Full::System)?;
    }
    ids.push(id);
    Ok((ids.capacity() - before) * size_of::<T>())
}

/// The last IDs. A stream may never end, so a search for each of them finds duplicates at once.
#[derive(Default)]
struct Last<const N: usize> {
    limit: usize,
    window: usize,
    /// At most as many IDs as the window.
    current: Generation<N>,
    /// As many before these.
    previous: Generation<N>,
}

#[derive(Default)]
struct Generation<const N: usize> {
    greatest: Option<[u8; N]>,
    /// The IDs that were greater than all before them. A binary search finds them, so they need no table.
    increasing: Vec<[u8; N]>,
    /// All others. The standard library's hasher panics if the system refuses randomness. This one takes its seed from addresses and
    /// the time.
    others: HashSet<[u8; N], RandomState>,
}

impl<const N: usize> Generation<N> {
    fn contains(&self, id: &[u8; N]) -> bool {
        self.others.contains(id) || self.increasing.binary_search(id).is_ok()
    }

    fn memory(&self) -> usize {
        self.increasing.capacity() * N + self.others.allocation_size()
    }

    fn len(&self) -> usize {
        self.increasing.len() + self.others.len()
    }
}

impl<const N: usize> Seen for Last<N> {
    fn insert(&mut self, id: &[u8], _: u64, _: bool) -> Result<bool, Full> {
        let id = id.try_into().map_err(|_| Full::Limit)?;
        let Self { limit, window, current, previous } = self;
        let leads = Some(id) > current.greatest.max(previous.greatest);
        let is_new = leads || !(current.contains(&id) || previous.contains(&id));
        let left = limit.saturating_sub(current.memory() + previous.memory());
        // A duplicate too, so that it is remembered from its last occurrence on.
        if leads {
            current.greatest = Some(id);
            push(&mut current.increasing, id, left)?;
        } else {
            // Both are there while the IDs move to a larger table.
            if current.others.len() == current.others.capacity()
                && current.others.allocation_size() * 2 > left
            {
                return Err(Full::Limit);
            }
            current.others.try_reserve(1).map_err(|_| Full::System)?;
            current.greatest = current.greatest.max(Some(id));
            current.others.insert(id);
        }
        if current.len() >= *window {
            *previous = mem::take(current);
        }
        Ok(is_new)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use super::*;

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

    /// With little memory, duplicates are found and forgotten in between.
    #[test]
    fn finds_exactly_the_duplicates() {
        for (index, stream) in streams().enumerate() {
            for limit in [usize::MAX, 300_000] {
                let (mut ids, mut ever, mut duplicates) = (All::<20>::new(limit), HashSet::new(), Vec::new());
                for ((number, early), line) in stream.iter().copied().zip(1..) {
                    ids.insert(&id::<20>(number), line, early).unwrap();
                    if !ever.insert(number) {
                        duplicates.push((line, id::<20>(number).to_vec()));
                    }
                }
                let (count, first) = ids.duplicates();
                assert_eq!(count, duplicates.len() as u64, "stream {index}");
                duplicates.truncate(MAX_SHOWN);
                assert_eq!(first, duplicates, "stream {index}");
            }
        }
    }

    /// An ID among the last ones is a duplicate, also if it was one then, and an ID that never occurred is none.
    #[test]
    fn a_window_has_the_last_ids_and_at_most_twice_as_many() {
        const WINDOW: usize = 100;
        for (index, stream) in streams().enumerate() {
            let mut ids = Last::<8> { limit: usize::MAX, window: WINDOW, ..Last::default() };
            let (mut last, mut ever) = (VecDeque::new(), HashSet::new());
            for (line, (number, early)) in stream.into_iter().enumerate() {
                let is_new = ids.insert(&id::<8>(number), 0, early).unwrap();
                assert!(
                    !(is_new && last.contains(&number)),
                    "stream {index}, line {line}: a duplicate is missed"
                );
                assert!(is_new || ever.contains(&number), "stream {index}, line {line}: not a duplicate");
                assert!(ids.previous.len() + ids.current.len() < 2 * WINDOW, "stream {index}, line {line}");
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
        for (factor, most) in [(1, 20 + 2), (0x9_e375, 48)] {
            let mut ids = All::<20>::new(usize::MAX);
            ids.insert(&[0xff; 20], 0, true).unwrap();
            for number in 0..COUNT {
                ids.insert(&id::<20>(number * factor % COUNT), 0, false).unwrap();
                let others = COUNT.min(1 << 16);
                assert!(
                    number < others || ids.memory <= (number + 2) * most,
                    "{factor}: {number}: {}",
                    ids.memory
                );
            }
            assert_eq!(ids.duplicates().0, 0, "{factor}");
        }
    }

    #[test]
    fn memory_has_a_limit() {
        const MEMORY: usize = 1 << 20;
        for (factor, window) in [(1, None), (0x9_e375, None), (1, Some(usize::MAX))] {
            let mut ids = seen(16, Limits { memory: MEMORY, window });
            let mut numbers = (0..1 << 20).map(|number| id::<16>(number * factor % (1 << 20)));
            let kept = numbers.position(|number| ids.insert(&number, 0, false).is_err()).unwrap();
            // A table is half full when there is no memory for one of twice the size.
            let most = if window.is_some() { 16 * 4 } else { 16 * 2 };
            assert!((16..=most).contains(&(MEMORY / kept)), "{factor}: {kept}");
        }
    }
}
