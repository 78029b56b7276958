//! The default source of randomness under `std`.

use core::fmt;
use std::boxed::Box;

use rand_chacha::ChaCha8Core;
use rand_core::SeedableRng;
use rand_core::block::Generator;
use thiserror::Error;

use crate::random::draw_by_words;
use crate::seed::{self, seed};
use crate::trusted::{forks, forks_so_far};
use crate::{Draw, RandomSource};

/// How many words the cipher makes at once.
const BLOCK_WORDS: usize = 64;

/// How many blocks a seed is good for: 64 KiB.
const RESEED_AFTER_BLOCKS: u32 = 256;

/// ChaCha with 8 rounds, seeded by the operating system at the first draw. No attack on eight rounds is known that is better than
/// trying all keys; the standard library of Go relies on as many.
///
/// - **Reseeding**: after 64 KiB of output, and in a forked child before its first word, so that parent and child share
///   nothing. This works for the C library's `fork()`. Nothing notices a raw `clone` system call or glibc's `_Fork()`, and a
///   handler that the program registered with `pthread_atfork` before the first use runs too early to see it.
/// - **Source**: on Linux `getrandom(2)`. Where the kernel does not have that call or a filter refuses it, `/dev/urandom`, as
///   soon as the kernel's pool is ready; the file is opened for each seed, so that no fork and no closed descriptor leads to
///   other bytes. Elsewhere the `getrandom` crate.
/// - **Failure**: if the system gives no seed, the draw returns an error, and the next draw asks again.
///
/// It can't be cloned, because the clone would repeat it.
pub struct SystemRandom {
    /// The cipher and how many blocks more it is good for; `None` before the first draw.
    seeded: Option<(ChaCha8Core, u32)>,
    block: [u32; BLOCK_WORDS],
    /// How many words of the block have been drawn.
    drawn: usize,
    /// What [`forks`] was when the block was made.
    forks: u32,
}

impl SystemRandom {
    /// A source that is not seeded yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { seeded: None, block: [0; BLOCK_WORDS], drawn: BLOCK_WORDS, forks: 0 }
    }

    /// Makes the next block, of a new seed where its time has come, and draws the first word of it.
    #[cold]
    fn next_block(&mut self) -> Result<u32, SystemRandomError> {
        let forks = forks().map_err(Cause::ForkHandler)?;
        let (cipher, blocks_left) = match &mut self.seeded {
            Some((cipher, blocks_left)) if forks == self.forks && *blocks_left > 0 => (cipher, blocks_left),
            seeded => {
                let seed = seed().map_err(Cause::NoSeed)?;
                let (cipher, blocks_left) =
                    seeded.insert((ChaCha8Core::from_seed(seed), RESEED_AFTER_BLOCKS));
                (cipher, blocks_left)
            }
        };
        cipher.generate(&mut self.block);
        *blocks_left -= 1;
        (self.drawn, self.forks) = (1, forks);
        Ok(self.block[0])
    }

    #[cold]
    fn draw_wide_by_words(&mut self, draw: Draw) -> Result<u128, SystemRandomError> {
        draw_by_words(self, draw)
    }
}

impl Default for SystemRandom {
    fn default() -> Self {
        Self::new()
    }
}

impl RandomSource for SystemRandom {
    type Error = SystemRandomError;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, SystemRandomError> {
        match self.block.get(self.drawn) {
            // Who has a block has asked for the number of forks before.
            Some(word) if self.forks == forks_so_far() => {
                self.drawn += 1;
                Ok(*word)
            }
            _ => self.next_block(),
        }
    }

    #[inline]
    fn draw_wide(&mut self, draw: Draw) -> Result<u128, SystemRandomError> {
        // As many words as there could be, so that one look at the block is enough.
        match self.block.get(self.drawn..).and_then(|words| words.first_chunk()) {
            Some(&[a, b, c, d]) if self.forks == forks_so_far() => {
                self.drawn += draw.bits.div_ceil(32) as usize;
                let value = u128::from(a) << 96 | u128::from(b) << 64 | u128::from(c) << 32 | u128::from(d);
                Ok(value.checked_shr(128_u32.saturating_sub(draw.bits)).unwrap_or(0))
            }
            _ => self.draw_wide_by_words(draw),
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
// A pointer, so that the result of a draw stays small.
pub struct SystemRandomError(Box<Cause>);

/// Private, so that no version of the crates behind it is part of the API.
#[derive(Debug, Error)]
enum Cause {
    #[error("the operating system gave no seed")]
    NoSeed(#[source] seed::Error),
    #[error("no fork handler could be registered")]
    ForkHandler(#[source] std::io::Error),
}

impl From<Cause> for SystemRandomError {
    fn from(cause: Cause) -> Self {
        Self(Box::new(cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<const N: usize>(random: &mut SystemRandom) -> [u32; N] {
        [(); N].map(|()| random.next_u32().expect("the system has randomness"))
    }

    #[test]
    fn reseeds_when_the_budget_is_used_up_and_not_before() {
        let mut random = SystemRandom::new();
        let mut block: [u32; BLOCK_WORDS] = words(&mut random);
        let (mut cipher, _) = random.seeded.clone().expect("seeded by the draws before");
        for _ in 1..RESEED_AFTER_BLOCKS {
            cipher.generate(&mut block);
            assert_eq!(words(&mut random), block);
        }
        cipher.generate(&mut block);
        assert_ne!(words(&mut random), block);
    }

    /// The same values, whether a draw takes its words at once or, near the end of a block, one by one.
    #[test]
    fn wide_fields_are_words_one_after_the_other() {
        for bits in 0..=128 {
            let mut random = SystemRandom::new();
            let _: [u32; 1] = words(&mut random);
            for _ in 0..100 {
                let (mut cipher, blocks_left) = random.seeded.clone().expect("seeded by the draw before");
                let mut rest = random.block[random.drawn..].to_vec();
                let mut next = [0; BLOCK_WORDS];
                cipher.generate(&mut next);
                rest.extend(next);
                let wide = random.draw_wide(Draw { field: "a test's", bits }).expect("it is seeded");
                let expected = (0..bits).fold(0, |value, bit| {
                    value << 1 | u128::from(rest[bit as usize / 32] >> (31 - bit % 32) & 1)
                });
                assert_eq!(wide, expected, "{bits} bits, {blocks_left} blocks left");
                let words = bits.div_ceil(32) as usize;
                assert_eq!(random.next_u32().expect("it is seeded"), rest[words]);
            }
        }
    }

    #[test]
    fn two_sources_share_nothing() {
        let (mut one, mut other) = (SystemRandom::new(), SystemRandom::new());
        assert_ne!(words::<8>(&mut one), words::<8>(&mut other));
    }

    #[test]
    fn debug_shows_no_state() {
        let mut random = SystemRandom::new();
        random.next_u32().expect("the system has randomness");
        assert_eq!(std::format!("{random:?}"), "SystemRandom { .. }");
    }
}
