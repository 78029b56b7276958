//! The default random source under `std`.

use core::fmt;

use rand_chacha::ChaCha8Core;
use rand_core::SeedableRng;
use rand_core::block::Generator;

use crate::error::SystemRandomError;
use crate::error::system::RandomCause;
use crate::random::{Draw, RandomSource, draw_by_words};
use crate::sys::platform::seed;
use crate::sys::{known_process_number, registered_process_number};

/// The number of words that the cipher generates at once.
const BLOCK_WORDS: usize = 64;

/// The number of blocks from one seed: 64 KiB.
const RESEED_AFTER_BLOCKS: u32 = 256;

/// The lifetime of a seed, in milliseconds. A step back of this length also ends it.
const SEED_LIFETIME_MS: u64 = 1_000;

/// ChaCha with 8 rounds, seeded by the operating system at the first draw. No known attack on eight rounds is better
/// than trying all keys. Go's standard library uses the same number of rounds.
///
/// - **Reseeding**: after 64 KiB of output, when the generator's clock has moved by at least a second, and in a forked
///   child before its first word. So the copies of a cloned virtual machine share little, and parent and child share
///   nothing. On Linux 4.14 and later, every child process with its own copy of the memory is detected, unless a filter
///   denies `madvise`. On other systems, only a child of the C library's `fork()` is. A child that is not detected
///   repeats its parent's words.
/// - **Source**: the `getrandom` crate. On Linux, it calls `getrandom(2)`. If the kernel does not have that call or a
///   filter denies it, the crate reads `/dev/urandom`, which has drawbacks in processes that fork or close files: see
///   `docs/faq.md`. With `--cfg getrandom_backend="linux_getrandom"` in `RUSTFLAGS`, a denied call is an error instead.
///   On `wasm32-unknown-unknown` with the `js` feature, it calls `crypto.getRandomValues`. Without that feature, each
///   draw fails.
/// - **Failure**: if the system provides no seed, the draw returns an error, and the next draw asks again.
///
/// It can't be cloned, because the clone would repeat its output.
pub struct SystemRandom {
    /// The cipher, and the number of blocks that it may still generate. `None` before the first draw.
    seeded: Option<(ChaCha8Core, u32)>,
    block: [u32; BLOCK_WORDS],
    /// The number of words of the block that have been drawn.
    drawn: usize,
    /// The value of [`registered_process_number`] when the block was generated.
    process_number: u32,
    /// The latest time that a generator passed, and the time when the seed was drawn, in milliseconds since 1970.
    unix_ms: u64,
    seeded_unix_ms: u64,
}

impl SystemRandom {
    /// Creates a source that is not seeded yet.
    #[must_use]
    pub const fn new() -> Self {
        let (unix_ms, seeded_unix_ms) = (0, 0);
        Self {
            seeded: None,
            block: [0; BLOCK_WORDS],
            drawn: BLOCK_WORDS,
            process_number: 0,
            unix_ms,
            seeded_unix_ms,
        }
    }

    /// Generates the next block, from a new seed if one is due, and draws its first word.
    #[cold]
    fn next_block(&mut self) -> Result<u32, SystemRandomError> {
        let process_number = registered_process_number().map_err(RandomCause::ForkHandler)?;
        let (cipher, blocks_left) = match &mut self.seeded {
            Some((cipher, blocks_left)) if process_number == self.process_number && *blocks_left > 0 => {
                (cipher, blocks_left)
            }
            seeded => {
                let seed = seed().map_err(RandomCause::NoSeed)?;
                self.seeded_unix_ms = self.unix_ms;
                let (cipher, blocks_left) =
                    seeded.insert((ChaCha8Core::from_seed(seed), RESEED_AFTER_BLOCKS));
                (cipher, blocks_left)
            }
        };
        cipher.generate(&mut self.block);
        *blocks_left -= 1;
        (self.drawn, self.process_number) = (1, process_number);
        Ok(self.block[0])
    }

