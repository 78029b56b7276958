//! SCRU128 in the words of its specification.

use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, MovedForward, Renewed};

/// "A SCRU128 ID is a 128-bit unsigned integer consisting of four terms":
/// "timestamp * 2^80 + counter_hi * 2^56 + counter_lo * 2^32 + entropy".
///
/// "Textual representation": "in the radix of 36 using the digits of `0-9a-z`", "to form a 25-digit canonical
/// representation". "Any numeral greater than" 2^128 - 1 "is not a valid SCRU128 ID".
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 25,
    limit: (2, 128),
    ..Layout::BASE
};

/// The "maximum value" of a "24-bit randomly initialized counter".
const MAX_COUNTER: u128 = (1 << 24) - 1;

/// The last ID of a generator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scru128 {
    pub(crate) timestamp: Option<u64>,
    counter_hi: u128,
    counter_lo: u128,
    entropy: u128,
    /// "The last renewal of `counter_hi`". An ID does not show it.
    last_renewal: Option<u64>,
}

impl Scru128 {
    /// "Special-purpose IDs": "The IDs with `timestamp` set at zero or `2^48 - 1` are reserved".
    pub(crate) fn ticks(&self) -> Ticks {
        Ticks::milliseconds(1..=(1 << 48) - 2)
    }

    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)]
    }

    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        self.timestamp = u64::try_from(fields[0]).ok();
        [self.counter_hi, self.counter_lo, self.entropy] = [fields[1], fields[2], fields[3]];
        Ok(())
    }

    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        let last = self.timestamp;
        if last != Some(timestamp) {
            // "`counter_lo` is reset to a random number whenever `timestamp` moves forward."
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.counter_lo = step.draw("counter_lo")?;
        } else if self.counter_lo < MAX_COUNTER {
            // "Incremented by one for each new ID generated within the same `timestamp`."
            step.happened(Counted);
            self.counter_lo += 1;
        } else if self.counter_hi < MAX_COUNTER {
            // "When `counter_lo` reaches its maximum value, `counter_hi` is incremented and `counter_lo` is reset to
            // zero."
            step.happened(Counted);
            self.counter_hi += 1;
            self.counter_lo = 0;
        } else {
            // "Counter overflow handling"
            // 1. "Increment `timestamp` by one."
            self.timestamp = Some(step.next_tick()?);
            // 2. "Reset `counter_hi` to zero."
            self.counter_hi = 0;
            // 3. "Reset `counter_lo` to a random number."
            self.counter_lo = step.draw("counter_lo")?;
        }
        // "`counter_hi` is reset to a random number when `timestamp` has moved forward by one second or more since the
        // last renewal of `counter_hi`."
        let is_due = self.last_renewal.map(|renewal| renewal + 1000) <= self.timestamp;
        if self.timestamp > last && is_due {
            step.happened(Renewed);
            self.counter_hi = step.draw("counter_hi")?;
            self.last_renewal = self.timestamp;
        }
        // "`entropy` is a 32-bit random number renewed for each new ID generated."
        self.entropy = step.draw("entropy")?;
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        let timestamp = self.timestamp.unwrap_or_default();
        vec![timestamp.into(), self.counter_hi, self.counter_lo, self.entropy]
    }
}
