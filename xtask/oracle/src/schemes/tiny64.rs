//! Tiny64, the example of the guide *How to add a scheme*. It has no specification but that page, and no vectors.

use num_bigint::BigUint;
use serde_json::json;

use super::{CodecCases, Scheme, Specification, TraceCases};
use crate::codec_cases::{Published, PublishedValue, References, flags, invalid_cases, valid_cases};
use crate::generator_cases::{Ceilings, Resuming, T, Traces, usual};
use crate::layout::Layout;
use crate::model::{Call, Generator, Limits, Steps, tick};
use crate::port::ALLOWANCE;

/// The example of the guide.
pub static TINY64: Scheme = Scheme {
    name: "tiny64",
    spec: Specification {
        name: "Tiny64",
        version: "1",
        title: "How to add a scheme",
        url: "docs/architecture.md",
    },
    layout: &LAYOUT,
    alternative: None,
    typed: None,
    new_model: |config, rules| {
        let last = LAYOUT.resumed(config).map(|values| (tick(values[0]), values[1]));
        Box::new(Generator { steps: Tiny64, limits: Limits::new(config, rules, |ms| ms), last })
    },
    ranges: |_| vec![ALLOWANCE],
    makes: |_, _| true,
    references: &REFERENCES,
    codec,
    traces,
    usual_config: || usual(&json!({})),
    wrong_configs: &[],
    node_specs: None,
};

const GUIDE: &str = "How to add a scheme";
const REFERENCES: References = References { layout: GUIDE, text: GUIDE, range: GUIDE, order: GUIDE };

pub(crate) const LAYOUT: Layout = Layout {
    fields: &[("timestamp", 44), ("counter", 20)],
    alphabet: "0123456789abcdef",
    digits: 16,
    limit: || BigUint::from(1_u32) << 64,
    ..Layout::BASE
};

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    ("same_tick", "the clock stands still: the counter counts and nothing is drawn"),
    ("new_tick", "the clock advances: the counter is drawn"),
    ("overflow", "the counter is at its largest value"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("reset", "after a rollback beyond the allowance the generator starts over"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];

const MAX_TIMESTAMP: u64 = (1 << 44) - 1;
const MAX_COUNTER: u128 = (1 << 20) - 1;

struct Tiny64;

impl Steps for Tiny64 {
    /// The timestamp and the counter.
    type Last = (u64, u128);

    fn ticks(&self) -> (u64, u64) {
        (0, MAX_TIMESTAMP)
    }

    fn tick_of(last: &(u64, u128)) -> u64 {
        last.0
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        vec![("counter", 19)]
    }

    fn advance(
        &self,
        last: Option<&(u64, u128)>,
        next: &mut (u64, u128),
        call: &mut Call,
    ) -> Result<(), &'static str> {
        match last {
            Some(&(timestamp, MAX_COUNTER)) if call.now <= timestamp => return Err("overflow"),
            Some(&(timestamp, counter)) if call.now <= timestamp => *next = (timestamp, counter + 1),
            _ => *next = (call.now, call.draws.draw("counter")?),
        }
        Ok(())
    }

    fn text(&self, &(timestamp, counter): &(u64, u128)) -> String {
        LAYOUT.text(&LAYOUT.int(&[timestamp.into(), counter.into()]))
    }
}

fn codec() -> anyhow::Result<CodecCases> {
    // 1 700 000 000 000 · 2^20 + 0x12345
    let value = Some(PublishedValue::UnixMs(T));
    let published = [Published { text: "18bcfe5680012345", value, reference: GUIDE }];
    Ok(CodecCases {
        flags: flags(&LAYOUT).collect(),
        valid: valid_cases(&LAYOUT, &REFERENCES, &published)?,
        invalid: invalid_cases(&LAYOUT, &REFERENCES, &[]),
    })
}

fn traces() -> TraceCases {
    let mut traces = Traces::new(&LAYOUT, (TINY64.usual_config)(), TINY64.new_model);
    traces.names("LAST=2^44-1 OUT=LAST+1 MAX=2^20-1");
    traces.add(
        "#1 How to add a scheme | same_tick new_tick
         a counter is drawn, then counts | T T T+1:2^19-1 T+1 T",
    );
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.ceilings(&Ceilings { first_id: 9500, exhaust: None });
    traces.resuming(&Resuming { first_id: 9800, id: "T/0x12345", last: "T/MAX" });
    traces.finish(FLAGS)
}
