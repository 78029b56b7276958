//! SCRU64 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, number, tick};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{GeneratorRules, Range};

/// "A SCRU64 ID is a non-negative integer less than `36^12`", written as 12 digits in base 36. `node_id` and `counter`
/// are one field, because an ID does not show the boundary between them.
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

const DEFINITION: Origin = Section("Specification v1.0.0");
pub(super) const NODE_SPEC: Origin = Section("Node spec API");
pub(super) const RESERVED: Origin = Section("Special-purpose IDs");

const ORIGINS: Origins = Origins {
    new_tick: &[DEFINITION],
    same_tick: &[DEFINITION],
    overflow: &[Section("Counter overflow handling")],
    rollback: &[Section("Clock rollback handling")],
    reset: &[Ours("Starting over with the same node ID")],
    out_of_range: [&[RESERVED], &[RESERVED]],
    resume: &[NODE_SPEC],
    ..Origins::OURS
};

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

/// Returns the ranges of the numbers in a `config`: "1 <= node_id_size <= 23", "0 <= node_id < 1 << node_id_size".
pub(crate) fn ranges(config: &Map<String, Value>) -> Vec<Range> {
    let size = number(config, "node_id_size").min(23);
    vec![
        Range::new("node_id_size", 1, 23, DEFINITION),
        Range::new("node_id", 0, (1 << size) - 1, DEFINITION).up_to("2^`node_id_size` − 1"),
        Range::new("guard_bits", 0, u64::from(NODE_CTR_BITS) - size, DEFINITION).up_to("24 − `node_id_size`"),
        Range::ALLOWANCE,
    ]
}

/// Checks that a generator can generate IDs with these fields. Reserved timestamps and other nodes are rejected.
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> Result<(), Origin> {
    let of_node = &values[1] >> (u64::from(NODE_CTR_BITS) - number(config, "node_id_size"));
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    is_usable.then_some(()).ok_or(RESERVED)?;
    (of_node == BigUint::from(number(config, "node_id"))).then_some(()).ok_or(NODE_SPEC)
}

/// Creates a generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let bits = |key: &str| u32::try_from(number(config, key)).unwrap_or(u32::MAX);
    let counter_bits = NODE_CTR_BITS - bits("node_id_size");
    let last = LAYOUT
        .resumed(config)
        .map(|values| Fields { timestamp: tick(values[0]), counter: values[1] % (1 << counter_bits) });
    let node = Scru64 { node_id: number(config, "node_id"), counter_bits, guard_bits: bits("guard_bits") };
    // "Special-purpose IDs"
    let limits = Limits::new(config, rules, (1, MAX_TIMESTAMP - 1), |ms| (rules.ticks_in)(ms, TICK_MS));
    Box::new(Generator::new(node, &ORIGINS, limits, last))
}

impl Steps for Scru64 {
    type Last = Fields;

    fn tick(&self, rules: &GeneratorRules, reading: u64) -> Option<u64> {
        Some((rules.tick)(reading, TICK_MS))
    }

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, _: &GeneratorRules, tick: u64) -> u64 {
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

    /// "timestamp * 2^24 + node_id * 2^(24 - node_id_size) + counter"
    fn text(&self, last: &Fields) -> String {
        let node_ctr = (BigUint::from(self.node_id) << self.counter_bits) + last.counter;
        LAYOUT.text(&LAYOUT.int(&[last.timestamp.into(), node_ctr]))
    }
}
