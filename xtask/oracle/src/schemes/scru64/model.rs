//! SCRU64 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Steps, tick};
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

/// A node.
struct Scru64 {
    node_id: u64,
    counter_bits: u32,
    guard_bits: u32,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    counter: u128,
}

/// The text of the ID "timestamp * 2^24 + node_id * 2^(24 - node_id_size) + counter".
pub(crate) fn text(timestamp: u64, node_id: u64, counter_bits: u32, counter: u128) -> String {
    let node_ctr = (BigUint::from(node_id) << counter_bits) + counter;
    LAYOUT.text(&LAYOUT.int(&[timestamp.into(), node_ctr]))
}

/// The ranges of the numbers in a `config`: "1 <= node_id_size <= 23", "0 <= node_id < 1 << node_id_size".
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
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> bool {
    let number = |key: &str| config[key].as_u64().unwrap_or_default();
    let of_node = &values[1] >> (u64::from(NODE_CTR_BITS) - number("node_id_size"));
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    is_usable && of_node == BigUint::from(number("node_id"))
}

/// A generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let number = |key: &str| config[key].as_u64().unwrap_or_default();
    let bits = |key: &str| u32::try_from(number(key)).unwrap_or(u32::MAX);
    let counter_bits = NODE_CTR_BITS - bits("node_id_size");
    let last = LAYOUT.resumed(config);
    Box::new(Generator {
        steps: Scru64 { node_id: number("node_id"), counter_bits, guard_bits: bits("guard_bits") },
        limits: Limits::new(config, rules, |ms| (rules.ticks_in)(ms, TICK_MS)),
        last: last
            .map(|values| Fields { timestamp: tick(values[0]), counter: values[1] % (1 << counter_bits) }),
    })
}

impl Steps for Scru64 {
    type Last = Fields;

    /// "Special-purpose IDs"
    fn ticks(&self) -> (u64, u64) {
        (1, MAX_TIMESTAMP - 1)
    }

    fn tick(&self, rules: &GeneratorRules, reading: u64) -> Option<u64> {
        Some((rules.tick)(reading, TICK_MS))
    }

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        tick * TICK_MS
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        // "May be reset to a smaller-bit random number to reserve the leading bits as an overflow guard"
        vec![("counter", self.counter_bits - self.guard_bits)]
    }

    fn advance(&self, _: Option<&Fields>, fields: &mut Fields, call: &mut Call) -> Result<(), &'static str> {
        let rules = call.rules;
        let largest = (1 << self.counter_bits) - 1;
        if (rules.advances)(call.now, fields.timestamp) {
            fields.timestamp = call.now;
            fields.counter = call.draws.draw("counter")?;
        } else if !(rules.is_full)(fields.counter, largest) {
            fields.timestamp = (rules.kept)(fields.timestamp, call.now);
            fields.counter = (rules.wrapped)((rules.counted)(fields.counter), largest);
        } else {
            // "Counter overflow handling"
            call.overflow(&mut fields.timestamp)?;
            fields.counter = if rules.drawn_after_overflow { call.draws.draw("counter")? } else { 0 };
        }
        Ok(())
    }

    fn text(&self, last: &Fields) -> String {
        text(last.timestamp, self.node_id, self.counter_bits, last.counter)
    }
}
