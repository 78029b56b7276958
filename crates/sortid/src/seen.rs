//! Remembers the IDs of a stream within bounded memory.

use std::collections::{HashSet, VecDeque};

use foldhash::quality::RandomState;

use crate::scheme::AnyId;

/// The last IDs of a stream.
///
/// An ID that is greater than all before it is not a duplicate. Such IDs are in order, so a binary search finds them without a
/// hash table. In most streams, these are all the IDs.
pub(crate) struct Seen {
    /// The number of last distinct IDs among which every duplicate is found.
    window: usize,
    /// The IDs that were greater than all before them, at most `window`.
    increasing: VecDeque<AnyId>,
    /// The other IDs, also at most `window`. The standard library's hasher panics if the system refuses randomness. This one
    /// takes its seed from addresses and the time.
    others: HashSet<AnyId, RandomState>,
    /// The other IDs in their order in the stream.
    others_in_turn: VecDeque<AnyId>,
}

impl Seen {
    pub(crate) fn new(window: usize) -> Self {
        let (increasing, others, others_in_turn) = Default::default();
        Self { window, increasing, others, others_in_turn }
    }

    /// Remembers an ID. Returns false if it is already remembered.
    pub(crate) fn insert(&mut self, id: AnyId) -> bool {
        if self.increasing.back().is_none_or(|greatest| id > *greatest) {
            push(&mut self.increasing, id, self.window);
            return true;
        }
        if self.increasing.binary_search(&id).is_ok() || !self.others.insert(id) {
            return false;
        }
        if let Some(oldest) = push(&mut self.others_in_turn, id, self.window) {
            self.others.remove(&oldest);
        }
        true
    }
}

/// Appends an ID to a window. Returns the oldest ID if the window was full.
fn push(ids: &mut VecDeque<AnyId>, id: AnyId, window: usize) -> Option<AnyId> {
    let oldest = if ids.len() == window { ids.pop_front() } else { None };
    ids.push_back(id);
    oldest
}

#[cfg(test)]
mod tests {
    use scru64::Scru64;

    use super::*;

    const WINDOW: usize = 100;

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
                let oldest = ids[index.saturating_sub(WINDOW - 1)];
                assert!(!seen.insert(oldest) && !seen.insert(new), "step {step}, index {index}");
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        for step in [1, 1008, 7] {
            let mut seen = Seen::new(WINDOW);
            assert!((0..1009).all(|index| seen.insert(id(index * step % 1009))));
            assert!(seen.increasing.len() <= WINDOW && seen.others.len() <= WINDOW, "{step}");
            assert_eq!(seen.others.len(), seen.others_in_turn.len(), "{step}");
            assert!(seen.insert(id(2 * step % 1009)), "{step}: one of the first is forgotten");
        }
    }
}
