//! The default source of randomness under `std`.

use core::fmt;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::RandomSource;
use crate::trusted::{forks, forks_so_far};

/// How many bytes a seed is good for.
const RESEED_AFTER_BYTES: u32 = 64 * 1024;

/// How many bytes a word takes of them.
const BYTES_PER_WORD: u32 = 4;

/// ChaCha with 12 rounds, seeded by the operating system at the first draw.
///
/// - **Reseeding**: after 64 KiB of output, and in a forked child before its first word, so that parent and child share
///   nothing. A fork is one by the C library's `fork()`; a raw `clone` system call is not noticed, and a handler that the
///   program has registered with `pthread_atfork` before the first use runs before it is.
/// - **Failure**: if the system gives no seed, the draw is an error, and the next draw asks again.
///
/// It can't be cloned, because the clone would repeat it.
#[derive(Default)]
pub struct SystemRandom {
    seeded: Option<Seeded>,
}

struct Seeded {
    rng: ChaCha12Rng,
    bytes_left: u32,
    /// What [`forks`] was when the seed was drawn.
    forks: u32,
}

impl SystemRandom {
    /// A source that is not seeded yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { seeded: None }
    }

    #[cold]
    fn reseed(&mut self) -> Result<u32, SystemRandomError> {
        let forks = forks().map_err(|error| SystemRandomError(Cause::ForkHandler(error)))?;
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| SystemRandomError(Cause::NoSeed(error)))?;
        let mut rng = ChaCha12Rng::from_seed(seed);
        let word = rng.next_u32();
        let bytes_left = RESEED_AFTER_BYTES - BYTES_PER_WORD;
        self.seeded = Some(Seeded { rng, bytes_left, forks });
        Ok(word)
    }
}

impl RandomSource for SystemRandom {
    type Error = SystemRandomError;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, SystemRandomError> {
        match &mut self.seeded {
            // Who is seeded has asked for the number of forks before.
            Some(seeded) if seeded.forks == forks_so_far() && seeded.bytes_left >= BYTES_PER_WORD => {
                seeded.bytes_left -= BYTES_PER_WORD;
                Ok(seeded.rng.next_u32())
            }
            _ => self.reseed(),
        }
    }

    #[inline]
    fn lineage(&mut self) -> u32 {
        // Without a fork handler no draw succeeds, so that no state is made with this number.
        forks().unwrap_or(0)
    }
}

/// Shows nothing of the state, from which the next words could be computed.
impl fmt::Debug for SystemRandom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SystemRandom").finish_non_exhaustive()
    }
}

/// The operating system gave no randomness.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct SystemRandomError(Cause);

/// Private, so that no version of the crates behind it is part of the API.
#[derive(Debug, Error)]
enum Cause {
    #[error("the operating system gave no seed")]
    NoSeed(#[source] getrandom::Error),
    #[error("no fork handler could be registered")]
    ForkHandler(#[source] std::io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(random: &SystemRandom) -> [u8; 32] {
        random.seeded.as_ref().expect("seeded by the draws before").rng.get_seed()
    }

    #[test]
    fn reseeds_when_the_budget_is_used_up_and_not_before() {
        let mut random = SystemRandom::new();
        let words = RESEED_AFTER_BYTES / BYTES_PER_WORD;
        random.next_u32().expect("the system has randomness");
        let first = seed(&random);
        for _ in 1..words {
            random.next_u32().expect("the system has randomness");
        }
        assert_eq!(seed(&random), first);
        random.next_u32().expect("the system has randomness");
        assert_ne!(seed(&random), first);
    }

    #[test]
    fn two_sources_share_nothing() {
        let (mut one, mut other) = (SystemRandom::new(), SystemRandom::new());
        let words = |random: &mut SystemRandom| [(); 8].map(|()| random.next_u32().expect("randomness"));
        assert_ne!(words(&mut one), words(&mut other));
    }

    #[test]
    fn debug_shows_no_state() {
        let mut random = SystemRandom::new();
        random.next_u32().expect("the system has randomness");
        assert_eq!(std::format!("{random:?}"), "SystemRandom { .. }");
    }
}
