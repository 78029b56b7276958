//! Samples of a field in which the IDs of one timestamp may count up from one random number.

use std::cmp::Ordering;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::statistics::Ones;

/// The share of ones in a field that is freshly random in only some IDs. The IDs do not show which.
///
/// Each timestamp gives one sample, chosen in two ways. The origin of the stream decides which way is fair:
///
/// - The first ID is fair if the stream is from one generator. If several generators are sorted together, the first ID has the
///   smallest of their random numbers.
/// - An ID picked without looking at its bits is fair if the stream is from several generators. Each of their numbers is
///   random, and so are the numbers that count up from it. The pick is unfair if a generator counts until its field is full, as
///   a fast Ulid-Flake generator does: more IDs follow low numbers than high ones.
///
/// A bad source fails in both.
pub(crate) struct TimestampSamples {
    first: Ones,
    any: Ones,
    /// The value picked for the greatest timestamp, which may get more IDs.
    picked: u128,
    /// The number of IDs of that timestamp.
    ids: u64,
    /// Seeded identically in each run, so that the same stream gives the same report.
    random: ChaCha8Rng,
}

impl TimestampSamples {
    /// Creates the samples of a field with this many bits.
    pub(crate) fn new(bits: u32) -> Self {
        let (first, any, random) = (Ones::new(bits), Ones::new(bits), ChaCha8Rng::seed_from_u64(0));
        Self { first, any, picked: 0, ids: 0, random }
    }

    /// Counts the field's value in an ID. `timestamp` compares the ID's timestamp to the greatest before it.
    pub(crate) fn count(&mut self, value: u128, timestamp: Ordering) {
        match timestamp {
            // A second sample of an earlier timestamp might count up from the first.
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
                // Reservoir sampling gives every ID of the timestamp the same chance.
                if self.random.next_u64() % self.ids == 0 {
                    self.picked = value;
                }
            }
        }
    }

    /// The samples with fewer unfair bits. These are the right ones for the stream, unless its source is bad.
    pub(crate) fn fairer(&self) -> Ones {
        let mut any = self.any.clone();
        if self.ids > 0 {
            any.count(self.picked);
        }
        if self.first.unfair() <= any.unfair() { self.first.clone() } else { any }
    }
}
