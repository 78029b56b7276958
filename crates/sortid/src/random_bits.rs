//! Checks whether the random bits of IDs look random.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::Scheme;
use crate::scheme::{Drawn, MOST_FIELDS, Schemes};
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
pub(crate) fn random_field(scheme: Scheme, also: Schemes) -> Option<RandomField> {
    let shift = if also.is_empty() {
        0
    } else if also.without(Scheme::UlidFlakeScalable).is_empty() && scheme == Scheme::UlidFlake {
        // The low bits of a possible scalable Ulid-Flake are its scalability.
        5
    } else {
        // Other schemes have no random bits in common.
        return None;
    };
    let (name, drawn) = scheme.facts().random?;
    let (index, field) = scheme.fields().iter().enumerate().find(|(_, field)| field.name == name)?;
    let bits = field.bits - shift;
    let samples = match drawn {
        Drawn::EachId => Samples::Ids(Ones::new(bits)),
        Drawn::EachTick => Samples::Timestamps(Box::new(TimestampSamples::new(bits))),
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

    /// Judges the samples so far.
    pub(crate) fn judge(&self) -> Judgement {
        let (ones, one_per_timestamp) = match &self.samples {
            Samples::Ids(ones) => (Cow::Borrowed(ones), false),
            Samples::Timestamps(samples) => (Cow::Owned(samples.fairer()), true),
        };
        let samples = ones.samples();
        let shares = (samples >= FEWEST_SAMPLES).then(|| Shares {
            bounds: ones.bounds(),
            outside: ones.unfair(),
            shares: ones.shares().collect(),
        });
        Judgement { field: self.name, samples, one_per_timestamp, shares }
    }
}

/// What the samples of a field show.
pub(crate) struct Judgement {
    field: &'static str,
    samples: u64,
    one_per_timestamp: bool,
    /// `None` if the samples are too few.
    shares: Option<Shares>,
}

/// The shares of ones of all bits, highest bit first.
struct Shares {
    bounds: (f64, f64),
    /// The number of shares outside the bounds.
    outside: usize,
    shares: Vec<f64>,
}

impl Judgement {
    /// Whether no bit looks bad.
    pub(crate) fn is_fair(&self) -> bool {
        self.shares.as_ref().is_none_or(|shares| shares.outside == 0)
    }

    /// Writes the shares of ones.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { field, samples, one_per_timestamp, shares } = self;
        let Some(Shares { bounds: (low, high), outside, shares }) = shares else {
            let source = if *one_per_timestamp { " (one per timestamp)" } else { "" };
            return writeln!(
                out,
                "{field:<14}not judged: {samples} samples{source}, expected at least {FEWEST_SAMPLES}"
            );
        };
        writeln!(
            out,
            "{field:<14}{samples} samples, {outside} of {} bits outside {:.3} % to {:.3} % (99.9 % confidence)",
            shares.len(),
            low * 100.0,
            high * 100.0
        )?;
        writeln!(out, "{:<14}share of ones in % per bit, highest bit first", "")?;
        let mark = |share: f64| if share < *low || share > *high { "!" } else { "" };
        for line in shares.chunks(SHARES_PER_LINE) {
            let shares: Vec<_> =
                line.iter().map(|&share| format!("{:.2}{}", share * 100.0, mark(share))).collect();
            writeln!(out, "{:<14}{}", "", shares.join(" "))?;
        }
        Ok(())
    }

    /// The same as an object. Shares are from 0 to 1, and `null` if the samples are too few.
    pub(crate) fn to_json(&self) -> Value {
        let shares = self.shares.as_ref();
        json!({
            "field": self.field,
            "samples": self.samples,
            "one_per_timestamp": self.one_per_timestamp,
            "low": shares.map(|shares| shares.bounds.0),
            "high": shares.map(|shares| shares.bounds.1),
            "outside": shares.map(|shares| shares.outside),
            "shares": shares.map(|shares| &shares.shares),
        })
    }
}
