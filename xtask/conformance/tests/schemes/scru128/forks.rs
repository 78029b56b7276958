//! Tests that a parent and its child share no ID.

use std::collections::HashSet;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use conformance::generator::T;
use conformance::processes::{self, in_child, in_child_and_parent};
use harness::scru128::{Generator, Scru128};

/// Few enough that random fields are rarely equal by chance (see [`with_nothing_in_common`]).
const IDS: usize = 20;

/// Returns the IDs of two processes, after asserting that they share no `entropy` (and therefore no ID) and start with
/// different values of `counter_hi`.
///
/// By chance, two processes share an `entropy` once in 2^32 / 20² forks, and their first `counter_hi` once in 2^24. The
/// function therefore forks twice if necessary, and fails by chance once in 10^13 calls.
fn with_nothing_in_common(
    mut fork: impl FnMut() -> (Vec<String>, Vec<String>),
) -> (Vec<Scru128>, Vec<Scru128>) {
    let mut try_fork = || {
        let (one, other) = fork();
        let [one, other] = [one, other].map(|strings| {
            let ids: Vec<Scru128> = strings.iter().map(|text| text.parse().expect("an ID")).collect();
            assert_eq!(ids.len(), IDS);
            assert!(ids.is_sorted_by(|one, next| one < next), "each process has its own order");
            ids
        });
        let entropies = |ids: &[Scru128]| ids.iter().map(|id| id.entropy()).collect::<HashSet<u32>>();
        let common = !entropies(&one).is_disjoint(&entropies(&other))
            // All IDs of a process within a second have the same `counter_hi`.
            || one[0].counter_hi() == other[0].counter_hi();
        if common { Err((one, other)) } else { Ok((one, other)) }
    };
    try_fork().or_else(|_| try_fork()).expect("no common value in one of two forks")
}

#[test]
fn two_children_share_nothing() {
    let _ = Scru128::new();
    let child = || in_child(|| (0..IDS).map(|_| Scru128::new().to_string()).collect());
    with_nothing_in_common(|| (child(), child()));
}

#[test]
fn a_grandchild_shares_nothing_with_a_child() {
    let _ = Scru128::new();
    with_nothing_in_common(|| {
        // The child returns its own IDs, then its child's.
        let mut child = in_child(|| {
            let (grandchild, child) = in_child_and_parent(|| Scru128::new().to_string(), IDS);
            child.into_iter().chain(grandchild).collect()
        });
        let grandchild = child.split_off(IDS);
        (child, grandchild)
    });
}

/// First the clock stops, so only the fork can make the counters differ. Then it advances, but by less than the second
/// after which `counter_hi` is redrawn anyway.
#[test]
fn an_own_generator_draws_every_field_in_the_child() {
    for (advance, of_child) in [(0, T + 1), (5, T + 5)] {
        let mut before = 0;
        let (child, parent) = with_nothing_in_common(|| {
            let mut generator = Generator::new();
            before = generator.generate_at(T).unwrap().counter_hi();
            in_child_and_parent(|| generator.generate_at(T + advance).unwrap().to_string(), IDS)
        });
        assert_eq!((child[0].timestamp(), parent[0].timestamp()), (of_child, T + advance));
        // `counter_lo` can carry into `counter_hi`.
        assert!((before..=before + 1).contains(&parent[0].counter_hi()));
    }
}

/// A resumed generator has a state, but has not drawn anything yet.
#[test]
fn a_resumed_generator_starts_over_in_the_child() {
    let saved = Scru128::from_parts(T, 1, 2, 3).unwrap();
    let (child, parent) = with_nothing_in_common(|| {
        let mut generator = Generator::new();
        generator.resume_after(saved).unwrap();
        in_child_and_parent(|| generator.generate_at(T).unwrap().to_string(), IDS)
    });
    assert!(child[0] > saved && parent[0] > saved);
}

#[test]
fn forks_under_load() {
    processes::forks_under_load(|| Scru128::new().to_string(), |text| text.parse::<Scru128>().is_ok());
}

/// A process initialises its once-cells on first use. A child that is forked at that moment could wait forever for a
/// thread that it does not have. Each trial is a new process, which forks a little later than the process before it.
#[test]
fn forks_during_the_first_use() {
    for spins in 0..500 {
        let mut first_use = Command::cargo_bin("fork_during_first_use").unwrap();
        let status = first_use.arg((spins * 7 % 2000).to_string()).status().unwrap();
        assert!(status.success(), "with {spins}: {status}");
    }
}

/// A fork copies the words of such a source, so the child must leave the tick of its parent's last ID.
#[cfg(feature = "rand_core_0_10")]
#[test]
fn a_generator_with_a_source_of_rand_core_stays_in_order_in_a_child() {
    use rand_core::SeedableRng;

    let random = idcore::random::RandCore010(rand_chacha::ChaCha8Rng::seed_from_u64(1));
    let config = harness::scru128::Config::new();
    let mut generator = Generator::with_config(config, idcore::clock::NoClock, random);
    let last = generator.generate_at(T).expect("nothing fails");
    let child = in_child(|| vec![generator.generate_at(T).expect("the child continues").to_string()]);
    let child: Scru128 = child[0].parse().expect("an ID");
    assert!(child.timestamp() > last.timestamp(), "{child} after {last}");
    generator.generate_at(T).expect("the parent continues");
}
