//! Wide random fields that parent and child draw after a fork, at a later time than the last ID, so that both draw anew.

#![cfg(all(unix, feature = "std"))]

use std::str::FromStr;

use conformance::generator::T;
use conformance::processes::in_child_and_parent;

/// The fields that parent and child draw for their next IDs. `generate_at` makes an ID of a generator that both have.
fn draws_of_both<I: FromStr>(mut generate_at: impl FnMut(u64) -> String, field: fn(I) -> u128) -> [u128; 2] {
    let _ = generate_at(T);
    let (child, parent) = in_child_and_parent(|| generate_at(T + 5), 1);
    [child, parent].map(|texts| texts.concat().parse().map(field).ok().expect("an ID"))
}

#[test]
fn a_child_draws_its_own_randomness_of_a_ulid() {
    let mut generator = ulid::Generator::new();
    let [child, parent] = draws_of_both(
        |now| generator.generate_at(now).map_or_else(|error| error.to_string(), |id| id.to_string()),
        ulid::Ulid::randomness,
    );
    assert_ne!(child, parent);
}

#[test]
fn a_child_draws_its_own_random80() {
    let mut generator = scru160::Generator::new();
    let [child, parent] = draws_of_both(
        |now| generator.generate_at(now).map_or_else(|error| error.to_string(), |id| id.to_string()),
        scru160::Scru160::random80,
    );
    assert_ne!(child, parent);
}
