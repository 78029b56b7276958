//! Remembers the IDs of a stream: all of them, or the last ones.

use std::hash::Hash;
use std::mem;

use foldhash::fast::RandomState;
use hashbrown::HashSet;

/// The number of sets in a generation. Small sets grow within a processor's caches, a large set doesn't.
const SETS: usize = 64;

/// Remembers IDs by their bytes.
pub(super) trait Seen {
    /// Remembers an ID and returns `true` if it is greater than all IDs before it. Otherwise keeps it for
    /// [`others`](Self::others).
    fn lead(&mut self, id: &[u8]) -> bool;

    /// Remembers all other IDs since the last call. Returns for each ID whether it is new.
    fn others(&mut self) -> Vec<bool>;
}

/// Returns an empty memory for IDs with this many bytes. It finds the duplicates of at least the last `window` IDs.
pub(super) fn seen(byte_len: usize, window: usize) -> Box<dyn Seen> {
    match byte_len {
        8 => Box::new(Last::new(window, u64::from_be_bytes)),
        16 => Box::new(Last::new(window, u128::from_be_bytes)),
        _ => Box::new(Last::new(window, |id: [u8; 20]| id)),
    }
}

struct Last<const N: usize, K> {
    window: usize,
    /// Integers are faster to compare and to hash than bytes.
    key: fn([u8; N]) -> K,
    /// The IDs to remember next, each with its set.
    pending: Vec<(K, usize)>,
    /// At most as many IDs as the window has.
    current: Generation<K>,
    /// As many IDs as the window has, from before `current`.
    previous: Generation<K>,
}

struct Generation<K> {
    len: usize,
    greatest: Option<K>,
    /// The IDs that were greater than all IDs before them, which are all IDs in most streams. A binary search finds
    /// them, so they need no table.
    increasing: Vec<K>,
    /// All other IDs. The standard library's hasher panics if the system denies random bits. This hasher takes its seed
    /// from addresses and the time.
    others: [HashSet<K, RandomState>; SETS],
}

impl<K> Default for Generation<K> {
    fn default() -> Self {
        let others = std::array::from_fn(|_| HashSet::default());
        Self { len: 0, greatest: None, increasing: Vec::new(), others }
    }
}

impl<K: Copy + Ord + Hash> Generation<K> {
    fn contains(&self, id: K, set: usize) -> bool {
        self.others.get(set).is_some_and(|set| set.contains(&id))
            || self.increasing.binary_search(&id).is_ok()
    }

    /// Remembers an ID that is not the greatest. Returns `true` if it is new.
    fn insert(&mut self, id: K, set: usize) -> bool {
        let is_new = self.increasing.binary_search(&id).is_err()
            && self.others.get_mut(set).is_some_and(|set| set.insert(id));
        self.len += usize::from(is_new);
        is_new
    }
}

impl<const N: usize, K> Last<N, K> {
    fn new(window: usize, key: fn([u8; N]) -> K) -> Self {
        Self {
            window,
            key,
            pending: Vec::new(),
            current: Generation::default(),
            previous: Generation::default(),
        }
    }

    fn end_generation(&mut self) {
        if self.current.len >= self.window {
            self.previous = mem::take(&mut self.current);
        }
    }
}

impl<const N: usize, K: Copy + Ord + Hash> Seen for Last<N, K> {
    fn lead(&mut self, id: &[u8]) -> bool {
        let Ok(bytes) = <[u8; N]>::try_from(id) else { return true };
        let (id, Self { current, previous, .. }) = ((self.key)(bytes), &mut *self);
        let leads = Some(id) > current.greatest.max(previous.greatest);
        current.greatest = current.greatest.max(Some(id));
        if leads {
            current.increasing.push(id);
            current.len += 1;
            self.end_generation();
        } else {
            // Some of the bytes are random in most schemes.
            let set = usize::from(bytes.iter().fold(0, |all, byte| all ^ byte)) % SETS;
            self.pending.push((id, set));
        }
        leads
    }

    /// Looking up many IDs in a row lets the processor wait for several cache misses at the same time.
    fn others(&mut self) -> Vec<bool> {
        let pending = mem::take(&mut self.pending);
        let insert = |(id, set)| {
            // An ID of the previous generation is inserted again, so that the window counts from its last occurrence.
            let is_new = self.current.insert(id, set) && !self.previous.contains(id, set);
            self.end_generation();
            is_new
        };
        pending.into_iter().map(insert).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns sorted and unsorted streams, with few or many numbers. Some start with the largest number.
    fn streams() -> impl Iterator<Item = Vec<u64>> {
        let mut random = fastrand::Rng::with_seed(1);
        let stream = move |index: usize| {
            let (numbers, disorder): (u64, u64) =
                ([10, 150, 3_000, 1 << 40][index % 4], [0, 1, 20, 5_000][index / 4 % 4]);
            let mut next = |line| match disorder {
                _ if line == 0 && index >= 16 => 1 << 50,
                0 => line / 3,
                5_000 => random.u64(..numbers),
                _ => line + random.u64(..=disorder * numbers.min(100)),
            };
            (0..5_000).map(&mut next).collect()
        };
        (0..32).map(stream)
    }

    /// An ID among the last IDs is a duplicate, even if it was a duplicate there too. An ID that never occurred isn't.
    #[test]
    fn a_window_holds_the_last_ids_and_at_most_twice_as_many() {
        for (index, stream) in streams().enumerate() {
            for window in [100, 5_000] {
                let mut ids = Last::new(window, u64::from_be_bytes);
                let mut last_line = std::collections::HashMap::new();
                for (line, number) in stream.iter().enumerate() {
                    let id = number.to_be_bytes();
                    let is_new = ids.lead(&id) || ids.others() == [true];
                    let place = format!("stream {index}, line {line}");
                    let before = last_line.insert(number, line);
                    assert!(
                        !is_new || before.is_none_or(|before| before + window < line),
                        "{place}: a duplicate is missed"
                    );
                    assert!(is_new || before.is_some(), "{place}: not a duplicate");
                    assert!(ids.previous.len + ids.current.len < 2 * window, "{place}");
                }
            }
        }
    }
}
