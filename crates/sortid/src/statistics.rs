//! The share of ones in each bit of a random field, and how far it may be from one half.

/// The confidence of the bounds for all bits together.
const CONFIDENCE: f64 = 0.999;
/// With fewer samples, the normal approximation does not hold.
pub(crate) const FEWEST_SAMPLES: u64 = 100;

/// Counts how often each bit of a field is one.
#[derive(Clone)]
pub(crate) struct Ones {
    samples: u64,
    bits: u32,
    /// How often each byte had each value, least significant byte first. One addition counts eight bits.
    bytes: Vec<[u64; 256]>,
}

impl Ones {
    /// Creates the counts for a field with this many bits.
    pub(crate) fn new(bits: u32) -> Self {
        let bytes = usize::try_from(bits.div_ceil(8)).unwrap_or(0);
        Self { samples: 0, bits, bytes: vec![[0; 256]; bytes] }
    }

    /// Counts the low bits of a value, as many as the field has.
    pub(crate) fn count(&mut self, value: u128) {
        self.samples += 1;
        for (counts, byte) in self.bytes.iter_mut().zip(value.to_le_bytes()) {
            if let Some(count) = counts.get_mut(usize::from(byte)) {
                *count += 1;
            }
        }
    }

    /// The number of values counted.
    pub(crate) fn samples(&self) -> u64 {
        self.samples
    }

    /// The share of ones in each bit, most significant first.
    pub(crate) fn shares(&self) -> impl Iterator<Item = f64> {
        (0..self.bits).rev().map(|bit| float(self.ones(bit)) / float(self.samples.max(1)))
    }

    /// The number of bits whose share is out of bounds.
    pub(crate) fn unfair(&self) -> usize {
        let (low, high) = self.bounds();
        self.shares().filter(|&share| share < low || share > high).count()
    }

    /// How often a bit was one. Bit 0 is the least significant.
    fn ones(&self, bit: u32) -> u64 {
        let counts = usize::try_from(bit / 8).ok().and_then(|byte| self.bytes.get(byte));
        let with_bit = |value: &usize| value >> (bit % 8) & 1 == 1;
        let values = counts.into_iter().flatten().enumerate();
        values.filter(|(value, _)| with_bit(value)).map(|(_, count)| count).sum()
    }

    /// The bounds that hold, with [`CONFIDENCE`], for the shares of all bits of a good source.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        // Bonferroni correction: the risk is divided among the bits, and for each bit between two tails.
        let bits = f64::from(self.bits.max(1));
        let deviations = normal_quantile((1.0 - CONFIDENCE) / bits / 2.0);
        // The standard deviation of a share of n fair bits is 1/2 over the square root of n.
        let distance = deviations / 2.0 / float(self.samples.max(1)).sqrt();
        ((0.5 - distance).max(0.0), (0.5 + distance).min(1.0))
    }
}

/// The number of standard deviations that a normal variable exceeds with this probability.
fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    // The tail falls steadily, so bisection finds the place. 64 steps exceed the precision of a double.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        let tail = libm::erfc(middle / std::f64::consts::SQRT_2) / 2.0;
        if tail > probability { low = middle } else { high = middle }
    }
    low
}

#[allow(clippy::cast_precision_loss, reason = "counts are below 2^53, or a rounded one is good enough")]
pub(crate) const fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are from tables of the normal distribution.
    #[test]
    fn quantiles_agree_with_the_tables() {
        for (probability, deviations) in [(0.025, 1.959_964), (0.0005, 3.290_527), (0.000_000_287, 5.0)] {
            assert!((normal_quantile(probability) - deviations).abs() < 1e-3, "{probability}");
        }
    }

    #[test]
    fn counts_each_bit() {
        let mut ones = Ones::new(11);
        for value in [0b100, 0b110, 0b110_0000_0000, 0b1000_0000_0000] {
            ones.count(value);
        }
        let shares: Vec<f64> = ones.shares().map(|share| share * 4.0).collect();
        assert_eq!(shares, [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0]);
        assert_eq!(ones.samples(), 4);
    }

    #[test]
    fn bounds_narrow_to_one_half() {
        let bounds = |samples| Ones { samples, ..Ones::new(32) }.bounds();
        let (low, high) = bounds(1_000_000);
        // 32 bits at 99.9 % allow 4.16 standard deviations.
        assert!((0.5 - low - 4.16 * 0.0005).abs() < 1e-5, "{low}");
        assert!((high + low - 1.0).abs() < 1e-12);
        assert_eq!(bounds(1), (0.0, 1.0));
    }
}
