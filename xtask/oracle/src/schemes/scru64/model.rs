//! SCRU64 in the words of its specification.

use crate::config::{Config, bits, number};
use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, MovedForward, OtherNode};

/// "A SCRU64 ID is a non-negative integer less than `36^12`", "timestamp * 2^24 + node_id * 2^(24 - node_id_size) +
/// counter". An ID does not show the boundary between `node_id` and `counter`, so they are one field here.
///
/// "Textual representation": "in the radix of 36 using the digits of `0-9a-z`", "to form a 12-digit canonical
/// representation".
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 40), ("node_ctr", NODE_CTR_BITS)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 12,
    limit: (36, 12),
    tick_ms: TICK_MS,
    ..Layout::BASE
};

/// "A 256-millisecond-precision Unix timestamp".
const TICK_MS: u64 = 256;
/// The bits that `node_id` and `counter` share.
pub(crate) const NODE_CTR_BITS: u32 = 24;
/// "36^12 / 2^24 - 1".
pub(crate) const MAX_TIMESTAMP: u64 = 282_429_536_480;

/// A node and its last ID.
#[derive(Clone, Debug)]
pub(crate) struct Scru64 {
    node_id: u128,
    /// "`counter` is a `24 - node_id_size`-bit unsigned integer".
    counter_bits: u32,
    /// The "leading bits" that are reserved "as an overflow guard".
    guard_bits: u32,
    pub(crate) timestamp: Option<u64>,
    counter: u128,
}

impl Scru64 {
    pub(crate) fn new(config: &Config) -> Self {
        let counter_bits = NODE_CTR_BITS - bits(config, "node_id_size");
        let (node_id, guard_bits) = (number(config, "node_id").into(), bits(config, "guard_bits"));
        Self { node_id, counter_bits, guard_bits, timestamp: None, counter: 0 }
    }

    /// "Special-purpose IDs": "The IDs with `timestamp` set at zero or `36^12 / 2^24 - 1` are reserved".
    pub(crate) fn ticks(&self) -> Ticks {
        Ticks { length: TICK_MS, ..Ticks::milliseconds(1..=MAX_TIMESTAMP - 1) }
    }

    /// "May be reset to a smaller-bit" "random number to reserve the leading bits as an overflow guard".
    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter", self.counter_bits - self.guard_bits)]
    }

    /// "Node spec API": "The third form constructs one that generates subsequent SCRU64 IDs to the `node_prev`."
    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        self.timestamp = u64::try_from(fields[0]).ok();
        self.counter = fields[1] % (1 << self.counter_bits);
        (fields[1] >> self.counter_bits == self.node_id).then_some(()).ok_or(OtherNode)
    }

    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        if self.timestamp != Some(timestamp) {
            // "`counter` is reset to a random number when `timestamp` moves forward."
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.counter = step.draw("counter")?;
        } else if self.counter < (1 << self.counter_bits) - 1 {
            // "Incremented by one whenever a generator produces a new ID."
            step.happened(Counted);
            self.counter += 1;
        } else {
            // "Counter overflow handling"
            // 1. "Increment `timestamp` by one."
            self.timestamp = Some(step.next_tick()?);
            // 2. "Reset `counter` to a random number."
            self.counter = step.draw("counter")?;
        }
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        vec![self.timestamp.unwrap_or_default().into(), (self.node_id << self.counter_bits) + self.counter]
    }
}
