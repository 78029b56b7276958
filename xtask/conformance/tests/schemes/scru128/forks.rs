//! A parent and its child share no ID.

use harness::scru128;
use std::collections::HashSet;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use conformance::processes::{forks_under_load_do_not_hang, in_child, in_child_and_parent};
use harness::scru128::{Generator, Scru128};

/// Few enough that random fields are hardly ever equal by chance: for entropy, 2 · 50² / 2^32 is one in 860 000.
const IDS: usize = 50;

fn parse(texts: &[String]) -> Vec<Scru128> {
    let ids: Vec<Scru128> = texts.iter().map(|text| text.parse().expect("an ID")).collect();
    assert_eq!(ids.len(), IDS);
    assert!(ids.is_sorted_by(|one, next| one < next), "each process has its own order");
    ids
}

/// Asserts that the two lists have no entropy, no counters of a series and no whole ID in common.
fn assert_nothing_in_common(one: &[Scru128], other: &[Scru128]) {
    let entropies: HashSet<u32> = one.iter().map(|id| id.entropy()).collect();
    let common = other.iter().filter(|id| entropies.contains(&id.entropy())).count();
    assert_eq!(common, 0, "entropies in both");
    // All IDs that a process makes in a second have the same counter_hi. A shared one would be in all IDs of both lists.
    let counters: HashSet<u32> = one.iter().map(|id| id.counter_hi()).collect();
    let common = other.iter().filter(|id| counters.contains(&id.counter_hi())).count();
    assert_eq!(common, 0, "counter_hi in both");
}

#[test]
fn the_process_wide_generator_shares_nothing_with_a_child() {
    let before = scru128::new();
    let (child, parent) = in_child_and_parent(scru128::new_string, IDS);
    let (child, parent) = (parse(&child), parse(&parent));
    assert_nothing_in_common(&child, &parent);
    assert!(parent[0] > before, "the parent continues");
}

#[test]
fn two_children_share_nothing() {
    let _ = scru128::new();
    let children = [(); 2].map(|()| in_child(|| (0..IDS).map(|_| scru128::new_string()).collect()));
    assert_nothing_in_common(&parse(&children[0]), &parse(&children[1]));
}

#[test]
fn a_grandchild_shares_nothing_with_a_child() {
    let _ = scru128::new();
    // The child passes on its child's IDs after its own.
    let texts = in_child(|| {
        let (grandchild, child) = in_child_and_parent(scru128::new_string, IDS);
        child.into_iter().chain(grandchild).collect()
    });
    let (child, grandchild) = texts.split_at(IDS);
    assert_nothing_in_common(&parse(child), &parse(grandchild));
}

#[test]
fn an_own_generator_shares_nothing_with_a_child_and_stays_in_order() {
    let mut generator = Generator::new();
    let before = generator.generate().unwrap();
    let (child, parent) = in_child_and_parent(|| generator.generate().unwrap().to_string(), IDS);
    let (child, parent) = (parse(&child), parse(&parent));
    assert_nothing_in_common(&child, &parent);
    assert!(child[0] > before && parent[0] > before);
}

/// The clock stands still, so only the fork can make the counters differ.
#[test]
fn an_own_generator_starts_over_in_the_child_within_a_millisecond() {
    let now = conformance::generator::T;
    let mut generator = Generator::new();
    let before = generator.generate_at(now).unwrap();
    let (child, parent) = in_child_and_parent(|| generator.generate_at(now).unwrap().to_string(), IDS);
    let (child, parent) = (parse(&child), parse(&parent));
    assert_nothing_in_common(&child, &parent);
    assert_eq!(parent[0].timestamp(), now);
    assert_eq!(parent[0].counter_hi(), before.counter_hi());
    assert_eq!(child[0].timestamp(), now + 1, "above the last ID, with new counters");
}

/// The clock has advanced, but by less than the second after which `counter_hi` is drawn anyway.
#[test]
fn an_own_generator_draws_every_field_in_the_child_after_a_millisecond() {
    let now = conformance::generator::T;
    let mut generator = Generator::new();
    let before = generator.generate_at(now).unwrap();
    let (child, parent) = in_child_and_parent(|| generator.generate_at(now + 5).unwrap().to_string(), IDS);
    let (child, parent) = (parse(&child), parse(&parent));
    assert_nothing_in_common(&child, &parent);
    assert_eq!((child[0].timestamp(), parent[0].timestamp()), (now + 5, now + 5));
    assert_eq!(parent[0].counter_hi(), before.counter_hi());
}

/// A resumed generator has a state, but has not drawn anything yet.
#[test]
fn a_resumed_generator_starts_over_in_the_child() {
    let now = conformance::generator::T;
    let saved = Scru128::from_parts(now, 1, 2, 3).unwrap();
    let mut generator = Generator::new();
    generator.resume_after(saved).unwrap();
    let (child, parent) = in_child_and_parent(|| generator.generate_at(now).unwrap().to_string(), IDS);
    let (child, parent) = (parse(&child), parse(&parent));
    assert_nothing_in_common(&child, &parent);
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
