//! Ulid-Flake in the words of its specification, stand-alone and scalable.

use crate::config::{Config, bits, number};
use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, DrewLargeIncrement, MovedForward, OtherNode, Overflowed};

/// "Timestamp and Over All": "A 13-character Base32 encoded string can contain 65 bits", "only 63 bits are actually
/// carrying effective information". "Timestamp": "The first 1-bit is a sign bit, always set to 0."
const BASE: Layout = Layout {
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: 13,
    limit: (2, 63),
    epoch_unix_ms: EPOCH_UNIX_MS,
    ..Layout::BASE
};

/// "Stand-alone version (default)": "Timestamp" of "44-bit", "Randomness" of "20-bit".
pub(crate) const STAND_ALONE: Layout = Layout { fields: &[("timestamp", 44), ("randomness", 20)], ..BASE };

/// "Scalable version (optional)": "15-bit" and "Scalability" of "5-bit".
pub(crate) const SCALABLE: Layout =
    Layout { fields: &[("timestamp", 44), ("randomness", 15), ("scalability", 5)], ..BASE };

/// "Custom epoch for extended usage span, starting from 2024-01-01T00:00:00.000Z."
pub(crate) const EPOCH_UNIX_MS: u64 = 1_704_067_200_000;

/// A generator of either version, and its last ID.
#[derive(Clone, Debug)]
pub(crate) struct UlidFlake {
    randomness_bits: u32,
    /// "A n-bit entropy".
    entropy_bits: u32,
    epoch_unix_ms: u64,
    scalability: Option<u128>,
    pub(crate) timestamp: Option<u64>,
    randomness: u128,
}

impl UlidFlake {
    pub(crate) fn new(layout: &Layout, config: &Config) -> Self {
        let is_scalable = layout.fields.len() > 2;
        Self {
            randomness_bits: layout.fields[1].1,
            entropy_bits: bits(config, "entropy_bits"),
            epoch_unix_ms: number(config, "epoch_unix_ms"),
            scalability: is_scalable.then(|| number(config, "scalability").into()),
            timestamp: None,
            randomness: 0,
        }
    }

    /// "Remaining 43-bit timestamp in millisecond precision."
    pub(crate) fn ticks(&self) -> Ticks {
        Ticks { epoch: self.epoch_unix_ms, ..Ticks::milliseconds(0..=(1 << 43) - 1) }
    }

    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", self.randomness_bits), ("increment", self.entropy_bits)]
    }

    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        self.timestamp = u64::try_from(fields[0]).ok();
        self.randomness = fields[1];
        (fields.get(2) == self.scalability.as_ref()).then_some(()).ok_or(OtherNode)
    }

    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        if self.timestamp != Some(timestamp) {
            // "Initial random value at each millisecond precision unit."
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.randomness = step.draw("randomness")?;
            return Ok(());
        }
        // "Within the same millisecond, the randomness component is incremented by a n-bit entropy in the least
        // significant bit position (with carrying)." An increment of 0 would repeat the ID.
        step.happened(Counted);
        let increment = step.draw_from(1, "increment")?;
        step.report(DrewLargeIncrement, increment >= 1 << self.randomness_bits);
        self.randomness += increment;
        if self.randomness >= 1 << self.randomness_bits {
            // "Should just return the overflow error, and leave the rest to the application."
            step.happened(Overflowed);
            return Err("overflow");
        }
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        let values = [self.timestamp.unwrap_or_default().into(), self.randomness];
        values.into_iter().chain(self.scalability).collect()
    }
}
