//! Samples where the IDs of one timestamp may count on from one random number.

use std::cmp::Ordering;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::statistics::Ones;

/// The share of ones in a field of which only some IDs are a fresh sample, and none says which.
///
/// Each timestamp gives one sample, in two ways. What a stream comes from decides which of them is fair:
///
/// - The first ID is, where there is one generator. Of several generators, sorted, it is the smallest of their numbers.
/// - Any ID, picked without a look at its bits, is, where there are several generators: each number by itself is random,
///   and so is what counts on from it. But where a generator counts until its field is full, as that of a fast
///   Ulid-Flake is, low numbers are followed by more IDs than high ones.
///
/// A bad source is bad in both.
pub(crate) struct TimestampSamples {
    first: Ones,
    any: Ones,
    /// Of the greatest timestamp, which may get further IDs.
    picked: u128,
    /// How many IDs it has.
    ids: u64,
    /// The same in each run, so that the same stream leads to the same report.
    random: ChaCha8Rng,
}

impl TimestampSamples {
    /// For a field of so many bits.
    pub(crate) fn new(bits: u32) -> Self {
        let (first, any, random) = (Ones::new(bits), Ones::new(bits), ChaCha8Rng::seed_from_u64(0));
        Self { first, any, picked: 0, ids: 0, random }
    }

    /// Takes in the field's value in an ID, and how its timestamp compares to the greatest before.
    pub(crate) fn count(&mut self, value: u128, timestamp: Ordering) {
        match timestamp {
            // A timestamp that comes back would give a second sample, which may count on from the first.
            Ordering::Less => {}
            Ordering::Greater => {
                if self.ids > 0 {
                    self.any.count(self.picked);
                }
                self.first.count(value);
                (self.picked, self.ids) = (value, 1);
            }
            Ordering::Equal => {
                self.ids += 1;
                // So that in the end each has had the same chance.
                if self.random.next_u64() % self.ids == 0 {
                    self.picked = value;
                }
            }
        }
    }

    /// The samples of which fewer bits are unfair: those that are right for the stream, unless its source is bad.
    pub(crate) fn fairer(&self) -> Ones {
        let mut any = self.any.clone();
        if self.ids > 0 {
            any.count(self.picked);
        }
        if self.first.unfair() <= any.unfair() { self.first.clone() } else { any }
    }
}
