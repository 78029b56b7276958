//! Tests with real forks.

use std::fmt::Debug;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use harness::scheme::SchemeUnderTest;
use idcore::__private::AfterFork;
use idcore::clock::NoClock;
use idcore::id::Id as _;
use idcore::random::SystemRandom;
use idcore::{Generator, Scheme as _};

pub use crate::in_child::in_child;
use crate::threads::process_wide;

/// Generates strings in a child and in its parent at about the same time, both from the same generator state.
pub fn in_child_and_parent(mut make: impl FnMut() -> String, count: usize) -> (Vec<String>, Vec<String>) {
    // The parent runs after the child, but from the same state.
    let child = in_child(|| (0..count).map(|_| make()).collect());
    let parent = (0..count).map(|_| make()).collect();
    (child, parent)
}

/// Asserts that the lists have no ID in common and that each list increases.
pub fn assert_no_id_in_common<T: FromStr<Err: Debug> + Ord + Debug>(one: &[String], other: &[String]) {
    let parse = |strings: &[String]| {
        let ids: Vec<T> = strings.iter().map(|text| text.parse().expect("an ID")).collect();
        assert!(
            !ids.is_empty() && ids.is_sorted_by(|one, next| one < next),
            "each process has its own order"
        );
        ids
    };
    let (one, other) = (parse(one), parse(other));
    let common: Vec<_> = one.iter().filter(|id| other.binary_search(id).is_ok()).collect();
    assert!(common.is_empty(), "{common:?}");
}

/// Asserts that with the process-wide generator, a child and its parent share no ID, or the child generates none.
pub fn the_process_wide_generator_forks<S: SchemeUnderTest>() {
    let maker = process_wide::<S>();
    let _ = (maker.new)();
    let make = || match S::Config::AFTER_FORK {
        AfterFork::Error => (maker.try_new)().map_or_else(str::to_owned, |id| id.to_string()),
        AfterFork::StartOver => (maker.new)().to_string(),
    };
    let (child, parent) = in_child_and_parent(make, 50);
    match S::PER_THREAD {
        _ if S::Config::AFTER_FORK == AfterFork::Error => assert_eq!(child, ["forked"; 50]),
        Some(_) => assert_no_id_in_common::<S::Id>(&child, &parent),
        // With few random bits, chance can give both processes the same ID.
        None => assert!(child.iter().all(|text| text.parse::<S::Id>().is_ok()), "{child:?}"),
    }
}

/// Asserts that a generator shares no ID with its copy in a forked child. The clock stops, so only the fork can make
/// the IDs differ.
pub fn an_own_generator_forks<S: SchemeUnderTest>() {
    let now = 1_720_000_000_000;
    let mut generator = Generator::with_config(S::config(0), NoClock, SystemRandom::new());
    let first = S::Id::min_at(now).expect("it is in range");
    generator.resume_after(first).expect("it could be generated");
    let mut tries = 0;
    let mut make = || {
        tries += 1;
        // The child starts at a random point, possibly near the end of a tick, and then continues with a later tick.
        let id = generator.generate_at(now).or_else(|_| generator.generate_at(now + 1 + tries));
        id.map_or_else(|error| error.reason().to_owned(), |id| id.to_string())
    };
    let before: S::Id = make().parse().expect("an ID");
    let (child, parent) = in_child_and_parent(make, 50);
    if S::Config::AFTER_FORK == AfterFork::Error {
        assert_eq!(child, ["forked"; 50]);
        return;
    }
    assert_no_id_in_common::<S::Id>(&child, &parent);
    let parse = |text: &String| text.parse::<S::Id>().expect("an ID");
    assert!(parse(&child[0]) > before && parse(&parent[0]) > before);
}

/// Asserts that the IDs of `new` in a child satisfy `is_right`, even if another thread of its parent held the generator
/// at the fork.
pub fn forks_under_load(new: fn() -> String, is_right: fn(&str) -> bool) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::black_box(new());
                }
            });
        }
        let fork = || {
            let strings = in_child(|| vec![new()]);
            assert!(is_right(&strings[0]), "{strings:?}");
        };
        // After a failure, the other threads must still stop.
        let forked = std::panic::catch_unwind(|| (0..200).for_each(|_| fork()));
        done.store(true, Ordering::Relaxed);
        forked.expect("each fork went well");
    });
}
