//! Remembers the IDs of a stream within bounded memory.

use std::collections::VecDeque;
use std::hash::BuildHasher;

use foldhash::quality::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::OccupiedEntry;

use crate::scheme::AnyId;

/// The last IDs of a stream.
///
/// An ID that is greater than all before it is not a duplicate. Such IDs are in order, so a binary search finds them without a
/// hash table. In most streams, these are all the IDs.
pub(crate) struct Seen {
    /// The number of last distinct IDs among which every duplicate is found.
    window: u32,
    /// The IDs that were greater than all before them, at most `window`.
    increasing: VecDeque<AnyId>,
    others: Others,
}

impl Seen {
    pub(crate) fn new(window: u32) -> Self {
        Self { window, increasing: VecDeque::new(), others: Others::default() }
    }

    /// Remembers an ID. Returns false if it is already remembered.
    pub(crate) fn insert(&mut self, id: AnyId) -> bool {
        if self.increasing.back().is_none_or(|greatest| id > *greatest) {
            if self.increasing.len() == self.window as usize {
                self.increasing.pop_front();
            }
            self.increasing.push_back(id);
            return true;
        }
        self.increasing.binary_search(&id).is_err() && self.others.insert(id, self.window)
    }
}

/// The last IDs that were not greater than all before them.
#[derive(Default)]
struct Others {
    /// A ring: once it is full, the next ID takes the place of the oldest.
    ids: Vec<AnyId>,
    /// The place of the next ID.
    next: u32,
    /// The places of the IDs, by their hashes. A table of the IDs themselves takes more memory, and more time to reach it.
    places: HashTable<u32>,
    /// The standard library's hasher panics if the system refuses randomness. This one takes its seed from addresses and the time.
    hasher: RandomState,
}

impl Others {
    /// Remembers an ID among the last `window`. Returns false if it is already remembered.
    fn insert(&mut self, id: AnyId, window: u32) -> bool {
        let Self { ids, next, places, hasher } = self;
        let hash = hasher.hash_one(id);
        if places.find(hash, |place| ids.get(*place as usize) == Some(&id)).is_some() {
            return false;
        }
        match ids.get_mut(*next as usize) {
            None => ids.push(id),
            Some(oldest) => {
                let place = places.find_entry(hasher.hash_one(*oldest), |place| place == next);
                drop(place.map(OccupiedEntry::remove));
                *oldest = id;
            }
        }
        let rehash = |place: &u32| ids.get(*place as usize).map_or(0, |id| hasher.hash_one(id));
        places.insert_unique(hash, *next, rehash);
        *next = (*next + 1) % window;
        true
    }
}

#[cfg(test)]
mod tests {
    use scru64::Scru64;

    use super::*;

    const WINDOW: u32 = 100;

    fn id(timestamp: usize) -> AnyId {
        Scru64::from_parts(timestamp.try_into().unwrap(), 0).unwrap().into()
    }

    /// Tries many orders. Each step visits every number once, because 1009 is a prime.
    #[test]
    fn finds_duplicates_among_the_last_ids() {
        for step in (1..1009).step_by(9) {
            let ids: Vec<AnyId> = (0..1009).map(|index| id(index * step % 1009)).collect();
            let mut seen = Seen::new(WINDOW);
            for (index, &new) in ids.iter().enumerate() {
                assert!(seen.insert(new), "step {step}, index {index}");
                let oldest = ids[index.saturating_sub(WINDOW as usize - 1)];
                assert!(!seen.insert(oldest) && !seen.insert(new), "step {step}, index {index}");
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        for step in [1, 1008, 7] {
            let mut seen = Seen::new(WINDOW);
            assert!((0..1009).all(|index| seen.insert(id(index * step % 1009))));
            let Seen { increasing, others: Others { ids, places, .. }, .. } = &seen;
            assert!(increasing.len().max(ids.len()) <= WINDOW as usize, "{step}");
            assert_eq!(ids.len(), places.len(), "{step}");
            assert!(seen.insert(id(2 * step % 1009)), "{step}: one of the first is forgotten");
        }
    }
}
