//! The battery: textbook statistics over a stream of samples, each as a number of standard deviations.
//!
//! The statistics are those of NIST SP 800-22 (frequency, block frequency, runs, serial, rank), Knuth's collision and
//! serial correlation tests (TAOCP 3.3.2), and the frequency of each bit of a sample.

mod rank;

use std::collections::HashSet;

use self::rank::Ranks;

/// A statistic further from its expectation than this many standard deviations is a failure. The chance of one is below
/// 1.3 × 10⁻¹⁵ for a normal distribution. A run of the battery has fewer than 10 000 statistics, so the chance of a false alarm
/// is below 2 × 10⁻¹¹, which leaves room for the tails of sums that are only nearly normal.
pub(crate) const LIMIT: f64 = 8.0;

/// The distances at which bits are compared, in words of 64 bits: the cipher's block (512 bits), its blocks that are made at
/// once (2048 bits), and what comes from one seed (64 KiB).
const WORD_LAGS: [usize; 5] = [1, 2, 8, 32, REMEMBERED_WORDS];
/// The words that are remembered for that.
const REMEMBERED_WORDS: usize = 8192;
/// The distances within neighbouring words, in bits.
const BIT_LAGS: u32 = 32;
/// The words of a block, of which the ones are counted.
const BLOCK_WORDS: u64 = 64;
/// How many chunks of 32 bits are held against each other.
const COLLISION_SAMPLES: usize = 1 << 20;
/// How many chunks of 64 bits are.
const REPEAT_SAMPLES: usize = 1 << 20;

/// One statistic.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Statistic {
    pub(crate) name: String,
    /// The distance from the expectation in standard deviations.
    pub(crate) deviation: f64,
}

/// Counts samples and the words that they are packed into.
pub(crate) struct Battery {
    bits: u32,
    samples: u64,
    ones_by_bit: Vec<u64>,
    /// The bits that do not fill a word yet.
    pending: u128,
    pending_bits: u32,
    words: u64,
    ones: u64,
    changes: u64,
    last: Option<u64>,
    ones_in_block: u64,
    blocks: u64,
    block_squares: f64,
    bytes: Vec<u64>,
    pairs: Vec<u64>,
    bit_lags: Vec<u64>,
    word_lags: [u64; WORD_LAGS.len()],
    ring: Vec<u64>,
    ranks: Ranks,
    seen_32: HashSet<u32>,
    drawn_32: usize,
    seen_64: HashSet<u64>,
    repeats_64: u64,
}

impl Battery {
    /// A battery for samples of that many bits.
    pub(crate) fn new(bits: u32) -> Self {
        Self {
            bits,
            samples: 0,
            ones_by_bit: vec![0; bits as usize],
            pending: 0,
            pending_bits: 0,
            words: 0,
            ones: 0,
            changes: 0,
            last: None,
            ones_in_block: 0,
            blocks: 0,
            block_squares: 0.0,
            bytes: vec![0; 1 << 8],
            pairs: vec![0; 1 << 16],
            bit_lags: vec![0; BIT_LAGS as usize],
            word_lags: [0; WORD_LAGS.len()],
            ring: vec![0; REMEMBERED_WORDS],
            ranks: Ranks::default(),
            seen_32: HashSet::new(),
            drawn_32: 0,
            seen_64: HashSet::new(),
            repeats_64: 0,
        }
    }

    /// Counts a sample, which has no bits above its width.
    pub(crate) fn add(&mut self, sample: u128) {
        self.samples += 1;
        let mut rest = sample;
        for ones in &mut self.ones_by_bit {
            *ones += u64::from(rest & 1 == 1);
            rest >>= 1;
        }
        // At most 63 bits wait. A sample of more than 64 bits goes in two parts.
        let low_bits = self.bits.min(64);
        self.pack(sample & (u128::MAX >> (128 - low_bits)), low_bits);
        if self.bits > 64 {
            self.pack(sample >> 64, self.bits - 64);
        }
    }

