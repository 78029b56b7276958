//! UUIDv7 in the words of RFC 9562.

use crate::layout::Layout;
use crate::model::{Step, Ticks};
use crate::rules::Event::{self, Counted, MovedForward};

/// Section 5.7, Figure 11: "UUIDv7 Field and Bit Layout". The RFC's `unix_ts_ms` is called `timestamp`, as in all
/// schemes. Section 4: `4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet`, whose "alphabetic
/// characters may be all uppercase, all lowercase, or mixed case".
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("ver", 4), ("rand_a", 12), ("var", 2), ("rand_b", 62)],
    constants: &[("ver", 0b0111), ("var", 0b10)],
    alphabet: "0123456789abcdef",
    digits: 32,
    hyphens: &[8, 13, 18, 23],
    limit: (2, 128),
    ..Layout::BASE
};

/// TypeID 0.3.0, "UUID Suffix": 26 digits of Crockford's alphabet, in lowercase.
pub(crate) const TYPED: Layout =
    Layout { alphabet: "0123456789abcdefghjkmnpqrstvwxyz", digits: 26, hyphens: &[], ..LAYOUT };

/// Section 6.2: "the counter SHOULD be at least 12 bits but no longer than 42 bits". Ours has 42: the 12 bits of
/// `rand_a` and the upper 30 bits of `rand_b`. The lower 32 bits are random.
const COUNTER_BITS: u32 = 12 + 30;
/// The counter after which it rolls over.
const MAX_COUNTER: u128 = (1 << COUNTER_BITS) - 1;

/// The last ID of a generator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uuid7 {
    pub(crate) timestamp: Option<u64>,
    counter: u128,
    random: u128,
}

impl Uuid7 {
    /// Section 5.7: "48-bit big-endian unsigned number of the Unix Epoch timestamp in milliseconds".
    pub(crate) fn ticks(&self) -> Ticks {
        Ticks::milliseconds(0..=(1 << 48) - 1)
    }

    /// "Fixed Bit-Length Dedicated Counter Seeding": "leftmost counter bit is initialized as zero".
    pub(crate) fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter", COUNTER_BITS - 1), ("random", 32)]
    }

    pub(crate) fn resume(&mut self, fields: &[u128]) -> Result<(), Event> {
        let [unix_ts_ms, _ver, rand_a, _var, rand_b] = fields else { unreachable!("a UUID has five fields") };
        self.timestamp = u64::try_from(*unix_ts_ms).ok();
        self.counter = (rand_a << 30) + (rand_b >> 32);
        self.random = rand_b % (1 << 32);
        Ok(())
    }

    /// Section 6.2, "Fixed Bit-Length Dedicated Counter (Method 1)".
    pub(crate) fn generate(&mut self, timestamp: u64, step: &mut Step<'_, '_>) -> Result<(), &'static str> {
        if self.timestamp != Some(timestamp) {
            // "Randomly initialize the counter with each new timestamp tick."
            step.happened(MovedForward);
            self.timestamp = Some(timestamp);
            self.counter = step.draw("counter")?;
        } else if self.counter < MAX_COUNTER {
            // "When the timestamp has not increased, the counter is instead incremented".
            step.happened(Counted);
            self.counter += 1;
        } else {
            // "Counter Rollover Handling": "increment the timestamp ahead of the actual time and reinitialize the counter".
            self.timestamp = Some(step.next_tick()?);
            self.counter = step.draw("counter")?;
        }
        // "The random value MAY be regenerated with each counter increment".
        self.random = step.draw("random")?;
        Ok(())
    }

    pub(crate) fn fields(&self) -> Vec<u128> {
        let (rand_a, lower) = (self.counter >> 30, self.counter % (1 << 30));
        let rand_b = (lower << 32) + self.random;
        vec![self.timestamp.unwrap_or_default().into(), 0b0111, rand_a, 0b10, rand_b]
    }
}
