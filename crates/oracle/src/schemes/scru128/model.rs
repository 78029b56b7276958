//! SCRU128 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::accept::{ALLOWANCE, Range};
use crate::layout::Layout;
use crate::model::{Ceiling, Draws, Model, OnRollback, tick};

/// "A SCRU128 ID is a 128-bit unsigned integer consisting of four terms", in base 36 of 25 digits.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 25,
    limit: || BigUint::from(1_u32) << 128,
    unix_ms: |timestamp| timestamp,
};

/// 2^24 − 1, where a counter "reaches its maximum value".
pub(crate) const MAX_COUNTER: u128 = 0xff_ffff;
/// 2^48 − 1, reserved like 0.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;

/// A generator that remembers the fields of the last ID, and when it last renewed `counter_hi`.
#[derive(Clone, Debug)]
struct Generator {
    on_rollback: OnRollback,
    ceiling: Ceiling,
    last: Option<Fields>,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter_hi: u128,
    counter_lo: u128,
    counter_hi_renewed_at: u64,
}

/// The ranges of the numbers in a `config`: only the allowance.
#[must_use]
pub(crate) fn ranges(_: &Map<String, Value>) -> Vec<Range> {
    vec![ALLOWANCE]
}

/// Whether a generator makes IDs with these fields: none with a reserved timestamp.
#[must_use]
pub(crate) fn makes(_: &Map<String, Value>, values: &[BigUint]) -> bool {
    values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP)
}

/// A generator with the `config` of a trace.
#[must_use]
pub(crate) fn new_model(config: &Map<String, Value>) -> Box<dyn Model> {
    Box::new(Generator {
        on_rollback: OnRollback::new(config, |ms| ms),
        ceiling: Ceiling::default(),
        last: LAYOUT.resumed(config).map(|values| Fields {
            timestamp: tick(values[0]),
            counter_hi: values[1],
            counter_lo: values[2],
            // An ID does not say when its `counter_hi` was drawn.
            counter_hi_renewed_at: 0,
        }),
    })
}

impl Model for Generator {
    fn set_ceiling(&mut self, unix_ms: u64) {
        self.ceiling.set(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)]
    }

    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        // "Special-purpose IDs"
        if now == 0 || now >= MAX_TIMESTAMP {
            return Err("out_of_range");
        }

        for timestamp in self.last.iter().map(|last| last.timestamp).chain([now]) {
            self.ceiling.check(timestamp)?;
        }
        // "Clock rollback handling"
        let last = self.on_rollback.last(self.last.as_ref(), |last| last.timestamp, now)?;
        let mut fields = last.unwrap_or_default();
        let fresh = fields.timestamp == 0;

        let mut moved_forward = true;
        if now > fields.timestamp {
            fields.timestamp = now;
            fields.counter_lo = draws.draw("counter_lo")?;
        } else if fields.counter_lo < MAX_COUNTER {
            fields.counter_lo += 1;
            moved_forward = false;
        } else if fields.counter_hi < MAX_COUNTER {
            fields.counter_lo = 0;
            fields.counter_hi += 1;
            moved_forward = false;
        } else {
            // "Counter overflow handling"
            fields.timestamp += 1;
            if fields.timestamp == MAX_TIMESTAMP {
                return Err("overflow");
            }
            self.ceiling.check(fields.timestamp)?;
            fields.counter_hi = 0;
            fields.counter_lo = draws.draw("counter_lo")?;
        }
        if fresh || moved_forward && fields.timestamp - fields.counter_hi_renewed_at >= 1000 {
            fields.counter_hi = draws.draw("counter_hi")?;
            fields.counter_hi_renewed_at = fields.timestamp;
        }
        let entropy = draws.draw("entropy")?;

        let int = LAYOUT.int(&[
            fields.timestamp.into(),
            fields.counter_hi.into(),
            fields.counter_lo.into(),
            entropy.into(),
        ]);
        self.last = Some(fields);
        Ok(LAYOUT.text(&int))
    }
}
