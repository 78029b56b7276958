//! A parent and its child share no ID.

use harness::scru128;
use std::collections::HashSet;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use conformance::generator::T;
use conformance::processes::{forks_under_load_do_not_hang, in_child, in_child_and_parent};
use harness::scru128::{Generator, Scru128};

/// Few enough that random fields are hardly ever equal by chance: for entropy, 2 · 50² / 2^32 is one in 860 000.
const IDS: usize = 50;

/// The IDs of two processes, if they have no entropy, no counters of a series and no whole ID in common.
fn with_nothing_in_common((one, other): (Vec<String>, Vec<String>)) -> (Vec<Scru128>, Vec<Scru128>) {
    let [one, other] = [one, other].map(|texts| {
        let ids: Vec<Scru128> = texts.iter().map(|text| text.parse().expect("an ID")).collect();
        assert_eq!(ids.len(), IDS);
        assert!(ids.is_sorted_by(|one, next| one < next), "each process has its own order");
        ids
    });
    // All IDs that a process makes in a second have the same counter_hi. A shared one would be in all IDs of both lists.
    for field in [Scru128::entropy, Scru128::counter_hi] {
        let values = |ids: &[Scru128]| ids.iter().map(|id| field(*id)).collect::<HashSet<u32>>();
        assert!(values(&one).is_disjoint(&values(&other)), "expected no common value, {one:?} {other:?}");
    }
    (one, other)
}

#[test]
fn the_process_wide_generator_shares_nothing_with_a_child() {
    let before = scru128::new();
    let (_, parent) = with_nothing_in_common(in_child_and_parent(scru128::new_string, IDS));
    assert!(parent[0] > before, "the parent continues");
}

#[test]
fn two_children_share_nothing() {
    let _ = scru128::new();
    let child = || in_child(|| (0..IDS).map(|_| scru128::new_string()).collect());
    with_nothing_in_common((child(), child()));
}

#[test]
fn a_grandchild_shares_nothing_with_a_child() {
    let _ = scru128::new();
    // The child passes on its child's IDs after its own.
    let mut child = in_child(|| {
        let (grandchild, child) = in_child_and_parent(scru128::new_string, IDS);
        child.into_iter().chain(grandchild).collect()
    });
    let grandchild = child.split_off(IDS);
    with_nothing_in_common((child, grandchild));
}

#[test]
fn an_own_generator_shares_nothing_with_a_child_and_stays_in_order() {
    let mut generator = Generator::new();
    let before = generator.generate().unwrap();
    let texts = in_child_and_parent(|| generator.generate().unwrap().to_string(), IDS);
    let (child, parent) = with_nothing_in_common(texts);
    assert!(child[0] > before && parent[0] > before);
}

/// First the clock stands still, so only the fork can make the counters differ. Then it has advanced, but by less than the
/// second after which `counter_hi` is drawn anyway.
#[test]
fn an_own_generator_draws_every_field_in_the_child() {
    for (advance, of_child) in [(0, T + 1), (5, T + 5)] {
        let mut generator = Generator::new();
        let before = generator.generate_at(T).unwrap();
        let texts = in_child_and_parent(|| generator.generate_at(T + advance).unwrap().to_string(), IDS);
        let (child, parent) = with_nothing_in_common(texts);
        assert_eq!((child[0].timestamp(), parent[0].timestamp()), (of_child, T + advance));
        assert_eq!(parent[0].counter_hi(), before.counter_hi());
    }
}

/// A resumed generator has a state, but has not drawn anything yet.
#[test]
fn a_resumed_generator_starts_over_in_the_child() {
    let saved = Scru128::from_parts(T, 1, 2, 3).unwrap();
    let mut generator = Generator::new();
    generator.resume_after(saved).unwrap();
    let texts = in_child_and_parent(|| generator.generate_at(T).unwrap().to_string(), IDS);
    let (child, parent) = with_nothing_in_common(texts);
    assert!(child[0] > saved && parent[0] > saved);
}

#[test]
fn forks_under_load() {
    forks_under_load_do_not_hang(scru128::new_string);
}

/// During its first use a process initialises its once-cells. A child forked then could wait forever for a thread that it
/// does not have. Each trial is a new process, which forks a little later than the previous one.
#[test]
fn forks_during_the_first_use() {
    for spins in 0..500 {
        let mut first_use = Command::cargo_bin("fork_during_first_use").unwrap();
        let status = first_use.arg((spins * 7 % 2000).to_string()).status().unwrap();
        assert!(status.success(), "with {spins}: {status}");
    }
}

/// The words of such a source are copied by the fork, so the child must leave the tick of its parent's last ID.
#[cfg(feature = "rand_core_0_10")]
#[test]
fn a_generator_with_a_source_of_rand_core_stays_in_order_in_a_child() {
    use rand_core::SeedableRng;

    let random = idcore::RandCore010(rand_chacha::ChaCha8Rng::seed_from_u64(1));
    let mut generator = Generator::with_sources(scru128::SystemClock, random);
    // Ahead of the clock, so that only the past keeps the child in order.
    let ahead = generator.generate().expect("the system has a time").unix_ms() + 5_000;
    let last = generator.generate_at(ahead).expect("it is within the range");
    let child = in_child(|| vec![generator.generate().expect("the child continues").to_string()]);
    let child: Scru128 = child[0].parse().expect("an ID");
    assert!(child > last && child.timestamp() > last.timestamp(), "{child} after {last}");
    generator.generate().expect("the parent continues");
}
