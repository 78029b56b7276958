//! SCRU160 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, number, tick};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{GeneratorRules, Range};

/// The base32hex form. "The base32hex encoding maps each 5-bit group of a 160-bit binary object to [0-9A-V]".
pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 48), ("counter", 16), ("random16", 16), ("random80", 80)],
    alphabet: "0123456789ABCDEFGHIJKLMNOPQRSTUV",
    digits: 32,
    limit: || BigUint::from(1_u32) << 160,
    ..Layout::BASE
};

/// The hex form. "The hex encoding maps each 4-bit group to [0-9a-f]".
pub(crate) const HEX: Layout = Layout { alphabet: "0123456789abcdef", digits: 40, ..LAYOUT };

/// 2^48 − 1, reserved like 0.
pub(crate) const MAX_TIMESTAMP: u64 = 0xffff_ffff_ffff;

const RESERVED: Origin = Section("Reserved IDs");
const RANDOM16: Origin = Section("random16");
const DEFAULT_USAGE: Origin = Section("Default counter usage");
const ALTERNATIVE_USAGE: Origin = Section("Alternative counter usage");

const DEFAULT: Origins = Origins {
    new_tick: &[DEFAULT_USAGE],
    same_tick: &[DEFAULT_USAGE],
    overflow: &[Ours("Overflow")],
    rollback: &[Ours("Rollback")],
    out_of_range: [&[RESERVED], &[RESERVED]],
    ..Origins::OURS
};
const ALTERNATIVE: Origins =
    Origins { new_tick: &[ALTERNATIVE_USAGE], same_tick: &[ALTERNATIVE_USAGE], ..DEFAULT };

/// A usage of the counter, and the parts of `random16`.
struct Scru160 {
    microseconds: bool,
    counter_init_bits: u32,
    counter_extension_bits: u32,
    node_id_bits: u32,
    node_id: u64,
}

/// The tick and the counter of an ID.
#[derive(Clone, Debug, Default)]
struct Last {
    /// A millisecond or, with the alternative counter usage, a microsecond.
    tick: u64,
    /// The counter bits in `counter` and `random16`, "combined into a single unsigned integer".
    counter: u128,
    /// All bits below the counter and the node ID.
    random: u128,
}

/// Returns the ranges of the numbers in a `config`.
pub(crate) fn ranges(config: &Map<String, Value>) -> Vec<Range> {
    let bits = |key: &str| number(config, key).min(16);
    let init = match config["clock"] == "us" {
        true => Range::new("counter_init_bits", 0, 5, ALTERNATIVE_USAGE),
        false => Range::new("counter_init_bits", 0, 15, DEFAULT_USAGE),
    };
    vec![
        init,
        Range::new("counter_extension_bits", 0, 16, RANDOM16),
        Range::new("node_id_bits", 0, 16 - bits("counter_extension_bits"), RANDOM16)
            .up_to("16 − `counter_extension_bits`"),
        Range::new("node_id", 0, (1 << bits("node_id_bits")) - 1, RANDOM16).up_to("2^`node_id_bits` − 1"),
        Range::ALLOWANCE,
    ]
}

/// Checks that a generator can generate IDs with these fields. Reserved timestamps, other nodes and microseconds above
/// 999 are rejected.
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> Result<(), Origin> {
    let number = |key: &str| number(config, key);
    let (extension_bits, node_id_bits) = (number("counter_extension_bits"), number("node_id_bits"));
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    let is_microsecond = config["clock"] != "us" || &values[1] >> 6_u32 < BigUint::from(1000_u32);
    let below_extension = &values[2] % (1_u32 << (16 - extension_bits));
    let of_node = below_extension >> (16 - extension_bits - node_id_bits);
    is_usable.then_some(()).ok_or(RESERVED)?;
    is_microsecond.then_some(()).ok_or(ALTERNATIVE_USAGE)?;
    (of_node == BigUint::from(number("node_id"))).then_some(()).ok_or(RANDOM16)
}

