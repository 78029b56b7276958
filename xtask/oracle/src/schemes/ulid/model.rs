//! ULID in the words of its specification.

use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, MovedForward, Overflowed};

/// "Components": "48 bit integer", "80 bits". "Canonically encoded as a 26 character string". "Encoding": "Crockford's
/// Base32 is used as shown."
///
/// "Overflow Errors when Parsing Base32 Strings": "A 26-character Base32 encoded string can contain 130 bits of
/// information, whereas a ULID must only contain 128 bits."
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("randomness", 80)],
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: 26,
    limit: (2, 128),
    ..Layout::BASE
};

/// The largest "random component" of "80 bits".
const MAX_RANDOMNESS: u128 = (1 << 80) - 1;

/// The last ID of a generator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ulid {
    pub(crate) timestamp: Option<u64>,
    randomness: u128,
}

impl Ulid {
    /// The largest is "an epoch time of `281474976710655` or 2^48-1". "Any attempt to decode or encode a ULID larger than
    /// this should be rejected".
    pub(crate) fn ticks(&self) -> Ticks {
        Ticks::milliseconds(0..=(1 << 48) - 1)
    }

    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", 80)]
    }

    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        self.timestamp = u64::try_from(fields[0]).ok();
        self.randomness = fields[1];
        Ok(())
    }

    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        if self.timestamp != Some(timestamp) {
            // "Components": "UNIX-time in milliseconds", "source of randomness"
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.randomness = step.draw("randomness")?;
        } else if self.randomness < MAX_RANDOMNESS {
            // "Monotonicity": "If the same millisecond is detected, the `random` component is incremented by 1 bit in
            // the least significant bit position (with carrying)."
            step.happened(Counted);
            self.randomness += 1;
        } else {
            // "Or cause the random component to overflow with less, the generation will fail."
            step.happened(Overflowed);
            return Err("overflow");
        }
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        vec![self.timestamp.unwrap_or_default().into(), self.randomness]
    }
}
