//! Which IDs a stream has had, for as long as memory allows.

use std::collections::{HashSet, VecDeque};

use foldhash::quality::RandomState;

use crate::scheme::AnyId;

/// The last IDs of a stream.
///
/// An ID that is greater than all before it is no duplicate, and those that were are in order, so that a search among them
/// needs no hash table. In most streams these are all.
pub(crate) struct Seen {
    /// Among how many distinct IDs, the last ones, a duplicate is found for certain.
    window: usize,
    /// IDs that were greater than all before them, at most a window.
    increasing: VecDeque<AnyId>,
    /// The others, at most a window too. The standard library's hasher panics where the system refuses randomness; the seed of
    /// this one comes from addresses and the time.
    others: HashSet<AnyId, RandomState>,
    /// The same, as they came.
    others_in_turn: VecDeque<AnyId>,
}

impl Seen {
    pub(crate) fn new(window: usize) -> Self {
        let (increasing, others, others_in_turn) = Default::default();
        Self { window, increasing, others, others_in_turn }
    }

    /// Remembers an ID; false if it is remembered already.
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

/// Appends an ID to a window, and returns the one that has to give way to it.
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

    /// Orders of all kinds: a step that has no common factor with a prime leads to each number once.
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
