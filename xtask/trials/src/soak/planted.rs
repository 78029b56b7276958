//! How a worker makes its IDs, and the planted faults that the checker must find.

use idcore::{RandomSource, SystemRandom};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::frame::Count;

/// How a worker makes its IDs. Each kind has a promise of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// The process-wide generator, by all threads at the same time. An ID that is requested after another was returned is
    /// greater.
    Threads,
    /// The process-wide generator, by threads that take turns. So the order of all its IDs is known.
    Turns,
    /// One private generator for each thread.
    Private,
    /// The same, many IDs at once.
    Fill,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Threads, Self::Turns, Self::Private, Self::Fill];

    pub(super) const fn is_process_wide(self) -> bool {
        matches!(self, Self::Threads | Self::Turns)
    }
}

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Planted {
    /// After a large step back, a generator of a node starts over, with the same counter in each tick.
    RestartsItsCounter,
    /// After any step back, the generator starts over.
    NoAllowance,
    /// A forked child continues with its parent's random numbers.
    SameSeedAfterFork,
    /// The successor of a killed process does not continue after the last ID of its node.
    ForgetsTheLast,
    /// Each thread has a generator, as if it were one for all.
    OnePerThread,
}

impl Planted {
    /// All planted faults, with the scheme and the kind of generator that shows each, and what the checker must find.
    pub(super) const ALL: [(Self, &'static str, Kind, Count); 5] = [
        (Self::RestartsItsCounter, "scru64", Kind::Private, Count::Duplicates),
        (Self::NoAllowance, "ulid", Kind::Private, Count::OutOfOrder),
        (Self::SameSeedAfterFork, "scru128", Kind::Private, Count::Duplicates),
        (Self::ForgetsTheLast, "scru64", Kind::Fill, Count::Duplicates),
        (Self::OnePerThread, "scru160", Kind::Threads, Count::OutOfOrder),
    ];
}

/// The random source of a private generator.
pub(super) trait Source: RandomSource + Send + Sized + 'static {
    fn new() -> Self;
}

impl Source for SystemRandom {
    fn new() -> Self {
        Self::new()
    }
}

/// Does not notice a fork.
pub(super) struct Blind(ChaCha8Rng);

impl Source for Blind {
    fn new() -> Self {
        let mut system = SystemRandom::new();
        let mut seed = [0; 32];
        seed.fill_with(|| system.next_u32().map_or(0, |word| word.to_le_bytes()[0]));
        Self(ChaCha8Rng::from_seed(seed))
    }
}

impl RandomSource for Blind {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.next_u32())
    }
}

/// Draws zeros. It notices a fork.
pub(super) struct Zeros(SystemRandom);

impl Source for Zeros {
    fn new() -> Self {
        Self(SystemRandom::new())
    }
}

impl RandomSource for Zeros {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn lineage(&mut self) -> u32 {
        self.0.lineage()
    }
}
