//! SCRU160 in the words of its specification.

use crate::config::{Config, bits, number};
use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, DrewExtension, MovedForward, NoMicrosecond, OtherNode};

/// "Binary Layout and Byte Order": "A SCRU160 ID is a 160-bit object that consists of the following four fields".
///
/// "Encodings": "The base32hex encoding maps each 5-bit group of a 160-bit binary object to [0-9A-V] to produce a
/// 32-character string representation."
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter", 16), ("random16", 16), ("random80", 80)],
    alphabet: "0123456789ABCDEFGHIJKLMNOPQRSTUV",
    digits: 32,
    limit: (2, 160),
    ..Layout::BASE
};

/// "The hex encoding maps each 4-bit group to [0-9a-f] to produce a 40-character string representation."
pub(crate) const HEX: Layout = Layout { alphabet: "0123456789abcdef", digits: 40, ..LAYOUT };

/// A usage of `counter` and `random16`, and the last ID.
#[derive(Clone, Debug)]
pub(crate) struct Scru160 {
    /// "Alternative counter usage": "the unix time in microseconds".
    microseconds: bool,
    /// "A 15-bit random value", or "a 14-bit or less random value".
    counter_init_bits: u32,
    /// The bits of `random16` that "extend counter".
    counter_extension_bits: u32,
    /// The bits of `random16` that hold a "node identifier".
    node_id_bits: u32,
    node_id: u128,
    /// `timestamp` or, in the alternative counter usage, "the unix time in microseconds".
    pub(crate) timestamp: Option<u64>,
    /// "The counter bits in counter and random16", "combined into a single unsigned integer".
    counter: u128,
    /// "The remaining bits not used in either way", which "MUST be filled with random values", and `random80`.
    random: u128,
}

impl Scru160 {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            microseconds: config["clock"] == "us",
            counter_init_bits: bits(config, "counter_init_bits"),
            counter_extension_bits: bits(config, "counter_extension_bits"),
            node_id_bits: bits(config, "node_id_bits"),
            node_id: number(config, "node_id").into(),
            timestamp: None,
            counter: 0,
            random: 0,
        }
    }

    fn ticks_per_ms(&self) -> u64 {
        if self.microseconds { 1000 } else { 1 }
    }

    /// "Reserved IDs": "A generator MUST NOT generate IDs with timestamp set at zero or 2^48 - 1".
    pub(crate) fn ticks(&self) -> Ticks {
        let ms = self.ticks_per_ms();
        Ticks { ms, ..Ticks::milliseconds(ms..=((1 << 48) - 1) * ms - 1) }
    }

    /// The width of the combined counter. The alternative counter usage has "the 6 least significant bits" of `counter`.
    fn counter_bits(&self) -> u32 {
        self.counter_extension_bits + if self.microseconds { 6 } else { 16 }
    }

    /// The bits below the counter and the node ID.
    fn random_bits(&self) -> u32 {
        16 - self.counter_extension_bits - self.node_id_bits + 80
    }

    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![
            ("counter", self.counter_extension_bits + self.counter_init_bits),
            ("random", self.random_bits()),
        ]
    }

    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        let (counter, random16) = (fields[1], fields[2]);
        // "Alternative counter usage": "the 10 most significant bits of counter", "ranging from 0 to 999".
        let (microsecond, counter) =
            if self.microseconds { (counter >> 6, counter % 64) } else { (0, counter) };
        self.timestamp = u64::try_from(fields[0] * u128::from(self.ticks_per_ms()) + microsecond).ok();
        let below_extension = 16 - self.counter_extension_bits;
        self.counter = (counter << self.counter_extension_bits) + (random16 >> below_extension);
        let node_id = (random16 % (1 << below_extension)) >> (below_extension - self.node_id_bits);
        if microsecond > 999 {
            return Err(NoMicrosecond);
        }
        (node_id == self.node_id).then_some(()).ok_or(OtherNode)
    }

    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        if self.timestamp != Some(timestamp) {
            // "Initialize counter at a 15-bit random value when timestamp has changed since the last generation."
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.start_counter(step)?;
        } else if self.counter < (1 << self.counter_bits()) - 1 {
            // "Increment counter by one for each new ID generated within the same timestamp."
            step.happened(Counted);
            self.counter += 1;
        } else {
            // The specification is silent. The author's later specifications increment `timestamp` and continue.
            self.timestamp = Some(step.next_tick()?);
            self.start_counter(step)?;
        }
        // "random80 MUST be filled with a random value".
        self.random = step.draw("random")?;
        Ok(())
    }

    /// The specification does not say how many bits of an extension are random.
    fn start_counter(&mut self, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        step.report(DrewExtension, self.counter_extension_bits > 0);
        self.counter = step.draw("counter")?;
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        let (tick, ms) = (self.timestamp.unwrap_or_default(), self.ticks_per_ms());
        // "Fill in the 10 most significant bits of counter with the microsecond part of unix time".
        let microsecond = u128::from(tick % ms) << 6;
        let extension = self.counter % (1 << self.counter_extension_bits);
        // "The counter bits MUST be placed at the most significant bits."
        let extended = (extension << self.node_id_bits) + self.node_id;
        let random16 = (extended << (self.random_bits() - 80)) + (self.random >> 80);
        let counter = microsecond + (self.counter >> self.counter_extension_bits);
        vec![(tick / ms).into(), counter, random16, self.random % (1 << 80)]
    }
}