    /// Expires the seed and its block, so that the next draw uses a new seed.
    #[cold]
    fn expire(&mut self) {
        self.drawn = BLOCK_WORDS;
        if let Some((_, blocks_left)) = &mut self.seeded {
            *blocks_left = 0;
        }
    }

    // Takes only the number of bits, so that callers keep no `Draw` in memory.
    #[cold]
    fn draw_wide_by_words(&mut self, bits: u32) -> Result<u128, SystemRandomError> {
        draw_by_words(self, Draw { field: "any", bits })
    }
}

/// Returns the first bits of four words as an integer.
#[inline]
fn first_bits(words: [u32; 4], bits: u32) -> u128 {
    // The first word is the upper half. Shifting 128 bits by a variable takes many instructions, so each shift is 64
    // bits wide.
    let two = |low: u32, high: u32| (u64::from(high) << 32 | u64::from(low)).rotate_left(32);
    let [a, b, c, d] = words;
    let (first, second) = (two(a, b), two(c, d));
    if bits > 64 {
        let excess = 128 - bits.min(128);
        u128::from(first >> excess) << 64 | u128::from(first << 1 << (63 - excess) | second >> excess)
    } else {
        u128::from(first.checked_shr(64 - bits).unwrap_or(0))
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
            // Generating the block has called `registered_process_number`, so the number of its process is not 0.
            Some(word) if self.process_number == known_process_number() => {
                self.drawn += 1;
                Ok(*word)
            }
            _ => self.next_block(),
        }
    }

    #[inline]
    fn draw_wide(&mut self, draw: Draw) -> Result<u128, SystemRandomError> {
        // Takes as many words as any draw needs.
        match self.block.get(self.drawn..).and_then(|words| words.first_chunk()) {
            Some(&words) if self.process_number == known_process_number() => {
                self.drawn += draw.bits.div_ceil(32) as usize;
                // SCRU160 draws 96 bits for each ID. Shifts by constants save a tenth of its instructions.
                Ok(if draw.bits == 96 { first_bits(words, 96) } else { first_bits(words, draw.bits) })
            }
            _ => self.draw_wide_by_words(draw.bits),
        }
    }

    #[inline]
    fn observe_time(&mut self, unix_ms: u64) {
        self.unix_ms = unix_ms;
        if unix_ms.abs_diff(self.seeded_unix_ms) >= SEED_LIFETIME_MS {
            self.expire();
        }
    }
}

/// Shows no part of the state, because the next words could be computed from it.
impl fmt::Debug for SystemRandom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SystemRandom").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod known_answers;

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

    /// A byte-equal copy, as in a cloned virtual machine.
    fn twin(random: &SystemRandom) -> SystemRandom {
        SystemRandom { seeded: random.seeded.clone(), ..*random }
    }

    #[test]
    fn twins_share_nothing_once_the_clock_has_moved_by_a_second() {
        const T: u64 = 1_700_000_000_000;
        for (moved, shares) in
            [(T + 999, true), (T - 999, true), (T + 1_000, false), (T - 1_000, false), (0, false)]
        {
            let mut random = SystemRandom::new();
            random.observe_time(T);
            let _: [u32; 1] = words(&mut random);
            let mut twin = twin(&random);
            for one in [&mut random, &mut twin] {
                one.observe_time(moved);
            }
            assert_eq!(words::<8>(&mut random) == words::<8>(&mut twin), shares, "{moved}");
            // The age of the new seed is measured with the clock.
            random.observe_time(T + 500);
            assert_eq!(
                random.drawn == BLOCK_WORDS,
                (T + 500).abs_diff(if shares { T } else { moved }) >= 1_000
            );
        }
    }

    /// Checks that the values are the same, whether a draw takes its words at once or, near the end of a block, one by
    /// one.
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
    fn debug_of_a_source_shows_no_state() {
        let mut random = SystemRandom::new();
        random.next_u32().expect("the system has randomness");
        assert_eq!(std::format!("{random:?}"), "SystemRandom { .. }");
        let random = crate::random::from_fn(|| Ok::<_, ()>(7));
        assert_eq!(std::format!("{random:?}"), "FromFn { .. }");
    }
}
