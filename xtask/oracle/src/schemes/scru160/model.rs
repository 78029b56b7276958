//! SCRU160 in its simplest form.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Steps, tick};
use crate::port::{ALLOWANCE, Range};
use crate::rules::GeneratorRules;

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
    /// All bits below the counter and the node id.
    random: u128,
}

/// The ranges of the numbers in a `config`.
pub(crate) fn ranges(config: &Map<String, Value>) -> Vec<Range> {
    let bits = |key: &str| config[key].as_u64().unwrap_or_default().min(16);
    vec![
        ("counter_init_bits", 0, 15),
        ("counter_extension_bits", 0, 16),
        ("node_id_bits", 0, 16 - bits("counter_extension_bits")),
        ("node_id", 0, (1 << bits("node_id_bits")) - 1),
        ALLOWANCE,
    ]
}

/// Whether a generator makes IDs with these fields: none with a reserved timestamp, none of another node, and none with a
/// microsecond above 999.
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> bool {
    let number = |key: &str| config[key].as_u64().unwrap_or_default();
    let (extension_bits, node_id_bits) = (number("counter_extension_bits"), number("node_id_bits"));
    let is_usable = values[0] != BigUint::ZERO && values[0] < BigUint::from(MAX_TIMESTAMP);
    let is_microsecond = config["clock"] != "us" || &values[1] >> 6_u32 < BigUint::from(1000_u32);
    let below_extension = &values[2] % (1_u32 << (16 - extension_bits));
    let of_node = below_extension >> (16 - extension_bits - node_id_bits);
    is_usable && is_microsecond && of_node == BigUint::from(number("node_id"))
}

/// A generator with the `config` of a trace.
pub(crate) fn new_model(config: &Map<String, Value>, rules: &GeneratorRules) -> Box<dyn Model> {
    let bits = |key: &str| config[key].as_u64().and_then(|bits| u32::try_from(bits).ok()).unwrap_or_default();
    let microseconds = config["clock"] == "us";
    Box::new(Generator {
        steps: Scru160 {
            microseconds,
            counter_init_bits: bits("counter_init_bits"),
            counter_extension_bits: bits("counter_extension_bits"),
            node_id_bits: bits("node_id_bits"),
            node_id: config["node_id"].as_u64().unwrap_or_default(),
        },
        limits: Limits::new(config, rules, |ms| if microseconds { ms.saturating_mul(1000) } else { ms }),
        last: LAYOUT
            .resumed(config)
            .map(|values| resumed(&values, microseconds, bits("counter_extension_bits"))),
    })
}

/// The tick and the combined counter of an ID with these fields.
fn resumed(values: &[u128], microseconds: bool, extension_bits: u32) -> Last {
    let (timestamp, counter, random16) = (tick(values[0]), values[1], values[2]);
    // With the alternative counter usage, the 10 most significant bits of the field are microseconds.
    let (tick, counter) = if microseconds {
        (timestamp * 1000 + tick(counter >> 6), counter % 64)
    } else {
        (timestamp, counter)
    };
    let counter = (counter << extension_bits) + (random16 >> (16 - extension_bits));
    Last { tick, counter, random: 0 }
}

impl Scru160 {
    fn ticks_per_ms(&self) -> u64 {
        if self.microseconds { 1000 } else { 1 }
    }

    /// The width of the combined counter: "counter" has 16 bits, of which the alternative counter usage leaves "the 6 least
    /// significant".
    fn counter_bits(&self) -> u32 {
        self.counter_extension_bits + if self.microseconds { 6 } else { 16 }
    }

    /// The number of bits of the combined counter that start at random: all but the uppermost, "or less".
    fn initial_bits(&self) -> u32 {
        self.counter_extension_bits + self.counter_init_bits.min(if self.microseconds { 5 } else { 15 })
    }
}

impl Steps for Scru160 {
    type Last = Last;

    /// "Reserved IDs": all others.
    fn ticks(&self) -> (u64, u64) {
        (self.ticks_per_ms(), MAX_TIMESTAMP * self.ticks_per_ms() - 1)
    }

    fn tick_of(last: &Last) -> u64 {
        last.tick
    }

    fn unix_ms(&self, tick: u64) -> u64 {
        tick / self.ticks_per_ms()
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![
            ("counter", self.initial_bits()),
            ("random", 96 - self.counter_extension_bits - self.node_id_bits),
        ]
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
        let one = BigUint::from(1_u32);
        let microsecond = tick % self.ticks_per_ms();
        let random_bits = 96 - self.counter_extension_bits - self.node_id_bits;
        let int = BigUint::from(tick / self.ticks_per_ms()) * (&one << 112)
            + BigUint::from(microsecond) * (&one << 102)
            + BigUint::from(*counter) * (&one << (random_bits + self.node_id_bits))
            + BigUint::from(self.node_id) * (&one << random_bits)
            + BigUint::from(*random);
        LAYOUT.text(&int)
    }
}
