//! ULID in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, tick};
use crate::origin::Origin::{Ours, Section};
use crate::rules::GeneratorRules;

/// "Canonically encoded as a 26 character string": 10 digits of "Timestamp", 16 of "Randomness". The first digit has
/// room for two bits more than the ID has. The limit excludes them.
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

const ORIGINS: Origins = Origins {
    new_tick: &[Section("Components")],
    same_tick: &[Section("Monotonicity")],
    overflow: &[Section("Monotonicity")],
    after_overflow: &[Ours("Overflow")],
    out_of_range: [&[], &[Section("Overflow Errors when Parsing Base32 Strings")]],
    ..Origins::OURS
};

struct Ulid;

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    randomness: u128,
}

/// Creates a generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let last = LAYOUT.resumed(config);
    let last = last.map(|values| Fields { timestamp: tick(values[0]), randomness: values[1] });
    // "Any attempt to decode or encode a ULID larger than this should be rejected"
    let limits = Limits::new(config, rules, (0, MAX_TIMESTAMP), |ms| ms);
    Box::new(Generator::new(Ulid, &ORIGINS, limits, last))
}

impl Steps for Ulid {
    type Last = Fields;

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", 80)]
    }

    fn advance(&self, last: Option<&Fields>, next: &mut Fields, call: &mut Call) -> Result<(), &'static str> {
        let rules = call.rules;
        match last {
            // "Monotonicity"
            Some(&Fields { timestamp, randomness }) if !(rules.advances)(call.now, timestamp) => {
                if (rules.is_full)(randomness, MAX_RANDOMNESS) {
                    return Err("overflow");
                }
                next.timestamp = (rules.kept)(timestamp, call.now);
                next.randomness = (rules.wrapped)((rules.counted)(randomness), MAX_RANDOMNESS);
            }
            _ => *next = Fields { timestamp: call.now, randomness: call.draws.draw("randomness")? },
        }
        Ok(())
    }

    fn text(&self, last: &Fields) -> String {
        LAYOUT.text(&LAYOUT.int(&[last.timestamp.into(), last.randomness.into()]))
    }
}
