//! Parent and child share nothing.

use std::collections::HashSet;

use conformance::processes::{forks_under_load_do_not_hang, in_child, in_child_and_parent};
use scru128::{Generator, Scru128};

/// Few enough that two of the random fields are hardly ever equal by chance: 2 · 50² / 2^32 is one in 860 000 for entropy.
const IDS: usize = 50;

fn parse(texts: &[String]) -> Vec<Scru128> {
    let ids: Vec<Scru128> = texts.iter().map(|text| text.parse().expect("an ID")).collect();
    assert_eq!(ids.len(), IDS);
    assert!(ids.is_sorted_by(|one, next| one < next), "each process has its own order");
    ids
}

/// Neither an entropy, nor the counters of one series, nor a whole ID may be in both.
fn assert_nothing_in_common(one: &[Scru128], other: &[Scru128]) {
    let entropies: HashSet<u32> = one.iter().map(|id| id.entropy()).collect();
    let common = other.iter().filter(|id| entropies.contains(&id.entropy())).count();
    assert_eq!(common, 0, "entropies in both");
    // Within a process, all IDs of a second have one counter_hi, so that one of the other's would be in all of these.
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
    assert!(parent[0] > before, "the parent goes on");
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
    // The child hands on its child's IDs after its own.
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

/// The clock stands still, so that only the fork can make the counters differ.
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
    assert_eq!(child[0].timestamp(), now + 1, "above the last ID, but with counters of its own");
}

/// The clock has moved on, but not by the second after which `counter_hi` is drawn anyway.
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

/// The first use in a process is where once-cells are filled, and where a child would wait for ever for a thread that it
/// does not have. Each trial is a process of its own, which forks a little later than the one before.
#[test]
fn forks_during_the_first_use() {
    for spins in 0..500 {
        let mut first_use = std::process::Command::new(env!("CARGO_BIN_EXE_fork_during_first_use"));
        let status = first_use.arg((spins * 7 % 2000).to_string()).status().unwrap();
        assert!(status.success(), "with {spins}: {status}");
    }
}
