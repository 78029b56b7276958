//! Checks whether the random bits of IDs look random.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::io::{self, Write};

use crate::cli::Scheme;
use crate::scheme::MOST_FIELDS;
use crate::statistics::{FEWEST_SAMPLES, Ones};
use crate::timestamp_samples::TimestampSamples;

/// The number of shares in a line of the report.
const SHARES_PER_LINE: usize = 10;

/// The shares of ones in one field.
pub(crate) struct RandomField {
    name: &'static str,
    /// The index of the field.
    index: usize,
    /// The number of low bits of the field that are not counted.
    shift: u32,
    samples: Samples,
}

/// Which IDs are samples.
enum Samples {
    /// Each ID.
    Ids(Ones),
    /// One ID of each timestamp.
    Timestamps(Box<TimestampSamples>),
}

/// The field with fresh randomness, and its bits that are random in all of these schemes. Returns `None` if an ID alone can't
/// show such bits.
pub(crate) fn random_field(scheme: Scheme, also: &[Scheme]) -> Option<RandomField> {
    let shift = match also {
        [] => 0,
        // The low bits of a possible scalable Ulid-Flake are its scalability.
        [Scheme::UlidFlakeScalable] => 5,
        // Other schemes have no random bits in common.
        _ => return None,
    };
    let (name, each_id) = match scheme {
        Scheme::Scru160 => ("random80", true),
        Scheme::Scru128 => ("entropy", true),
        Scheme::Scru64 => return None,
        // A generator draws the first ID of each timestamp, and the others count up from it.
        Scheme::Ulid | Scheme::UlidFlake | Scheme::UlidFlakeScalable => ("randomness", false),
    };
    let (index, field) = scheme.fields().iter().enumerate().find(|(_, field)| field.name == name)?;
    let bits = field.bits - shift;
    let samples = if each_id {
        Samples::Ids(Ones::new(bits))
    } else {
        Samples::Timestamps(Box::new(TimestampSamples::new(bits)))
    };
    Some(RandomField { name, index, shift, samples })
}

impl RandomField {
    /// Counts the values of an ID's fields. `timestamp` compares its timestamp to the greatest before it.
    pub(crate) fn count(&mut self, values: &[u128; MOST_FIELDS], timestamp: Ordering) {
        let value = values.get(self.index).copied().unwrap_or(0) >> self.shift;
        match &mut self.samples {
            Samples::Ids(ones) => ones.count(value),
            Samples::Timestamps(samples) => samples.count(value, timestamp),
        }
    }

    /// Writes the shares of ones. Returns whether all are within the bounds.
    pub(crate) fn report(&self, out: &mut impl Write) -> io::Result<bool> {
        let (ones, source) = match &self.samples {
            Samples::Ids(ones) => (Cow::Borrowed(ones), ""),
            Samples::Timestamps(samples) => (Cow::Owned(samples.fairer()), " (one per timestamp)"),
        };
        let (name, samples) = (self.name, ones.samples());
        if samples < FEWEST_SAMPLES {
            writeln!(
                out,
                "{name:<14}not judged: {samples} samples{source}, expected at least {FEWEST_SAMPLES}"
            )?;
            return Ok(true);
        }
        let (low, high) = ones.bounds();
        let unfair = |share: f64| share < low || share > high;
        let shares: Vec<f64> = ones.shares().collect();
        let count = ones.unfair();
        writeln!(
            out,
            "{name:<14}{samples} samples, {count} of {} bits outside {:.3} % to {:.3} % (99.9 % confidence)",
            shares.len(),
            low * 100.0,
            high * 100.0
        )?;
        writeln!(out, "{:<14}share of ones in % per bit, highest bit first", "")?;
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
