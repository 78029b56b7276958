//! UUIDv7 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, tick};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::GeneratorRules;

/// Section 5.7, Figure 11: "UUIDv7 Field and Bit Layout". Section 4: "8-4-4-4-12", "output as lowercase characters and
/// are case insensitive on input". The RFC's `unix_ts_ms` is called `timestamp`, as in all schemes.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("ver", 4), ("rand_a", 12), ("var", 2), ("rand_b", 62)],
    constants: &[("ver", 0b0111), ("var", 0b10)],
    alphabet: "0123456789abcdef",
    digits: 32,
    hyphens: &[8, 13, 18, 23],
    limit: || BigUint::from(1_u32) << 128,
    ..Layout::BASE
};

/// TypeID 0.3.0, "UUID Suffix": "encoded using a modified base32 encoding", of 26 lowercase digits.
pub(crate) const TYPED: Layout =
    Layout { alphabet: "0123456789abcdefghjkmnpqrstvwxyz", digits: 26, hyphens: &[], ..LAYOUT };

/// 2^48 − 1, the last millisecond that has IDs.
const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;
/// Section 6.2: "the counter SHOULD be at least 12 bits but no longer than 42 bits". Ours has the maximum: 12 in
/// `rand_a` and 30 in `rand_b`.
const COUNTER_BITS: u32 = 12 + 30;
/// 2^42 − 1, after which the counter rolls over.
const MAX_COUNTER: u128 = (1 << COUNTER_BITS) - 1;

const COUNTERS: Origin = Section("6.2. Monotonicity and Counters");
const LATEST: Origin = Section("5.7. UUID Version 7");

/// The RFC describes several methods and requires none.
const ORIGINS: Origins = Origins {
    new_tick: &[COUNTERS, Ours("Starting the counter")],
    same_tick: &[COUNTERS, Ours("Method")],
    overflow: &[COUNTERS, Ours("A counter overflow")],
    rollback: &[COUNTERS, Ours("Rollback")],
    out_of_range: [&[], &[LATEST]],
    ..Origins::OURS
};

struct Uuid7;

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter: u128,
    random: u128,
}

/// Creates a generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let last = LAYOUT.resumed(config).map(|values| Fields {
        timestamp: tick(values[0]),
        counter: values[2] * (1 << 30) + values[4] / (1 << 32),
        random: values[4] % (1 << 32),
    });
    let limits = Limits::new(config, rules, (0, MAX_TIMESTAMP), |ms| ms);
    Box::new(Generator::new(Uuid7, &ORIGINS, limits, last))
}

impl Steps for Uuid7 {
    type Last = Fields;

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        // "Fixed Bit-Length Dedicated Counter Seeding": "leftmost counter bit is initialized as zero"
        vec![("counter", COUNTER_BITS - 1), ("random", 32)]
    }

    fn advance(&self, last: Option<&Fields>, next: &mut Fields, call: &mut Call) -> Result<(), &'static str> {
        let rules = call.rules;
        match last {
            // Section 6.2, "Method 1"
            Some(&Fields { timestamp, .. }) if !(rules.advances)(call.now, timestamp) => {
                if (rules.is_full)(next.counter, MAX_COUNTER) {
                    // "Counter Rollover Handling"
                    call.overflow(&mut next.timestamp)?;
                    next.counter = if rules.drawn_after_overflow { call.draws.draw("counter")? } else { 0 };
                } else {
                    next.timestamp = (rules.kept)(timestamp, call.now);
                    next.counter = (rules.wrapped)((rules.counted)(next.counter), MAX_COUNTER);
                }
            }
            _ => {
                next.timestamp = call.now;
                next.counter = call.draws.draw("counter")?;
            }
        }
        next.random = call.draws.draw("random")?;
        Ok(())
    }

    fn text(&self, last: &Fields) -> String {
        let (rand_a, rand_b) = (last.counter / (1 << 30), last.counter % (1 << 30) * (1 << 32) + last.random);
        let fields = [last.timestamp.into(), 7_u32.into(), rand_a.into(), 2_u32.into(), rand_b.into()];
        LAYOUT.text(&LAYOUT.int(&fields))
    }
}
