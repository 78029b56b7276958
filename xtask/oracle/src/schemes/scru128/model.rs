//! SCRU128 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Draws, Limits, Model, tick};
use crate::port::{ALLOWANCE, Range};
use crate::rules::GeneratorRules;

/// "A SCRU128 ID is a 128-bit unsigned integer consisting of four terms", in base 36 of 25 digits.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 25,
    limit: || BigUint::from(1_u32) << 128,
    ..Layout::BASE
};

/// 2^24 − 1, where a counter "reaches its maximum value".
pub(crate) const MAX_COUNTER: u128 = 0xff_ffff;
/// 2^48 − 1, reserved like 0.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;

/// A generator that remembers the fields of the last ID, and when it last renewed `counter_hi`.
#[derive(Clone, Debug)]
struct Generator {
    rules: GeneratorRules,
    limits: Limits,
    last: Option<Fields>,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter_hi: u128,
    counter_lo: u128,
    entropy: u128,
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
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    Box::new(Generator {
        rules: *rules,
        limits: Limits::new(config, rules, |ms| ms),
        last: LAYOUT.resumed(config).map(|values| Fields {
            timestamp: tick(values[0]),
            counter_hi: values[1],
            counter_lo: values[2],
            entropy: values[3],
            // An ID does not say when its `counter_hi` was drawn.
            counter_hi_renewed_at: (rules.renewed_before)(tick(values[0])),
        }),
    })
}

impl Generator {
    /// Makes the fields of the next ID from those of the last.
    fn advance(&self, fields: &mut Fields, now: u64, draws: &mut Draws) -> Result<(), &'static str> {
        let rules = self.rules;
        let fresh = fields.timestamp == 0;
        let mut moved_forward = true;
        if (rules.advances)(now, fields.timestamp) {
            fields.timestamp = now;
            fields.counter_lo = draws.draw("counter_lo")?;
        } else if !(rules.is_full)(fields.counter_lo, MAX_COUNTER) {
            fields.timestamp = (rules.kept)(fields.timestamp, now);
            fields.counter_lo = (rules.wrapped)((rules.counted)(fields.counter_lo), MAX_COUNTER);
            moved_forward = false;
        } else if !(rules.is_full)(fields.counter_hi, MAX_COUNTER) {
            fields.timestamp = (rules.kept)(fields.timestamp, now);
            fields.counter_lo = rules.after_carry;
            fields.counter_hi = (rules.wrapped)((rules.counted)(fields.counter_hi), MAX_COUNTER);
            moved_forward = false;
        } else {
            // "Counter overflow handling"
            if !rules.overflows_on {
                return Err("overflow");
            }
            fields.timestamp = (rules.after_overflow)(fields.timestamp);
            if fields.timestamp >= MAX_TIMESTAMP {
                return Err("overflow");
            }
            self.limits.check_overflow(fields.timestamp)?;
            fields.counter_hi = (rules.hi_after_overflow)(fields.counter_hi);
            fields.counter_lo = if rules.drawn_after_overflow { draws.draw("counter_lo")? } else { 0 };
        }
        if fresh || moved_forward && (rules.renews)(fields.timestamp - fields.counter_hi_renewed_at) {
            fields.counter_hi = draws.draw("counter_hi")?;
            fields.counter_hi_renewed_at = (rules.renewed_at)(fields.timestamp);
        }
        fields.entropy = draws.draw("entropy")?;
        Ok(())
    }
}

impl Model for Generator {
    fn set_ceiling(&mut self, unix_ms: u64) {
        self.limits.set_ceiling(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)]
    }

    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        // "Special-purpose IDs"
        if !(self.rules.in_range)(now, 1, MAX_TIMESTAMP - 1) {
            return Err("out_of_range");
        }
        // "Clock rollback handling"
        let last = self.limits.last(self.last.as_ref(), |last| last.timestamp, now, |timestamp| timestamp)?;
        let mut fields = last.unwrap_or_default();
        let result = self.advance(&mut fields, now, draws);
        if result.err().is_none_or(self.rules.keeps_failed) {
            self.last = Some(fields.clone());
        }
        let Fields { timestamp, counter_hi, counter_lo, entropy, .. } = fields;
        let int = || LAYOUT.int(&[timestamp.into(), counter_hi.into(), counter_lo.into(), entropy.into()]);
        result.map(|()| LAYOUT.text(&int()))
    }
}
