//! The ranks of 32 × 32 matrices of bits.

/// The probabilities of the ranks 32, 31, and all below (NIST SP 800-22, section 3.5).
const PROBABILITIES: [f64; 3] = [0.288_788_095, 0.577_576_190, 0.133_635_715];

/// Only every so many words start a matrix, because a rank takes a while.
const WORDS_BETWEEN: usize = 256;

/// Counts ranks.
#[derive(Default)]
pub(crate) struct Ranks {
    rows: Vec<u32>,
    skipped: usize,
    counts: [u64; 3],
}

impl Ranks {
    pub(crate) fn add(&mut self, word: u64) {
        self.skipped += 1;
        if self.rows.is_empty() && self.skipped < WORDS_BETWEEN {
            return;
        }
        #[allow(clippy::cast_possible_truncation, reason = "the two halves")]
        self.rows.extend([word as u32, (word >> 32) as u32]);
        if self.rows.len() == 32 {
            let below = 32 - rank(&mut self.rows);
            self.counts[below.min(2)] += 1;
            self.rows.clear();
            self.skipped = 0;
        }
    }

    /// The deviation that is as unlikely as this χ². With two degrees of freedom, that is a matter of one exponential.
    pub(crate) fn deviation(&self) -> f64 {
        let matrices: u64 = self.counts.iter().sum();
        if matrices == 0 {
            return 0.0;
        }
        let squares: f64 = self
            .counts
            .iter()
            .zip(PROBABILITIES)
            .map(|(&count, probability)| {
                let expected = probability * matrices as f64;
                (count as f64 - expected).powi(2) / expected
            })
            .sum();
        // exp(-χ²/2) is the chance of a greater one. A normal deviation z has a chance below exp(-z²/2).
        squares.sqrt()
    }
}

/// The rank of a matrix over bits.
fn rank(rows: &mut [u32]) -> usize {
    let mut rank = 0;
    for bit in 0..32 {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row] >> bit & 1 == 1) else { continue };
        rows.swap(rank, pivot);
        let pivot = rows[rank];
        for row in &mut rows[rank + 1..] {
            if *row >> bit & 1 == 1 {
                *row ^= pivot;
            }
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_known_matrices() {
        let identity: Vec<u32> = (0..32).map(|bit| 1 << bit).collect();
        assert_eq!(rank(&mut identity.clone()), 32);
        assert_eq!(rank(&mut [0; 32]), 0);
        assert_eq!(rank(&mut [7; 32]), 1);
        let mut dependent = identity;
        dependent[5] = dependent[6] ^ dependent[30];
        assert_eq!(rank(&mut dependent), 31);
    }
}
