//! ULID in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Draws, Limits, Model, tick};
use crate::port::{ALLOWANCE, Range};
use crate::rules::GeneratorRules;

/// "Canonically encoded as a 26 character string": 10 digits of "Timestamp", 16 of "Randomness". The first digit has room
/// for two bits more than the ID has. The limit excludes them.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("randomness", 80)],
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: 26,
    limit: || BigUint::from(1_u32) << 128,
    ..Layout::BASE
};

/// 2^48 − 1, the last millisecond that has IDs.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;
/// 2^80 − 1, after which "the generation will fail".
pub(crate) const MAX_RANDOMNESS: u128 = (1 << 80) - 1;

/// A generator that remembers the fields of the last ID.
#[derive(Clone, Debug)]
struct Generator {
    rules: GeneratorRules,
    limits: Limits,
    last: Option<Fields>,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    randomness: u128,
}

/// The ranges of the numbers in a `config`: only the allowance.
#[must_use]
pub(crate) fn ranges(_: &Map<String, Value>) -> Vec<Range> {
    vec![ALLOWANCE]
}

/// Whether a generator makes IDs with these fields. No timestamp is reserved.
#[must_use]
pub(crate) fn makes(_: &Map<String, Value>, _: &[BigUint]) -> bool {
    true
}

/// A generator with the `config` of a trace.
#[must_use]
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let last = LAYOUT.resumed(config);
    Box::new(Generator {
        rules: *rules,
        limits: Limits::new(config, rules, |ms| ms),
        last: last.map(|values| Fields { timestamp: tick(values[0]), randomness: values[1] }),
    })
}

impl Generator {
    /// Makes the fields of the next ID from those of the last, if it does not start over.
    fn advance(
        &self,
        last: Option<Fields>,
        fields: &mut Fields,
        now: u64,
        draws: &mut Draws,
    ) -> Result<(), &'static str> {
        let rules = self.rules;
        match last {
            // "Monotonicity"
            Some(Fields { timestamp, randomness }) if !(rules.advances)(now, timestamp) => {
                if (rules.is_full)(randomness, MAX_RANDOMNESS) {
                    return Err("overflow");
                }
                fields.timestamp = (rules.kept)(timestamp, now);
                fields.randomness = (rules.wrapped)((rules.counted)(randomness), MAX_RANDOMNESS);
            }
            _ => {
                fields.timestamp = now;
                fields.randomness = draws.draw("randomness")?;
            }
        }
        Ok(())
    }
}

impl Model for Generator {
    fn set_ceiling(&mut self, unix_ms: u64) {
        self.limits.set_ceiling(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", 80)]
    }

    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        // "Any attempt to decode or encode a ULID larger than this should be rejected"
        if !(self.rules.in_range)(now, 0, MAX_TIMESTAMP) {
            return Err("out_of_range");
        }
        let last = self.limits.last(self.last.as_ref(), |last| last.timestamp, now, |timestamp| timestamp)?;
        let mut fields = last.clone().unwrap_or_default();
        let result = self.advance(last, &mut fields, now, draws);
        if result.err().is_none_or(self.rules.keeps_failed) {
            self.last = Some(fields.clone());
        }
        let int = || LAYOUT.int(&[fields.timestamp.into(), fields.randomness.into()]);
        result.map(|()| LAYOUT.text(&int()))
    }
}
