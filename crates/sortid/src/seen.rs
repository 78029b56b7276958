//! Remembers the IDs of a stream within bounded memory.

use std::collections::VecDeque;
use std::hash::BuildHasher;

use anyid::AnyId;
use foldhash::quality::RandomState;
use hashbrown::HashTable;

/// The last IDs of a stream.
///
/// An ID that is greater than all before it is not a duplicate. Such IDs are in order, so a binary search finds them without a
/// hash table. In most streams, these are all the IDs.
pub(crate) struct Seen {
    /// The IDs that were greater than all before them, at most as many as the window has.
    increasing: VecDeque<AnyId>,
    others: Others,
}

impl Seen {
    /// Remembers nothing yet. `window` is the number of last IDs among which every duplicate will be found.
    pub(crate) fn new(window: u32) -> Self {
        Self { increasing: VecDeque::new(), others: Others::new(window) }
    }

    /// Remembers an ID. Returns false if it was remembered already.
    pub(crate) fn insert(&mut self, id: AnyId) -> bool {
        if self.increasing.back().is_none_or(|greatest| id > *greatest) {
            if self.increasing.len() == self.others.window as usize {
                self.increasing.pop_front();
            }
            self.increasing.push_back(id);
            return true;
        }
        // A duplicate too, so that it is remembered from its last occurrence on.
        self.others.insert(id) && self.increasing.binary_search(&id).is_err()
    }
}

/// The last IDs that were not greater than all before them.
struct Others {
    /// The size of the ring.
    window: u32,
    /// A ring: once it is full, the next ID takes the place of the oldest.
    ids: Vec<AnyId>,
    /// The place of the next ID.
    next: u32,
    /// The places, by the hashes of their IDs. A table of the IDs themselves takes more memory, and more time to reach it.
    places: HashTable<u32>,
    /// The standard library's hasher panics if the system refuses randomness. This one takes its seed from addresses and the time.
    hasher: RandomState,
}

impl Others {
    fn new(window: u32) -> Self {
        let (ids, next, places, hasher) = Default::default();
        Self { window, ids, next, places, hasher }
    }

    /// Remembers an ID. Returns false if it was remembered already.
    fn insert(&mut self, id: AnyId) -> bool {
        let Self { window, ids, next, places, hasher } = self;
        let hash = hasher.hash_one(id);
        let is_new = places.find(hash, |place| ids.get(*place as usize) == Some(&id)).is_none();
        match ids.get_mut(*next as usize) {
            None => ids.push(id),
            Some(oldest) => {
                if let Ok(forgotten) = places.find_entry(hasher.hash_one(*oldest), |place| place == next) {
                    forgotten.remove();
                }
                *oldest = id;
            }
        }
        let rehash = |place: &u32| ids.get(*place as usize).map_or(0, |id| hasher.hash_one(id));
        places.insert_unique(hash, *next, rehash);
        *next = (*next + 1) % *window;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use anyid::crates::scru64::Scru64;

    use super::*;

    const WINDOW: u32 = 100;

    fn id(timestamp: usize) -> AnyId {
        Scru64::from_parts(timestamp.try_into().unwrap(), 0).unwrap().into()
    }

    /// Tries many orders. Each step visits every number once, because 1009 is a prime.
    #[test]
    fn distinct_ids_are_no_duplicates_and_each_is_found_within_the_window() {
        for step in (1..1009).step_by(9) {
            let mut seen = Seen::new(WINDOW);
            let all = (0..1009).map(|index| id(index * step % 1009));
            for (index, new) in all.clone().enumerate() {
                assert!(seen.insert(new), "step {step}, index {index}");
            }
            for (index, old) in all.enumerate().skip(1009 - WINDOW as usize) {
                assert!(!seen.insert(old), "step {step}, index {index}");
            }
        }
    }

    /// Streams that repeat few or many IDs, or those of the last lines between greater ones: an ID among the last ones is a duplicate,
    /// also if it was one then, and an ID that never occurred is none.
    #[test]
    fn an_id_is_remembered_from_its_last_occurrence_on() {
        let mut random = fastrand::Rng::with_seed(1);
        for ids in [None, Some(50), Some(100), Some(101), Some(130), Some(200), Some(1_000), Some(100_000)] {
            let (mut seen, mut last, mut ever) = (Seen::new(WINDOW), VecDeque::new(), HashSet::new());
            for line in 0..20_000 {
                let number = random.usize(..);
                let new = match ids {
                    None if number % 4 == 0 => id(100_000 + line),
                    None => *last.get(number / 4 % WINDOW as usize).unwrap_or(&id(line)),
                    Some(ids) => id(number % ids),
                };
                let is_new = seen.insert(new);
                assert!(!(is_new && last.contains(&new)), "{ids:?}, line {line}: a duplicate is missed");
                assert!(is_new || ever.contains(&new), "{ids:?}, line {line}: not a duplicate");
                if last.len() == WINDOW as usize {
                    last.pop_front();
                }
                last.push_back(new);
                ever.insert(new);
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        for step in [1, 1008, 7] {
            let mut seen = Seen::new(WINDOW);
            for index in 0..1009 {
                assert!(seen.insert(id(index * step % 1009)));
                seen.insert(id(index / 2 * step % 1009));
            }
            let Seen { increasing, others: Others { ids, places, .. }, .. } = &seen;
            assert!(increasing.len().max(ids.len()) <= WINDOW as usize, "{step}");
            assert_eq!(ids.len(), places.len(), "{step}");
            assert!(seen.insert(id(2 * step % 1009)), "{step}: one of the first is forgotten");
        }
    }
}
