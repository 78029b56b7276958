//! ULID in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::accept::{ALLOWANCE, Range};
use crate::layout::Layout;
use crate::model::{Ceiling, Draws, Model, OnRollback, tick};

/// "Canonically encoded as a 26 character string": 10 digits of "Timestamp", 16 of "Randomness". The first digit has room
/// for two bits more than the ID has. The limit excludes them.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("randomness", 80)],
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: 26,
    limit: || BigUint::from(1_u32) << 128,
    unix_ms: |timestamp| timestamp,
};

/// 2^48 − 1, the last millisecond that has IDs.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;
/// 2^80 − 1, after which "the generation will fail".
pub(crate) const MAX_RANDOMNESS: u128 = (1 << 80) - 1;

/// A generator that remembers the fields of the last ID.
#[derive(Clone, Debug)]
struct Generator {
    on_rollback: OnRollback,
    ceiling: Ceiling,
    last: Option<Fields>,
}

#[derive(Clone, Debug)]
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
pub(crate) fn new_model(config: &Map<String, Value>) -> Box<dyn Model> {
    Box::new(Generator {
        on_rollback: OnRollback::new(config, |ms| ms),
        ceiling: Ceiling::default(),
        last: LAYOUT
            .resumed(config)
            .map(|values| Fields { timestamp: tick(values[0]), randomness: values[1] }),
    })
}

impl Model for Generator {
    fn set_ceiling(&mut self, unix_ms: u64) {
        self.ceiling.set(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", 80)]
    }

    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        // "Any attempt to decode or encode a ULID larger than this should be rejected"
        if now > MAX_TIMESTAMP {
            return Err("out_of_range");
        }

        for timestamp in self.last.iter().map(|last| last.timestamp).chain([now]) {
            self.ceiling.check(timestamp)?;
        }
        let last = self.on_rollback.last(self.last.as_ref(), |last| last.timestamp, now)?;
        let fields = match last {
            // "Monotonicity"
            Some(Fields { timestamp, randomness }) if now <= timestamp => {
                if randomness == MAX_RANDOMNESS {
                    return Err("overflow");
                }
                Fields { timestamp, randomness: randomness + 1 }
            }
            _ => Fields { timestamp: now, randomness: draws.draw("randomness")? },
        };

        let int = LAYOUT.int(&[fields.timestamp.into(), fields.randomness.into()]);
        self.last = Some(fields);
        Ok(LAYOUT.text(&int))
    }
}