    /// The number of bytes so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.words * 8
    }

    fn pack(&mut self, value: u128, bits: u32) {
        self.pending |= value << self.pending_bits;
        self.pending_bits += bits;
        if self.pending_bits >= 64 {
            #[allow(clippy::cast_possible_truncation, reason = "the low word")]
            let word = self.pending as u64;
            self.pending >>= 64;
            self.pending_bits -= 64;
            self.word(word);
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "it takes parts of words")]
    fn word(&mut self, word: u64) {
        let index = (self.words % REMEMBERED_WORDS as u64) as usize;
        let ones = u64::from(word.count_ones());
        self.ones += ones;
        self.ones_in_block += ones;
        for byte in word.to_le_bytes() {
            self.bytes[usize::from(byte)] += 1;
        }
        for pair in [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16] {
            self.pairs[usize::from(pair)] += 1;
        }
        if let Some(last) = self.last {
            let both = u128::from(word) << 64 | u128::from(last);
            for (lag, different) in (1..).zip(&mut self.bit_lags) {
                *different += u64::from((last ^ (both >> lag) as u64).count_ones());
            }
            self.changes += u64::from((last ^ (both >> 1) as u64).count_ones());
        }
        for (lag, different) in WORD_LAGS.into_iter().zip(&mut self.word_lags) {
            if self.words >= lag as u64 {
                let before = self.ring[(index + REMEMBERED_WORDS - lag) % REMEMBERED_WORDS];
                *different += u64::from((word ^ before).count_ones());
            }
        }
        self.ring[index] = word;
        self.last = Some(word);
        self.words += 1;
        if self.words % BLOCK_WORDS == 0 {
            let expected = (BLOCK_WORDS * 32) as f64;
            self.block_squares += (self.ones_in_block as f64 - expected).powi(2) / (BLOCK_WORDS * 16) as f64;
            (self.blocks, self.ones_in_block) = (self.blocks + 1, 0);
        }
        self.ranks.add(word);
        for half in [word as u32, (word >> 32) as u32] {
            if self.drawn_32 < COLLISION_SAMPLES {
                self.drawn_32 += 1;
                self.seen_32.insert(half);
            }
        }
        if self.words <= REPEAT_SAMPLES as u64 {
            self.repeats_64 += u64::from(!self.seen_64.insert(word));
        }
    }

    /// All statistics.
    pub(crate) fn statistics(&self) -> Vec<Statistic> {
        let mut all = Vec::new();
        let mut add = |name: String, deviation: f64| all.push(Statistic { name, deviation });
        let bits = self.words as f64 * 64.0;
        add("frequency".into(), binomial(self.ones, bits));
        for (bit, ones) in self.ones_by_bit.iter().enumerate() {
            add(format!("frequency of bit {bit} of a sample"), binomial(*ones, self.samples as f64));
        }
        add("block frequency".into(), chi_squared(self.block_squares, self.blocks as f64));
        let compared = self.words.saturating_sub(1) as f64 * 64.0;
        add("runs".into(), binomial(self.changes, compared));
        for (lag, different) in (1..).zip(&self.bit_lags) {
            add(format!("correlation at {lag} bits"), binomial(*different, compared));
        }
        for (lag, different) in WORD_LAGS.into_iter().zip(self.word_lags) {
            let compared = self.words.saturating_sub(lag as u64) as f64 * 64.0;
            add(format!("correlation at {lag} words"), binomial(different, compared));
        }
        add("bytes".into(), equal_frequencies(&self.bytes));
        if self.words * 4 >= 5 << 16 {
            add("pairs of bytes".into(), equal_frequencies(&self.pairs));
        }
        add("ranks of 32 × 32 matrices".into(), self.ranks.deviation());
        let drawn = self.drawn_32 as f64;
        let collisions = drawn - self.seen_32.len() as f64;
        let values = 2_f64.powi(32);
        // Drawn, less the expected number of different values.
        let expected = drawn + values * (drawn * (-1.0 / values).ln_1p()).exp_m1();
        add("collisions of 32 bits".into(), poisson(collisions, expected));
        // None is expected. Two have odds of 10⁻¹⁵.
        add("repeated 64 bits".into(), if self.repeats_64 < 2 { 0.0 } else { f64::INFINITY });
        all
    }
}

/// The deviation of a number of ones among fair bits.
fn binomial(ones: u64, bits: f64) -> f64 {
    if bits == 0.0 { 0.0 } else { (2.0 * ones as f64 - bits) / bits.sqrt() }
}

/// The deviation of χ², by the transformation of Wilson and Hilferty.
fn chi_squared(value: f64, freedom: f64) -> f64 {
    if freedom == 0.0 {
        return 0.0;
    }
    let variance = 2.0 / (9.0 * freedom);
    ((value / freedom).cbrt() - (1.0 - variance)) / variance.sqrt()
}

/// The deviation of the frequencies of values that are equally likely.
pub(crate) fn equal_frequencies(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let squares: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2)).sum();
    chi_squared(squares / expected, counts.len() as f64 - 1.0)
}

/// The deviation of a Poisson number, by Anscombe's transformation.
fn poisson(value: f64, expected: f64) -> f64 {
    2.0 * ((value + 0.375).sqrt() - (expected + 0.125).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from tables: 5 % and 0.1 % of χ² with 255 degrees of freedom are above these values.
    #[test]
    fn chi_squared_has_the_quantiles_of_tables() {
        for (value, freedom, normal) in
            [(293.247_8, 255.0, 1.644_85), (330.520, 255.0, 3.090_2), (18.307, 10.0, 1.644_85)]
        {
            assert!((chi_squared(value, freedom) - normal).abs() < 0.02, "{value}");
        }
    }

    #[test]
    fn deviations_are_those_of_their_distributions() {
        assert_eq!(binomial(5_100, 10_000.0), 2.0);
        assert!((poisson(150.0, 128.0) - 1.89).abs() < 0.02);
        assert_eq!(equal_frequencies(&[100, 100]).signum(), -1.0);
    }

    /// Samples are packed from the low bits up, whatever their width.
    #[test]
    fn samples_are_packed_without_a_gap() {
        for bits in [1, 15, 23, 48, 64, 65, 80, 96, 128] {
            let mut battery = Battery::new(bits);
            let all = u128::MAX >> (128 - bits);
            (0..640).for_each(|_| battery.add(all));
            assert_eq!(battery.words, u64::from(bits) * 10, "{bits}");
            assert_eq!(battery.ones, battery.words * 64, "{bits}");
            assert!(battery.ones_by_bit.iter().all(|&ones| ones == 640));
        }
    }
}
