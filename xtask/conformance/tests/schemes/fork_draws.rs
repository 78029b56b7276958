//! Wide random fields after a fork. Parent and child both redraw them, because the time is later than the last ID's.

use harness::{scru160, ulid};
use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;

use conformance::generator::T;
use conformance::processes::in_child_and_parent;

/// Generates an ID in a child and in its parent, from the same generator. Compares the field that each has drawn.
fn both_draw_their_own<I: FromStr + Display, E: Error>(
    mut generate_at: impl FnMut(u64) -> Result<I, E>,
    field: fn(I) -> u128,
) {
    let mut text_at = |now| generate_at(now).map_or_else(|error| error.to_string(), |id| id.to_string());
    let _ = text_at(T);
    let (child, parent) = in_child_and_parent(|| text_at(T + 5), 1);
    let [child, parent] =
        [child, parent].map(|strings| strings.concat().parse().map(field).ok().expect("an ID"));
    assert_ne!(child, parent); // By chance, 80 bits are equal once in 10^24 runs.
}

#[test]
fn a_child_draws_its_own_randomness_of_a_ulid() {
    let mut generator = ulid::Generator::new();
    both_draw_their_own(|now| generator.generate_at(now), ulid::Ulid::randomness);
}

#[test]
fn a_child_draws_its_own_random80() {
    let mut generator = scru160::Generator::new();
    both_draw_their_own(|now| generator.generate_at(now), scru160::Scru160::random80);
}
