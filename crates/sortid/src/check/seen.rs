//! Remembers the IDs of a stream: all of them, or the last ones.

use std::mem;

use foldhash::fast::RandomState;
use hashbrown::HashSet;

/// The sets of a generation. Small ones grow within the caches of a processor, and a large one doesn't.
const SETS: usize = 64;

/// Remembers IDs by their bytes.
pub(super) trait Seen {
    /// Remembers an ID. Returns whether it is new.
    fn insert(&mut self, id: &[u8]) -> bool;
}

/// Remembers nothing yet. All IDs will have this many bytes. A duplicate is found if the first ID is among the last `window`.
pub(super) fn seen(byte_len: usize, window: usize) -> Box<dyn Seen> {
    match byte_len {
        8 => Box::new(Last::<8>::new(window)),
        16 => Box::new(Last::<16>::new(window)),
        _ => Box::new(Last::<20>::new(window)),
    }
}

/// The last IDs, or all of them.
struct Last<const N: usize> {
    window: usize,
    /// At most as many IDs as the window.
    current: Generation<N>,
    /// As many before these.
    previous: Generation<N>,
}

struct Generation<const N: usize> {
    len: usize,
    greatest: Option<[u8; N]>,
    /// The IDs that were greater than all before them. In most streams, these are all the IDs. A binary search finds them, so they
    /// need no table.
    increasing: Vec<[u8; N]>,
    /// All others. The standard library's hasher panics if the system refuses randomness. This one takes its seed from addresses and
    /// the time.
    others: [HashSet<[u8; N], RandomState>; SETS],
}

impl<const N: usize> Default for Generation<N> {
    fn default() -> Self {
        let others = std::array::from_fn(|_| HashSet::default());
        Self { len: 0, greatest: None, increasing: Vec::new(), others }
    }
}

impl<const N: usize> Generation<N> {
    fn contains(&self, id: &[u8; N]) -> bool {
        self.increasing.binary_search(id).is_ok()
            || self.others.get(set_of(id)).is_some_and(|set| set.contains(id))
    }

    /// Remembers an ID, if it is greater than all before it or not known yet. Returns whether it was added.
    fn insert(&mut self, id: [u8; N], leads: bool) -> bool {
        self.greatest = self.greatest.max(Some(id));
        let is_new = if leads {
            self.increasing.push(id);
            true
        } else {
            self.increasing.binary_search(&id).is_err()
                && self.others.get_mut(set_of(&id)).is_some_and(|set| set.insert(id))
        };
        self.len += usize::from(is_new);
        is_new
    }
}

/// The set of an ID. Some of its bytes are random in most schemes.
fn set_of<const N: usize>(id: &[u8; N]) -> usize {
    usize::from(id.iter().fold(0, |all, byte| all ^ byte)) % SETS
}

impl<const N: usize> Last<N> {
    fn new(window: usize) -> Self {
        Self { window, current: Generation::default(), previous: Generation::default() }
    }
}

impl<const N: usize> Seen for Last<N> {
    fn insert(&mut self, id: &[u8]) -> bool {
        let Ok(id) = id.try_into() else { return true };
        let Self { window, current, previous } = self;
        let leads = Some(&id) > current.greatest.as_ref().max(previous.greatest.as_ref());
        // A duplicate of an ID of the previous generation is added too, so that it is remembered from its last occurrence on.
        let is_new = current.insert(id, leads) && (leads || !previous.contains(&id));
        if current.len >= *window {
            *previous = mem::take(current);
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

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
            let (mut ids, mut ever) = (Last::<20>::new(usize::MAX), std::collections::HashSet::new());
            for (line, number) in stream.into_iter().enumerate() {
                let is_new = ids.insert(&id::<20>(number));
                assert_eq!(is_new, ever.insert(number), "stream {index}, line {line}");
            }
        }
    }

    /// An ID among the last ones is a duplicate, also if it was one then, and an ID that never occurred is none.
    #[test]
    fn a_window_has_the_last_ids_and_at_most_twice_as_many() {
        const WINDOW: usize = 100;
        for (index, stream) in streams().enumerate() {
            let mut ids = Last::<8>::new(WINDOW);
            let (mut last, mut ever) = (VecDeque::new(), std::collections::HashSet::new());
            for (line, number) in stream.into_iter().enumerate() {
                let is_new = ids.insert(&id::<8>(number));
                assert!(
                    !(is_new && last.contains(&number)),
                    "stream {index}, line {line}: a duplicate is missed"
                );
                assert!(is_new || ever.contains(&number), "stream {index}, line {line}: not a duplicate");
                assert!(ids.previous.len + ids.current.len < 2 * WINDOW, "stream {index}, line {line}");
                if last.len() == WINDOW {
                    last.pop_front();
                }
                last.push_back(number);
                ever.insert(number);
            }
        }
    }
}
