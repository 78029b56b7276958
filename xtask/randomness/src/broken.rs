//! Broken sources, which the battery must catch.

use anyhow::Result;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::samples::Samples;

/// The words that the source with a repeated block draws before it draws them again: as many as from one seed.
const REPEATED_WORDS: usize = 16_384;

/// All broken sources, each with samples of 32 bits. `bias` is the share of ones in the biased bit, in thousandths.
pub(crate) fn all(bias: u32) -> Vec<Samples> {
    let good = || ChaCha8Rng::seed_from_u64(1);
    let samples = |name, next: Box<dyn FnMut() -> Result<u128>>| Samples { name, bits: 32, next };

    let mut rng = good();
    let stuck = move || Ok(u128::from(rng.next_u32() | 1 << 13));

    let mut rng = good();
    // A bit that is 1 anyway in half of the cases becomes 1 in some of the others.
    let threshold = u64::from(bias - 500) * u64::from(u32::MAX) / 500;
    let biased = move || {
        let (word, chance) = (rng.next_u32(), rng.next_u32());
        Ok(u128::from(word | u32::from(u64::from(chance) < threshold) << 20))
    };

    // Knuth's constants. The low bits have short periods.
    let mut state = 1_u64;
    let lcg = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(u128::from(state & 0xffff_ffff))
    };

    let mut rng = good();
    let block: Vec<u32> = (0..REPEATED_WORDS).map(|_| rng.next_u32()).collect();
    let repeated = block.into_iter().cycle();
    let mut repeated = repeated.map(u128::from);
    let repeated = move || Ok(repeated.next().unwrap_or(0));

    let mut count = 0_u32;
    let counter = move || {
        count = count.wrapping_add(1);
        Ok(u128::from(count))
    };

    // A counter whose bits are mixed: all its values are different, which random ones are not.
    let mut count = 0_u32;
    let permutation = move || {
        count = count.wrapping_add(1);
        let mut word = count;
        for _ in 0..2 {
            word = (word ^ word >> 16).wrapping_mul(0x7feb_352d);
            word = (word ^ word >> 15).wrapping_mul(0x846c_a68b);
            word ^= word >> 16;
        }
        Ok(u128::from(word))
    };

    vec![
        samples("a stuck bit", Box::new(stuck)),
        samples("a biased bit", Box::new(biased)),
        samples("the low bits of an LCG", Box::new(lcg)),
        samples("a repeated block of 64 KiB", Box::new(repeated)),
        samples("a counter", Box::new(counter)),
        samples("a counter, mixed", Box::new(permutation)),
    ]
}
