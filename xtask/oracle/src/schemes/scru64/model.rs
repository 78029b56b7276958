//! SCRU64 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Draws, Limits, Model, tick};
use crate::port::{ALLOWANCE, Range};
use crate::rules::GeneratorRules;

/// "A SCRU64 ID is a non-negative integer less than `36^12`", in base 36 of 12 digits. `node_id` and `counter` are one
/// field, because an ID does not show the boundary between them.
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 40), ("node_ctr", 24)],
    alphabet: "0123456789abcdefghijklmnopqrstuvwxyz",
    digits: 12,
    limit: || BigUint::from(36_u32).pow(12),
    unix_ms: |timestamp| timestamp * TICK_MS,
    ..Layout::BASE
};

/// "A 256-millisecond-precision Unix timestamp".
pub(crate) const TICK_MS: u64 = 256;
/// 36^12 / 2^24 − 1, reserved like 0.
pub(crate) const MAX_TIMESTAMP: u64 = 282_429_536_480;
/// The bits that `node_id` and `counter` share.
pub(crate) const NODE_CTR_BITS: u32 = 24;

/// A generator that remembers the timestamp and the counter of the last ID.
#[derive(Clone, Debug)]
struct Generator {
    node_id: u64,
    counter_bits: u32,
    guard_bits: u32,
    rules: GeneratorRules,
    limits: Limits,
    last: Option<Fields>,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter: u128,
}

/// The text of the ID "timestamp * 2^24 + node_id * 2^(24 - node_id_size) + counter".
#[must_use]
pub(crate) fn text(timestamp: u64, node_id: u64, counter_bits: u32, counter: u128) -> String {
    let node_ctr = (BigUint::from(node_id) << counter_bits) + counter;
    LAYOUT.text(&LAYOUT.int(&[timestamp.into(), node_ctr]))
}

/// The ranges of the numbers in a `config`: "1 <= node_id_size <= 23", "0 <= node_id < 1 << node_id_size".
#[must_use]
pub(crate) fn ranges(config: &Map<String, Value>) -> Vec<Range> {
    let size = config["node_id_size"].as_u64().unwrap_or_default().min(23);
    let most_guard_bits = u64::from(NODE_CTR_BITS) - size;
    vec![
        ("node_id_size", 1, 23),
        ("node_id", 0, (1 << size) - 1),
        ("guard_bits", 0, most_guard_bits),
        ALLOWANCE,
    ]
}

/// Whether a generator makes IDs with these fields: none with a reserved timestamp, and none of another node.
#[must_use]
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> bool {
    let number = |key: &str| config[key].as_u64().unwrap_or_default();
    let of_node = &values[1] >> (u64::from(NODE_CTR_BITS) - number("node_id_size"));
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    is_usable && of_node == BigUint::from(number("node_id"))
}

/// A generator with the `config` of a trace.
#[must_use]
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let number = |key: &str| config[key].as_u64().unwrap_or_default();
    let bits = |key: &str| u32::try_from(number(key)).unwrap_or(u32::MAX);
    let counter_bits = NODE_CTR_BITS - bits("node_id_size");
    let last = LAYOUT.resumed(config);
    Box::new(Generator {
        node_id: number("node_id"),
        counter_bits,
        guard_bits: bits("guard_bits"),
        rules: *rules,
        limits: Limits::new(config, rules, |ms| (rules.ticks_in)(ms, TICK_MS)),
        last: last
            .map(|values| Fields { timestamp: tick(values[0]), counter: values[1] % (1 << counter_bits) }),
    })
}

impl Generator {
    /// Makes the fields of the next ID from those of the last.
    fn advance(&self, fields: &mut Fields, now: u64, draws: &mut Draws) -> Result<(), &'static str> {
        let rules = self.rules;
        let largest = (1 << self.counter_bits) - 1;
        if (rules.advances)(now, fields.timestamp) {
            fields.timestamp = now;
            fields.counter = draws.draw("counter")?;
        } else if !(rules.is_full)(fields.counter, largest) {
            fields.timestamp = (rules.kept)(fields.timestamp, now);
            fields.counter = (rules.wrapped)((rules.counted)(fields.counter), largest);
        } else {
            // "Counter overflow handling"
            if !rules.overflows_on {
                return Err("overflow");
            }
            fields.timestamp = (rules.after_overflow)(fields.timestamp);
            if fields.timestamp >= MAX_TIMESTAMP {
                return Err("overflow");
            }
            self.limits.check_overflow(fields.timestamp * TICK_MS)?;
            fields.counter = if rules.drawn_after_overflow { draws.draw("counter")? } else { 0 };
        }
        Ok(())
    }
}

impl Model for Generator {
    fn set_ceiling(&mut self, unix_ms: u64) {
        self.limits.set_ceiling(unix_ms);
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        // "May be reset to a smaller-bit random number to reserve the leading bits as an overflow guard"
        vec![("counter", self.counter_bits - self.guard_bits)]
    }

    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        let now = (self.rules.tick)(now, TICK_MS);
        // "Special-purpose IDs"
        if !(self.rules.in_range)(now, 1, MAX_TIMESTAMP - 1) {
            return Err("out_of_range");
        }
        // "Clock rollback handling"
        let unix_ms = |timestamp| timestamp * TICK_MS;
        let last = self.limits.last(self.last.as_ref(), |last| last.timestamp, now, unix_ms)?;
        let mut fields = last.unwrap_or_default();
        let result = self.advance(&mut fields, now, draws);
        if result.err().is_none_or(self.rules.keeps_failed) {
            self.last = Some(fields.clone());
        }
        result.map(|()| text(fields.timestamp, self.node_id, self.counter_bits, fields.counter))
    }
}