/// Creates a generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let bits = |key: &str| u32::try_from(number(config, key)).unwrap_or(u32::MAX);
    let microseconds = config["clock"] == "us";
    let steps = Scru160 {
        microseconds,
        counter_init_bits: bits("counter_init_bits"),
        counter_extension_bits: bits("counter_extension_bits"),
        node_id_bits: bits("node_id_bits"),
        node_id: number(config, "node_id"),
    };
    let ticks_per_ms = steps.ticks_per_ms();
    // All other timestamps are "Reserved IDs".
    let ticks = (ticks_per_ms, MAX_TIMESTAMP * ticks_per_ms - 1);
    let limits = Limits::new(config, rules, ticks, |ms| ms.saturating_mul(ticks_per_ms));
    let extension_bits = steps.counter_extension_bits;
    let last = LAYOUT.resumed(config).map(|values| {
        // With the alternative counter usage, the 10 most significant bits of the field are microseconds.
        let microsecond = if microseconds { tick(values[1] >> 6) } else { 0 };
        let counter = if microseconds { values[1] % 64 } else { values[1] };
        Last {
            tick: tick(values[0]) * ticks_per_ms + microsecond,
            counter: (counter << extension_bits) + (values[2] >> (16 - extension_bits)),
            random: 0,
        }
    });
    let origins = if microseconds { &ALTERNATIVE } else { &DEFAULT };
    Box::new(Generator::new(steps, origins, limits, last))
}

impl Scru160 {
    fn ticks_per_ms(&self) -> u64 {
        if self.microseconds { 1000 } else { 1 }
    }

    /// Returns the width of the combined counter: "counter" has 16 bits, of which the alternative counter usage leaves
    /// "the 6 least significant".
    fn counter_bits(&self) -> u32 {
        self.counter_extension_bits + if self.microseconds { 6 } else { 16 }
    }

    /// Returns the number of bits below the counter and the node ID.
    fn random_bits(&self) -> u32 {
        96 - self.counter_extension_bits - self.node_id_bits
    }

    /// Returns the number of bits of the combined counter that start at random: all but the uppermost, "or less".
    fn initial_bits(&self) -> u32 {
        self.counter_extension_bits + self.counter_init_bits
    }
}

impl Steps for Scru160 {
    type Last = Last;

    fn settings(&self) -> Vec<Origin> {
        let (extends, has_node) = (self.counter_extension_bits > 0, self.node_id_bits > 0);
        let is_all_random = self.initial_bits() + 1 == self.counter_bits();
        let is_full = self.counter_extension_bits + self.node_id_bits == 16;
        [
            (RANDOM16, extends || has_node),
            (Ours("Random bits of a new counter"), extends && !is_all_random),
            (Ours("Order in `random16`"), has_node && !is_full),
        ]
        .into_iter()
        .filter_map(|(origin, holds)| holds.then_some(origin))
        .collect()
    }

    fn tick_of(last: &Last) -> u64 {
        last.tick
    }

    fn unix_ms(&self, _: &GeneratorRules, tick: u64) -> u64 {
        tick / self.ticks_per_ms()
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter", self.initial_bits()), ("random", self.random_bits())]
    }

    fn advance(&self, last: Option<&Last>, next: &mut Last, call: &mut Call) -> Result<(), &'static str> {
        let rules = call.rules;
        let largest = (1 << self.counter_bits()) - 1;
        match last {
            Some(&Last { tick, counter, .. }) if !(rules.advances)(call.now, tick) => {
                if !(rules.is_full)(counter, largest) {
                    next.tick = (rules.kept)(tick, call.now);
                    next.counter = (rules.wrapped)((rules.counted)(counter), largest);
                } else {
                    call.overflow(&mut next.tick)?;
                    next.counter = if rules.drawn_after_overflow { call.draws.draw("counter")? } else { 0 };
                }
            }
            _ => {
                next.tick = call.now;
                next.counter = call.draws.draw("counter")?;
            }
        }
        next.random = call.draws.draw("random")?;
        Ok(())
    }

    fn text(&self, Last { tick, counter, random }: &Last) -> String {
        let (millisecond, microsecond) = (tick / self.ticks_per_ms(), tick % self.ticks_per_ms());
        let int = (BigUint::from(millisecond) << 112_u32)
            + (BigUint::from(microsecond) << 102_u32)
            + (BigUint::from(*counter) << (self.random_bits() + self.node_id_bits))
            + (BigUint::from(self.node_id) << self.random_bits())
            + *random;
        LAYOUT.text(&int)
    }
}
