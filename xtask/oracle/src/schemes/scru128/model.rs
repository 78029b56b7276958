//! SCRU128 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, tick};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::GeneratorRules;

/// "A SCRU128 ID is a 128-bit unsigned integer consisting of four terms", in base 36 of 25 digits.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 25,
    limit: || BigUint::from(1_u32) << 128,
    ..Layout::BASE
};

/// 2^24 − 1, at which a counter "reaches its maximum value".
pub(crate) const MAX_COUNTER: u128 = 0xff_ffff;
/// 2^48 − 1, reserved like 0.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;

struct Scru128;

const DEFINITION: Origin = Section("Specification v2.0.1");
const RESERVED: Origin = Section("Special-purpose IDs");
const ROLLBACK: Origin = Section("Clock rollback handling");

const ORIGINS: Origins = Origins {
    new_tick: &[DEFINITION],
    same_tick: &[DEFINITION],
    overflow: &[Section("Counter overflow handling")],
    rollback: &[ROLLBACK],
    reset: &[ROLLBACK],
    out_of_range: [&[RESERVED], &[RESERVED]],
    ..Origins::OURS
};

/// The fields of an ID, and when the generator last renewed `counter_hi`.
#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter_hi: u128,
    counter_lo: u128,
    entropy: u128,
    counter_hi_renewed_at: Option<u64>,
    /// Our rule on `counter_hi`, until it is renewed: when an overflow set it to zero, or after resuming.
    since: Option<(u64, Origin)>,
}

/// Checks that a generator can generate IDs with these fields. Reserved timestamps are rejected.
pub(crate) fn makes(_: &Map<String, Value>, values: &[BigUint]) -> Result<(), Origin> {
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    is_usable.then_some(()).ok_or(RESERVED)
}

/// Creates a generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let last = LAYOUT.resumed(config).map(|values| Fields {
        timestamp: tick(values[0]),
        counter_hi: values[1],
        counter_lo: values[2],
        entropy: values[3],
        // An ID does not show when its `counter_hi` was drawn.
        counter_hi_renewed_at: (rules.renewed_before)(tick(values[0])),
        since: Some((tick(values[0]), Ours("`counter_hi` after resuming"))),
    });
    // "Special-purpose IDs"
    let limits = Limits::new(config, rules, (1, MAX_TIMESTAMP - 1), |ms| ms);
    Box::new(Generator::new(Scru128, &ORIGINS, limits, last))
}

impl Steps for Scru128 {
    type Last = Fields;

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)]
    }

    fn advance(&self, _: Option<&Fields>, fields: &mut Fields, call: &mut Call) -> Result<(), &'static str> {
        let rules = call.rules;
        let mut moved_forward = true;
        if (rules.advances)(call.now, fields.timestamp) {
            fields.timestamp = call.now;
            fields.counter_lo = call.draws.draw("counter_lo")?;
        } else if !(rules.is_full)(fields.counter_lo, MAX_COUNTER) {
            fields.timestamp = (rules.kept)(fields.timestamp, call.now);
            fields.counter_lo = (rules.wrapped)((rules.counted)(fields.counter_lo), MAX_COUNTER);
            moved_forward = false;
        } else if !(rules.is_full)(fields.counter_hi, MAX_COUNTER) {
            fields.timestamp = (rules.kept)(fields.timestamp, call.now);
            fields.counter_lo = rules.after_carry;
            fields.counter_hi = (rules.wrapped)((rules.hi_counted)(fields.counter_hi), MAX_COUNTER);
            moved_forward = false;
        } else {
            // "Counter overflow handling"
            call.overflow(&mut fields.timestamp)?;
            fields.counter_hi = (rules.hi_after_overflow)(fields.counter_hi);
            fields.since = Some((fields.timestamp, Ours("The zero after an overflow")));
            fields.counter_lo = if rules.drawn_after_overflow { call.draws.draw("counter_lo")? } else { 0 };
        }
        let renewed_at = fields.counter_hi_renewed_at;
        if moved_forward && renewed_at.is_none_or(|at| (rules.renews)(fields.timestamp - at)) {
            call.followed.add(fields.since.filter(|(at, _)| fields.timestamp < at + 1000).map(
                |(at, rule)| {
                    if at < fields.timestamp { rule } else { Ours("An overflow when `counter_hi` is due") }
                },
            ));
            fields.since = None;
            fields.counter_hi = call.draws.draw("counter_hi")?;
            fields.counter_hi_renewed_at = Some((rules.renewed_at)(fields.timestamp));
        }
        fields.entropy = call.draws.draw("entropy")?;
        Ok(())
    }

    fn keep_part(rules: &GeneratorRules, now: u64, last: &mut Fields, failed: &Fields) {
        if (rules.keeps_renewal)(now, last.timestamp) {
            last.counter_hi_renewed_at = failed.counter_hi_renewed_at;
        }
    }

    fn text(&self, last: &Fields) -> String {
        let &Fields { timestamp, counter_hi, counter_lo, entropy, .. } = last;
        LAYOUT.text(&LAYOUT.int(&[timestamp.into(), counter_hi.into(), counter_lo.into(), entropy.into()]))
    }
}
