//! The share of ones in each bit of a random field, and how far it may be from a half.

/// What all bits together are held to.
const CONFIDENCE: f64 = 0.999;
/// With fewer samples the normal approximation says nothing.
pub(crate) const FEWEST_SAMPLES: u64 = 100;

/// How often each bit of a field was one.
pub(crate) struct Ones {
    samples: u64,
    /// The most significant bit first.
    counts: Vec<u64>,
}

impl Ones {
    /// For a field of so many bits.
    pub(crate) fn new(bits: u32) -> Self {
        Self { samples: 0, counts: (0..bits).map(|_| 0).collect() }
    }

    /// Counts a value's low bits, as many as the field has.
    pub(crate) fn count(&mut self, value: u128) {
        self.samples += 1;
        let mut rest = value;
        for count in self.counts.iter_mut().rev() {
            *count += u64::from(rest & 1 == 1);
            rest >>= 1;
        }
    }

    /// How many values were counted.
    pub(crate) fn samples(&self) -> u64 {
        self.samples
    }

    /// The share of ones of each bit, the most significant first.
    pub(crate) fn shares(&self) -> impl Iterator<Item = f64> {
        self.counts.iter().map(|&count| float(count) / float(self.samples.max(1)))
    }

    /// Within which shares all bits of a good source are, with the confidence.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        // Bonferroni: the risk is shared out among the bits, and each has two sides.
        let bits = u32::try_from(self.counts.len().max(1)).map_or(f64::MAX, f64::from);
        let deviations = normal_quantile((1.0 - CONFIDENCE) / bits / 2.0);
        // The standard deviation of a share of n fair bits is 1/2 over the root of n.
        let distance = deviations / 2.0 / float(self.samples.max(1)).sqrt();
        ((0.5 - distance).max(0.0), (0.5 + distance).min(1.0))
    }
}

/// The number of standard deviations beyond which a normal variable is with a probability.
fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    // The tail falls, so that halving finds the place; 64 times is more than a double can tell apart.
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

    /// From the tables of the normal distribution.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (probability, deviations) in [(0.025, 1.959_964), (0.0005, 3.290_527), (0.000_000_287, 5.0)] {
            assert!((normal_quantile(probability) - deviations).abs() < 1e-3, "{probability}");
        }
    }

    #[test]
    fn counts_each_bit() {
        let mut ones = Ones::new(3);
        for value in [0b100, 0b110, 0b1000] {
            ones.count(value);
        }
        assert_eq!(ones.shares().map(|share| share * 3.0).collect::<Vec<_>>(), [2.0, 1.0, 0.0]);
        assert_eq!(ones.samples(), 3);
    }

    #[test]
    fn bounds_close_in_on_a_half() {
        let bounds = |samples| Ones { samples, counts: vec![0; 32] }.bounds();
        let (low, high) = bounds(1_000_000);
        // 4.16 deviations for 32 bits of 99.9 %.
        assert!((0.5 - low - 4.16 * 0.0005).abs() < 1e-5, "{low}");
        assert!((high + low - 1.0).abs() < 1e-12);
        assert_eq!(bounds(1), (0.0, 1.0));
    }
}
