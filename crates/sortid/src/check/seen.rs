//! Remembers the IDs of a stream: all of them, or the last ones.

use std::mem;

use foldhash::quality::RandomState;
use hashbrown::HashSet;

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
    /// Remembers an ID. Returns whether it is new.
    fn insert(&mut self, id: &[u8]) -> Result<bool, Full>;
}

/// Remembers nothing yet. All IDs will have this many bytes.
pub(super) fn seen(byte_len: usize, limits: Limits) -> Box<dyn Seen> {
    match byte_len {
        8 => Box::new(Last::<8>::new(limits)),
        16 => Box::new(Last::<16>::new(limits)),
        _ => Box::new(Last::<20>::new(limits)),
    }
}

/// The last IDs, or all of them.
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
    /// The IDs that were greater than all before them. In most streams, these are all the IDs. A binary search finds them, so they
    /// need no table.
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

impl<const N: usize> Last<N> {
    fn new(Limits { memory, window }: Limits) -> Self {
        Self {
            limit: memory,
            window: window.unwrap_or(usize::MAX),
            current: Generation::default(),
            previous: Generation::default(),
        }
    }

    /// Makes room for an ID.
    #[cold]
    fn grow(&mut self, leads: bool) -> Result<(), Full> {
        let left = self.limit.saturating_sub(self.current.memory() + self.previous.memory());
        let Generation { increasing, others, .. } = &mut self.current;
        let more = (increasing.capacity() / 16).max(MIN_GROWTH);
        // Both tables are there while the IDs move to the larger one.
        let needed = if leads { more * N } else { others.allocation_size() * 2 };
        if needed > left {
            return Err(Full::Limit);
        }
        if leads {
            increasing.try_reserve_exact(more).map_err(|_| Full::System)
        } else {
            others.try_reserve(1).map_err(|_| Full::System)
        }
    }
}

impl<const N: usize> Seen for Last<N> {
    fn insert(&mut self, id: &[u8]) -> Result<bool, Full> {
        let id = id.try_into().map_err(|_| Full::Limit)?;
        let leads = Some(&id) > self.current.greatest.as_ref().max(self.previous.greatest.as_ref());
        let Generation { increasing, others, .. } = &self.current;
        if if leads { increasing.len() == increasing.capacity() } else { others.len() == others.capacity() } {
            self.grow(leads)?;
        }
        let Self { window, current, previous, .. } = self;
        let is_new = if leads {
            current.greatest = Some(id);
            current.increasing.push(id);
            true
        } else {
            current.greatest = current.greatest.max(Some(id));
            // A duplicate of an ID of the previous generation too, so that it is remembered from its last occurrence on.
            current.increasing.binary_search(&id).is_err()
                && current.others.insert(id)
                && !previous.contains(&id)
        };
        if current.len() >= *window {
            *previous = mem::take(current);
        }
        Ok(is_new)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    const UNLIMITED: Limits = Limits { memory: usize::MAX, window: None };

    fn id<const N: usize>(number: usize) -> [u8; N] {
        let mut id = [0; N];
        id[N - 8..].copy_from_slice(&number.to_be_bytes());
        id
    }

    /// Streams in order, in any other order, and of few or many numbers, some of which begin with the largest one.
    fn streams() -> impl Iterator<Item = Vec<usize>> {
        let mut random = fastrand::Rng::with_seed(1);
        let stream = move |index: usize| {
            let (numbers, disorder): (usize, usize) =
                ([10, 150, 3_000, 1 << 40][index % 4], [0, 1, 20, 5_000][index / 4 % 4]);
            let mut next = |line| match disorder {
                _ if line == 0 && index >= 16 => 1 << 50,
                0 => line / 3,
                5_000 => random.usize(..numbers),
                _ => line + random.usize(..=disorder * numbers.min(100)),
            };
            (0..5_000).map(&mut next).collect()
        };
        (0..32).map(stream)
    }

    #[test]
    fn finds_exactly_the_duplicates() {
        for (index, stream) in streams().enumerate() {
            let (mut ids, mut ever) = (Last::<20>::new(UNLIMITED), std::collections::HashSet::new());
            for (line, number) in stream.into_iter().enumerate() {
                let is_new = ids.insert(&id::<20>(number)).unwrap();
                assert_eq!(is_new, ever.insert(number), "stream {index}, line {line}");
            }
        }
    }

    /// An ID among the last ones is a duplicate, also if it was one then, and an ID that never occurred is none.
    #[test]
    fn a_window_has_the_last_ids_and_at_most_twice_as_many() {
        const WINDOW: usize = 100;
        for (index, stream) in streams().enumerate() {
            let mut ids = Last::<8>::new(Limits { window: Some(WINDOW), ..UNLIMITED });
            let (mut last, mut ever) = (VecDeque::new(), std::collections::HashSet::new());
            for (line, number) in stream.into_iter().enumerate() {
                let is_new = ids.insert(&id::<8>(number)).unwrap();
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
        /// The least memory of a list, and of the end of a table.
        const SPARE: usize = 1 << 11;
        // An odd factor visits each number once.
        for (factor, most) in [(1, 20 + 2), (0x9_e375, 48)] {
            let mut ids = Last::<20>::new(UNLIMITED);
            for number in 0..COUNT {
                ids.insert(&id::<20>(number * factor % COUNT)).unwrap();
                let memory = ids.current.memory();
                assert!(memory <= number * most + SPARE, "{factor}: {number}: {memory}");
            }
        }
    }

    #[test]
    fn memory_has_a_limit() {
        const MEMORY: usize = 1 << 20;
        for (factor, window) in [(1, None), (0x9_e375, None), (1, Some(usize::MAX))] {
            let mut ids = seen(16, Limits { memory: MEMORY, window });
            let mut numbers = (0..1 << 20).map(|number| id::<16>(number * factor % (1 << 20)));
            let kept = numbers.position(|number| ids.insert(&number).is_err()).unwrap();
            // A full table takes more than a third of the memory when there is none for one of twice the size.
            let most = if factor == 1 { 16 + 2 } else { 16 * 4 };
            assert!((16..=most).contains(&(MEMORY / kept)), "{factor}: {kept}");
        }
    }
}
