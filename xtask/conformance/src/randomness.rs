//! Statistical tests of the system's stream and of the random bits of IDs. Each statistic is a number of standard deviations.
//!
//! The statistics are the frequencies of bits and bytes, correlations at some distances, and collisions (Knuth, TAOCP 3.3.2).
//! Larger batteries, such as PractRand, can read the streams from `randomness --write STREAM`.

#![allow(clippy::cast_precision_loss, reason = "statistics are approximate")]

use std::collections::HashSet;

use anyhow::{Context as _, Result, ensure};
use harness::scheme::SchemeUnderTest;
use idcore::{Generator, Id, NoClock, RandomSource as _, SystemRandom};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// A statistic further from its expectation than this many standard deviations is a failure. For a normal distribution, the chance
/// of one is below 1.3 × 10⁻¹⁵, and all streams together have a few hundred statistics.
pub const LIMIT: f64 = 8.0;

/// The distances in words at which bits are compared: the cipher's block (512 bits), its blocks that are made at once (2048
/// bits), and what comes from one seed (64 KiB).
const WORD_LAGS: [usize; 5] = [1, 2, 8, 32, REMEMBERED_WORDS];
const REMEMBERED_WORDS: usize = 8192;
/// The distances within neighbouring words, in bits.
const BIT_LAGS: u32 = 32;
/// How many chunks of 32 bits are searched for equal ones.
const COLLISION_SAMPLES: u64 = 1 << 20;

/// A stream of samples, each of which has some random bits.
pub struct Stream {
    /// Its name.
    pub name: &'static str,
    /// The positions of the random bits in a sample.
    bits: Vec<u32>,
    next: Box<dyn FnMut() -> Result<[u8; 20]>>,
}

/// The streams whose bits must be random: that of the system, and those of all schemes.
///
/// # Errors
///
/// A scheme has other random bits than its specification says.
pub fn streams() -> Result<Vec<Stream>> {
    let of_schemes = harness::with_each_scheme!(S => of_scheme::<S>());
    std::iter::once(Ok(system())).chain(of_schemes).collect()
}

/// Prints the greatest deviation of so many kilobytes of each stream, and of streams with planted faults.
///
/// # Errors
///
/// A stream is not random, or a planted fault is not found. `bias` is that of [`planted_faults`].
pub fn check(kilobytes: u64, bias: u32) -> Result<()> {
    for stream in streams()? {
        let name = stream.name;
        let deviation = greatest(stream, kilobytes)?;
        ensure!(
            deviation <= LIMIT,
            "{name}: expected at most {LIMIT} standard deviations, found {deviation:.1}"
        );
    }
    println!("With planted faults:");
    for (index, stream) in planted_faults(bias).into_iter().enumerate() {
        let name = stream.name;
        // Most are found in few words. Only enough words show a slight bias, or that no value is repeated.
        if greatest(stream, 100)? <= LIMIT {
            let again = planted_faults(bias).into_iter().nth(index).context("the same streams")?;
            ensure!(greatest(again, kilobytes.max(2_000))? > LIMIT, "{name} was not found");
        }
    }
    Ok(())
}

/// Prints and returns the greatest deviation of so many kilobytes.
fn greatest(stream: Stream, kilobytes: u64) -> Result<f64> {
    let name = stream.name;
    let statistics = stream.statistics(kilobytes)?;
    let greatest = statistics.iter().max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
    let (statistic, deviation) = greatest.context("no statistic")?;
    println!("{name}, {kilobytes} kB: {deviation:.1} standard deviations of {statistic}");
    Ok(deviation.abs())
}

fn system() -> Stream {
    let mut random = SystemRandom::new();
    of_words("SystemRandom", move || Ok(random.next_u32()?))
}

fn of_words(name: &'static str, mut next: impl FnMut() -> Result<u32> + 'static) -> Stream {
    let next = move || {
        let mut sample = [0; 20];
        sample[..4].copy_from_slice(&next()?.to_be_bytes());
        Ok(sample)
    };
    Stream { name, bits: (0..32).collect(), next: Box::new(next) }
}

