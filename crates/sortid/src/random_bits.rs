//! The bits of an ID that should be random, and whether they look like it.

use std::io::{self, Write};

use crate::cli::Scheme;
use crate::scheme::{MOST_FIELDS, Random};
use crate::statistics::{FEWEST_SAMPLES, Ones};

/// The shares of ones that go into a line of the report.
const SHARES_PER_LINE: usize = 10;

/// The share of ones in one field.
pub(crate) struct RandomField {
    name: &'static str,
    /// Which of the fields.
    index: usize,
    /// How far the bits that are counted are above the field's last.
    shift: u32,
    random: Random,
    ones: Ones,
}

/// The fields that have fresh randomness, and which of their bits, whichever of the schemes it is.
pub(crate) fn random_fields(scheme: Scheme, also: &[Scheme]) -> Vec<RandomField> {
    let shift = match also {
        [] => 0,
        // The low bits of what may be a scalable Ulid-Flake are its scalability.
        [Scheme::UlidFlakeScalable] => 5,
        // Otherwise they have nothing in common.
        _ => return Vec::new(),
    };
    let fields = scheme.fields().iter().enumerate().filter(|(_, field)| field.random != Random::No);
    fields
        .map(|(index, field)| RandomField {
            name: field.name,
            index,
            shift,
            random: field.random,
            ones: Ones::new(field.bits - shift),
        })
        .collect()
}

impl RandomField {
    /// Takes in the values of an ID's fields, if they are a fresh sample.
    pub(crate) fn count(&mut self, values: &[u128; MOST_FIELDS], new_timestamp: bool) {
        if self.random == Random::EachId || new_timestamp {
            self.ones.count(values.get(self.index).copied().unwrap_or(0) >> self.shift);
        }
    }

    /// Writes the shares of ones, and tells whether all are within the bounds.
    pub(crate) fn report(&self, out: &mut impl Write) -> io::Result<bool> {
        let (name, samples) = (self.name, self.ones.samples());
        if samples < FEWEST_SAMPLES {
            writeln!(out, "{name:<14}{samples} samples, {FEWEST_SAMPLES} are needed to judge its bits")?;
            return Ok(true);
        }
        let (low, high) = self.ones.bounds();
        let unfair = |share: f64| share < low || share > high;
        let shares: Vec<f64> = self.ones.shares().collect();
        let count = shares.iter().filter(|&&share| unfair(share)).count();
        writeln!(
            out,
            "{name:<14}{samples} samples, {count} of {} bits outside of {:.3} % to {:.3} % (99.9 % confidence)",
            shares.len(),
            low * 100.0,
            high * 100.0
        )?;
        writeln!(out, "{:<14}share of ones in % per bit, the highest bit first", "")?;
        for line in shares.chunks(SHARES_PER_LINE) {
            let shares: Vec<_> = line
                .iter()
                .map(|&share| format!("{:.2}{}", share * 100.0, if unfair(share) { "!" } else { "" }))
                .collect();
            writeln!(out, "{:<14}{}", "", shares.join(" "))?;
        }
        Ok(count == 0)
    }
}
