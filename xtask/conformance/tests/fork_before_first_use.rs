//! Children that are forked before the first use of a generator. Each test has its own generators, because the scheme
//! crates' generators may already be in use.

#![cfg(all(unix, feature = "std"))]

use conformance::processes::{assert_no_id_in_common, in_child};
use harness::scheme::SchemeUnderTest;
use harness::scru64;
use idcore::__private::{Origin, ProcessWide};
use idcore::clock::{Milliseconds, NoClock};
use idcore::error::GenerateError;
use idcore::id::Id;
use idcore::random::SystemRandom;
use idcore::{Generator, Scheme};

/// Returns the IDs of two children and then of their parent.
fn three_processes(mut make: impl FnMut() -> String) -> [Vec<String>; 3] {
    let mut ids = || (0..50).map(|_| make()).collect();
    [in_child(&mut ids), in_child(&mut ids), ids()]
}

fn share_no_id<I: Id>(make: impl FnMut() -> String) {
    let [one, other, parent] = three_processes(make);
    assert_no_id_in_common::<I>(&one, &other);
    assert_no_id_in_common::<I>(&one, &parent);
    assert_no_id_in_common::<I>(&other, &parent);
}

fn process_wide<S>(generator: &'static ProcessWide<S>)
where
    S: Scheme<Id: Id, Unit = Milliseconds> + Copy + Send + Sync,
{
    share_no_id::<S::Id>(|| generator.try_id().expect("an ID").to_string());
}

macro_rules! process_wide_of_each {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {$({
        type Config = <harness::schemes::$scheme as SchemeUnderTest>::Config;
        static GENERATOR: ProcessWide<Config> = ProcessWide::new(|_| Ok(harness::schemes::$scheme::config(0)));
        if is_apart::<harness::schemes::$scheme>() {
            process_wide(&GENERATOR);
        }
    })+};
}

/// Returns `true` if only chance keeps the generators of a scheme apart.
fn is_apart<S: SchemeUnderTest>() -> bool {
    S::PER_THREAD.is_some()
}

#[test]
fn process_wide_generators_of_two_children_share_no_id() {
    harness::for_each_scheme!(process_wide_of_each!);
}

/// The clock stops, so only the random bits differ.
#[test]
fn own_generators_that_were_never_used_share_no_id() {
    fn own<S: SchemeUnderTest>() {
        let mut generator = Generator::with_config(S::config(0), NoClock, SystemRandom::new());
        let now = conformance::generator::T;
        share_no_id::<S::Id>(|| generator.generate_at(now).expect("the tick has room").to_string());
    }
    let tried = harness::with_each_scheme!(S => is_apart::<S>().then(own::<S>).is_some());
    assert!(tried.contains(&true));
}

/// Uniqueness is not promised here, because a child that was forked before the first use can't know that other
/// processes have its node.
#[test]
fn children_take_the_node_that_their_parent_would_have_taken() {
    static NODE: ProcessWide<scru64::Config> = ProcessWide::new(|origin| match origin {
        Origin::First => Ok("42/8".parse().expect("a node spec")),
        Origin::Forked | Origin::Unconfigured => Err(GenerateError::Forked),
    });
    let make = || NODE.try_id().map_or_else(|error| error.to_string(), |id| id.to_string());
    for strings in three_processes(make) {
        let nodes =
            strings.iter().map(|text| text.parse::<scru64::Scru64>().expect("an ID").node_ctr() >> 16);
        assert!(nodes.eq([42; 50]), "{strings:?}");
    }
}

/// Like its parent, a child gets the error for a missing configuration until a generator exists.
#[test]
fn children_of_an_unconfigured_parent_are_unconfigured() {
    static NODE: ProcessWide<scru64::Config> = ProcessWide::new(|origin| match origin {
        Origin::First | Origin::Unconfigured => Err(GenerateError::NotConfigured),
        Origin::Forked => Err(GenerateError::Forked),
    });
    let reason = || NODE.try_id().map_or_else(|error| error.reason().to_owned(), |_| "an ID".to_owned());
    let of_child_and_grandchild = || {
        let of_child = in_child(|| vec![reason()]);
        [of_child, in_child(|| [vec![reason()], in_child(|| vec![reason()])].concat())].concat()
    };
    assert_eq!(reason(), "not_configured");
    assert_eq!(of_child_and_grandchild(), ["not_configured"; 3]);
    NODE.configure("42/8".parse().expect("a node spec"));
    assert_eq!(reason(), "an ID");
    assert_eq!(of_child_and_grandchild(), ["forked"; 3]);
}