/// The bits that generators draw for the first ID of a tick. The ticks are more than a second apart, so that all are drawn.
fn of_scheme<S: SchemeUnderTest>() -> Result<Stream> {
    let mut generator = Generator::with_config(S::config(0), NoClock, SystemRandom::new());
    let mut now = 1_720_000_000_000;
    let mut next = move || {
        now += 1_024;
        let mut sample = [0; 20];
        let id = generator.generate_at(now)?;
        for (to, from) in sample.iter_mut().zip(id.as_ref()) {
            *to = *from;
        }
        Ok(sample)
    };
    // Behind the timestamp, those bits are random that differ.
    let first = next()?;
    let mut differ = [0; 20];
    for _ in 0..200 {
        for ((differ, first), byte) in differ.iter_mut().zip(first).zip(next()?) {
            *differ |= first ^ byte;
        }
    }
    let id_bits = 8 * u32::try_from(size_of::<<S::Id as Id>::Bytes>())?;
    let others = id_bits - S::Id::FIELDS[1..].iter().map(|field| field.bits).sum::<u32>();
    let bits: Vec<_> = (others..id_bits).filter(|&bit| is_set(&differ, bit)).collect();
    let expected = S::RANDOM_BITS;
    ensure!(bits.len() == expected, "{}: expected {expected} random bits, found {}", S::NAME, bits.len());
    Ok(Stream { name: S::NAME, bits, next: Box::new(next) })
}

/// Whether a bit is 1, counted from the most significant.
fn is_set(sample: &[u8; 20], bit: u32) -> bool {
    sample[bit as usize / 8] >> (7 - bit % 8) & 1 == 1
}

/// Streams with a planted fault each, which the statistics must find. One bit is 1 with a probability of `bias` thousandths.
#[must_use]
pub fn planted_faults(bias: u32) -> Vec<Stream> {
    let good = || ChaCha8Rng::seed_from_u64(1);
    let (mut stuck, mut biased) = (good(), good());
    // A bit that is 1 anyway in half of the cases becomes 1 in some of the others.
    let threshold = u64::from(bias - 500) * u64::from(u32::MAX) / 500;
    let (mut state, mut counter, mut mixed) = (1_u64, 0_u32, 0_u32);
    let mut block = good();
    let block: Vec<u32> = (0..2 * REMEMBERED_WORDS).map(|_| block.next_u32()).collect();
    let mut block = block.into_iter().cycle();
    vec![
        of_words("a stuck bit", move || Ok(stuck.next_u32() | 1 << 13)),
        of_words("a biased bit", move || {
            let (word, chance) = (biased.next_u32(), biased.next_u32());
            Ok(word | u32::from(u64::from(chance) < threshold) << 20)
        }),
        // Knuth's constants. The low bits have short periods.
        of_words("the low bits of a linear congruential generator", move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Ok(u32::try_from(state & u64::from(u32::MAX))?)
        }),
        of_words("a repeated block of 64 KiB", move || Ok(block.next().unwrap_or(0))),
        of_words("a counter", move || {
            counter = counter.wrapping_add(1);
            Ok(counter)
        }),
        // All its values are different, which random ones are not.
        of_words("a counter, mixed", move || {
            mixed = mixed.wrapping_add(1);
            Ok((0..2).fold(mixed, |word, _| {
                let word = (word ^ word >> 16).wrapping_mul(0x7feb_352d);
                let word = (word ^ word >> 15).wrapping_mul(0x846c_a68b);
                word ^ word >> 16
            }))
        }),
    ]
}

impl Stream {
    /// Calls a function with so many words of 64 random bits, and with each random bit and its place in a sample before.
    ///
    /// # Errors
    ///
    /// The system has no randomness, or the function fails.
    pub fn words(
        &mut self,
        words: u64,
        mut of_bit: impl FnMut(usize, bool),
        mut of_word: impl FnMut(u64) -> Result<()>,
    ) -> Result<()> {
        let (mut word, mut bits, mut made) = (0, 0, 0);
        while made < words {
            let sample = (self.next)()?;
            for (place, &bit) in self.bits.iter().enumerate() {
                let bit = is_set(&sample, bit);
                of_bit(place, bit);
                word = word << 1 | u64::from(bit);
                bits += 1;
                if bits == 64 {
                    of_word(word)?;
                    (word, bits, made) = (0, 0, made + 1);
                }
            }
        }
        Ok(())
    }

    /// The statistics of so many kilobytes, each with its name.
    ///
    /// # Errors
    ///
    /// The system has no randomness.
    pub fn statistics(mut self, kilobytes: u64) -> Result<Vec<(String, f64)>> {
        let mut by_place = vec![[0; 2]; self.bits.len()];
        let mut counts = Counts::new();
        let of_bit = |place: usize, bit| by_place[place][usize::from(bit)] += 1;
        self.words(kilobytes * 125, of_bit, |word| {
            counts.add(word);
            Ok(())
        })?;
        let by_place = by_place.iter().enumerate().map(|(place, zeros_and_ones)| {
            (format!("random bit {place} of a sample"), equal_frequencies(zeros_and_ones))
        });
        Ok(by_place.chain(counts.statistics()).collect())
    }
}

