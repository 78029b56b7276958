//! Ulid-Flake in its simplest form, stand-alone and scalable.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::format::MAX_NUMBER;
use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Model, Origins, Steps, number, tick};
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{GeneratorRules, Range};

/// "2024-01-01T00:00:00.000Z", in milliseconds since 1970.
pub(crate) const EPOCH_UNIX_MS: u64 = 1_704_067_200_000;
/// "2^43 - 1", the largest timestamp.
pub(crate) const MAX_TIMESTAMP: u64 = 0x7ff_ffff_ffff;

const COMPONENTS: Origin = Section("Components");
const MONOTONICITY: Origin = Section("Monotonicity and Overflow Error Handling");

const ORIGINS: Origins = Origins {
    new_tick: &[COMPONENTS],
    same_tick: &[MONOTONICITY],
    overflow: &[MONOTONICITY],
    after_overflow: &[Ours("Overflow errors")],
    out_of_range: [&[COMPONENTS], &[Section("Timestamp and Over All")]],
    ..Origins::OURS
};

/// The part of the layout that both forms share.
const BASE: Layout = Layout {
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    digits: 13,
    // "A 1-bit sign bit is included in the timestamp", "always set to 0".
    limit: || BigUint::from(1_u32) << 63,
    unix_ms: |timestamp| timestamp + EPOCH_UNIX_MS,
    ..Layout::BASE
};

/// The differences between the two forms.
#[derive(Debug)]
pub(crate) struct Form {
    /// The fields.
    pub(crate) layout: &'static Layout,
    /// The bits of `randomness`.
    pub(crate) randomness_bits: u32,
    /// The largest number of bits of an increment.
    pub(crate) max_entropy_bits: u32,
    /// Whether the form has a `scalability` field.
    pub(crate) scalable: bool,
}

/// The stand-alone form.
pub(crate) static STAND_ALONE: Form = Form {
    layout: &Layout { fields: &[("timestamp", 44), ("randomness", 20)], ..BASE },
    randomness_bits: 20,
    max_entropy_bits: 24,
    scalable: false,
};
/// The scalable form.
pub(crate) static SCALABLE: Form = Form {
    layout: &Layout { fields: &[("timestamp", 44), ("randomness", 15), ("scalability", 5)], ..BASE },
    randomness_bits: 15,
    max_entropy_bits: 16,
    scalable: true,
};

/// A generator of either form.
struct UlidFlake {
    form: &'static Form,
    entropy_bits: u32,
    epoch_unix_ms: u64,
    scalability: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Fields {
    timestamp: u64,
    randomness: u128,
}

/// Returns the ranges of the numbers in a `config`. In the vectors, epochs and allowances are at most [`MAX_NUMBER`].
pub(crate) fn ranges(form: &Form) -> Vec<Range> {
    let increments = [MONOTONICITY, Ours("Increments")];
    let entropy_bits = Range::new("entropy_bits", 1, form.max_entropy_bits.into(), MONOTONICITY);
    let epoch = Range::new("epoch_unix_ms", 0, MAX_NUMBER, Ours("The epoch"));
    let scalability = form.scalable.then(|| Range::new("scalability", 0, 31, COMPONENTS));
    let settings = [Range { origins: increments, ..entropy_bits }, epoch].into_iter().chain(scalability);
    settings.chain([Range::ALLOWANCE]).collect()
}

/// Checks that a generator can generate IDs with these fields. In the scalable form, a different `scalability` is
/// rejected.
pub(crate) fn makes(config: &Map<String, Value>, values: &[BigUint]) -> Result<(), Origin> {
    let of_node = values.get(2).is_none_or(|value| *value == BigUint::from(number(config, "scalability")));
    of_node.then_some(()).ok_or(COMPONENTS)
}

/// Creates a generator of a form with the `config` of a trace.
pub(crate) fn new_model(
    form: &'static Form,
    config: &Map<String, Value>,
    rules: &GeneratorRules,
) -> Box<dyn Model> {
    let steps = UlidFlake {
        form,
        entropy_bits: u32::try_from(number(config, "entropy_bits")).unwrap_or(u32::MAX),
        epoch_unix_ms: number(config, "epoch_unix_ms"),
        scalability: form.scalable.then(|| number(config, "scalability")),
    };
    let last = form.layout.resumed(config);
    let last = last.map(|values| Fields { timestamp: tick(values[0]), randomness: values[1] });
    let limits = Limits::new(config, rules, (0, MAX_TIMESTAMP), |ms| ms);
    Box::new(Generator::new(steps, &ORIGINS, limits, last))
}

impl Steps for UlidFlake {
    type Last = Fields;

    /// "Custom epoch", "starting from 2024-01-01T00:00:00.000Z". Every other epoch is our choice.
    fn settings(&self) -> Vec<Origin> {
        let is_ours = self.epoch_unix_ms != EPOCH_UNIX_MS;
        is_ours.then_some(Ours("The epoch")).into_iter().collect()
    }

    /// "The first 1-bit is a sign bit, always set to 0"
    fn tick(&self, rules: &GeneratorRules, reading: u64) -> Option<u64> {
        (rules.since_epoch)(reading, self.epoch_unix_ms)
    }

    fn tick_of(last: &Fields) -> u64 {
        last.timestamp
    }

    fn unix_ms(&self, rules: &GeneratorRules, tick: u64) -> u64 {
        (rules.since_1970)(tick, self.epoch_unix_ms)
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("randomness", self.form.randomness_bits), ("increment", self.entropy_bits)]
    }

    fn advance(
        &self,
        last: Option<&Fields>,
        fields: &mut Fields,
        call: &mut Call,
    ) -> Result<(), &'static str> {
        let rules = call.rules;
        match last {
            // "Incremented by a n-bit entropy in the least significant bit position"
            Some(last) if !(rules.advances)(call.now, last.timestamp) => {
                let increment = call.draws.draw_positive("increment")?;
                fields.timestamp = (rules.kept)(last.timestamp, call.now);
                fields.randomness = (rules.increased)(last.randomness, increment);
            }
            // "Initial random value at each millisecond precision unit"
            _ => {
                fields.timestamp = call.now;
                fields.randomness = call.draws.draw("randomness")?;
            }
        }
        let largest = (1 << self.form.randomness_bits) - 1;
        // "Should just return the overflow error"
        if (rules.is_full)(fields.randomness, largest + 1) {
            return Err("overflow");
        }
        fields.randomness = (rules.wrapped)(fields.randomness, largest);
        Ok(())
    }

    fn text(&self, last: &Fields) -> String {
        let mut values: Vec<BigUint> = vec![last.timestamp.into(), last.randomness.into()];
        values.extend(self.scalability.map(BigUint::from));
        self.form.layout.text(&self.form.layout.int(&values))
    }
}
