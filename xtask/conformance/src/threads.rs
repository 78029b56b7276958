//! Tests with one generator for all threads.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Mutex;
use std::thread;

use harness::scheme::{Maker, SchemeUnderTest};

/// The number of threads, on machines of any size.
const THREADS: usize = 8;
/// The number of IDs that each thread generates.
const IDS: usize = 10_000;

/// Returns the functions of a scheme's process-wide generator. If the scheme needs a node, the generator has one.
#[must_use]
pub fn process_wide<S: SchemeUnderTest>() -> Maker<S::Id> {
    if let (Err("no_node" | "not_configured"), Some(configure)) =
        ((S::PROCESS_WIDE.maker.try_new)(), S::PROCESS_WIDE.configure)
    {
        configure(S::config(42));
    }
    S::PROCESS_WIDE.maker
}

/// Asserts that no ID is generated twice, and that the IDs of each thread increase.
///
/// If each thread has its own generator, two IDs of different threads are equal with a probability of at most 2^-73,
/// which is UUIDv7's within the same millisecond. There are fewer than 2^32 such pairs, so this fails by chance once in
/// 2^41 runs.
pub fn never_repeat_an_id<T: Ord + Hash + Copy + Debug + Send>(new: fn() -> T) {
    let of_threads: Vec<Vec<T>> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|_| scope.spawn(move || (0..IDS).map(|_| new()).collect())).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    for ids in &of_threads {
        assert!(ids.is_sorted_by(|one, next| one < next));
    }
    let distinct: HashSet<T> = of_threads.iter().flatten().copied().collect();
    assert_eq!(distinct.len(), THREADS * IDS);
}

/// Asserts that an ID requested after another was returned is greater, no matter which thread requests it.
pub fn make_ids_in_one_order<T: Ord + Copy + Debug + Send>(new: fn() -> T) {
    let last = Mutex::new(new());
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for _ in 0..IDS / 10 {
                    let mut last = last.lock().expect("no thread panics");
                    let next = new();
                    assert!(next > *last, "{next:?} is not above {:?}", *last);
                    *last = next;
                }
            });
        }
    });
}