/// What is counted in words.
struct Counts {
    words: u64,
    bytes: [u64; 256],
    /// The different bits at each distance.
    bit_lags: [u64; BIT_LAGS as usize],
    word_lags: [u64; WORD_LAGS.len()],
    remembered: Vec<u64>,
    seen: HashSet<u64>,
}

impl Counts {
    fn new() -> Self {
        Self {
            words: 0,
            bytes: [0; 256],
            bit_lags: [0; BIT_LAGS as usize],
            word_lags: [0; WORD_LAGS.len()],
            remembered: vec![0; REMEMBERED_WORDS],
            seen: HashSet::new(),
        }
    }

    fn add(&mut self, word: u64) {
        for byte in word.to_be_bytes() {
            self.bytes[usize::from(byte)] += 1;
        }
        let index = usize::try_from(self.words % REMEMBERED_WORDS as u64).unwrap_or(0);
        let before = |lag| self.remembered[(index + REMEMBERED_WORDS - lag) % REMEMBERED_WORDS];
        for (lag, different) in (1..).zip(&mut self.bit_lags) {
            let shifted = before(1) << (64 - lag) | word >> lag;
            *different += u64::from((word ^ shifted).count_ones());
        }
        for (lag, different) in WORD_LAGS.into_iter().zip(&mut self.word_lags) {
            *different += u64::from((word ^ before(lag)).count_ones());
        }
        self.remembered[index] = word;
        self.words += 1;
        if self.words <= COLLISION_SAMPLES / 2 {
            self.seen.extend([word >> 32, word & u64::from(u32::MAX)]);
        }
    }

    fn statistics(&self) -> Vec<(String, f64)> {
        let halves = |name: String, different: u64, words: u64| {
            (name, equal_frequencies(&[different, words * 64 - different]))
        };
        let bit_lags = (1..)
            .zip(self.bit_lags)
            .map(|(lag, different)| halves(format!("correlation at {lag} bits"), different, self.words));
        let word_lags = WORD_LAGS
            .into_iter()
            .zip(self.word_lags)
            .map(|(lag, different)| halves(format!("correlation at {lag} words"), different, self.words));
        let drawn = COLLISION_SAMPLES.min(2 * self.words) as f64;
        let values = 2_f64.powi(32);
        // What is drawn, less the expected number of different values.
        let expected = drawn + values * (drawn * (-1.0 / values).ln_1p()).exp_m1();
        let collisions = poisson(drawn - self.seen.len() as f64, expected);
        let others = [("bytes", equal_frequencies(&self.bytes)), ("collisions of 32 bits", collisions)];
        let others = others.map(|(name, deviation)| (name.to_owned(), deviation));
        bit_lags.chain(word_lags).chain(others).collect()
    }
}

/// The deviation of the frequencies of values that are equally likely: of χ², by the transformation of Wilson and Hilferty. With
/// two values it is that of the binomial distribution.
fn equal_frequencies(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let value = counts.iter().map(|&count| (count as f64 - expected).powi(2)).sum::<f64>() / expected;
    let freedom = counts.len() as f64 - 1.0;
    if counts.len() == 2 {
        return value.sqrt();
    }
    let variance = 2.0 / (9.0 * freedom);
    ((value / freedom).cbrt() - (1.0 - variance)) / variance.sqrt()
}

/// The deviation of a Poisson number, by Anscombe's transformation.
fn poisson(value: f64, expected: f64) -> f64 {
    2.0 * ((value + 0.375).sqrt() - (expected + 0.125).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_those_of_their_distributions() {
        assert_eq!(equal_frequencies(&[5_100, 4_900]), 2.0);
        assert!((poisson(150.0, 128.0) - 1.89).abs() < 0.02);
        // 0.1 % of χ² with 255 degrees of freedom are above 330.52, which is 3.09 standard deviations of a normal number.
        let counts: Vec<_> = (0..256).map(|byte| if byte % 2 == 0 { 1_001_136 } else { 998_864 }).collect();
        assert!((equal_frequencies(&counts) - 3.09).abs() < 0.05, "{}", equal_frequencies(&counts));
    }
}
