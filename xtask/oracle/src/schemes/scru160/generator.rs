//! Traces of every transition of the generator, with both usages of the counter.
//!
//! A counter overflows within a reasonable number of calls only with microseconds. The oracle's own tests show that it
//! does the same with milliseconds.

mod microseconds;

use serde_json::{Map, Value, json};

use super::codec::{EXAMPLES, HEX_EXAMPLES, TITLE};
use super::model::{HEX, LAYOUT, MAX_TIMESTAMP, new_model};
use crate::generator_cases::{
    Call, Ceilings, Resuming, T, Traces, WALKS, YEAR, allowance, calls, or_reset, usual,
};
use crate::model::Draw::{self, Fails, Is};
use crate::schemes::TraceCases;

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    ("published", "printed in the specification"),
    ("same_tick", "the clock stands still: the counter is incremented and only random is drawn"),
    ("new_tick", "the clock advances: counter and random are drawn"),
    ("carry", "the counter carries into its next byte, or from its extension into the field `counter`"),
    ("counter_init_bits", "the number of random bits that the counter starts with"),
    ("extension", "the counter extends into the uppermost bits of random16"),
    ("node_id", "some bits of random16 are a node id"),
    ("microseconds", "the alternative counter usage, with a microsecond clock"),
    ("overflow", "the counter is at its largest value"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("reset", "after a rollback beyond the allowance the generator starts over"),
    ("reserved", "readings at or next to the reserved timestamps"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];

// The headings of the specification.
const DEFAULT: &str = "Default counter usage";
const ALTERNATIVE: &str = "Alternative counter usage";
const RANDOM16: &str = "random16";
const RESERVED: &str = "Reserved IDs";
/// Where the specification is silent.
const POLICY: &str = "";

/// That reading in microseconds.
const U: u64 = T * 1000;
const LAST_USABLE: u64 = MAX_TIMESTAMP - 1;
/// The largest reading that a trace can have; in microseconds it is far below the last usable one.
const LARGEST_READING: u64 = (1 << 53) - 1;

const COUNTER_ZERO: &[(&str, Draw)] = &[("counter", Is(0))];
const COUNTER_FAILS: &[(&str, Draw)] = &[("counter", Fails)];
const RANDOM_FAILS: &[(&str, Draw)] = &[("random", Fails)];

/// A usage of the counter. Its cases have their own ids.
struct Usage {
    clock: &'static str,
    reference: &'static str,
    first_id: u32,
    /// An ordinary reading.
    now: u64,
    /// The number of ticks in a millisecond.
    ms: u64,
    /// The latest reading that a trace can have.
    last: u64,
    /// The number of bits of the field `counter` that can start at random.
    initial_bits: u32,
}

const MILLISECONDS: Usage = Usage {
    clock: "ms",
    reference: DEFAULT,
    first_id: 0,
    now: T,
    ms: 1,
    last: LAST_USABLE,
    initial_bits: 15,
};
const MICROSECONDS: Usage = Usage {
    clock: "us",
    reference: ALTERNATIVE,
    first_id: 1000,
    now: U,
    ms: 1000,
    last: LARGEST_READING,
    initial_bits: 5,
};

impl Usage {
    /// Adds a trace with this usage.
    fn trace(
        &self,
        traces: &mut Traces,
        changes: &[(&str, Value)],
        comment: &str,
        reference: &str,
        flags: &[&str],
        calls: &[Call<'_>],
    ) {
        let clock = ("clock", json!(self.clock));
        let changes: Vec<_> = [clock].into_iter().chain(changes.iter().cloned()).collect();
        let microseconds = (self.clock == "us").then_some("microseconds");
        let flags: Vec<_> = flags.iter().copied().chain(microseconds).collect();
        traces.trace_with(&changes, comment, reference, &flags, calls);
    }

    /// The largest initial value of a counter with an extension.
    fn initial_max(&self, counter_init_bits: u32, extension_bits: u32) -> u128 {
        (1 << (counter_init_bits.min(self.initial_bits) + extension_bits)) - 1
    }
}

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({
        "counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0,
    }))
}

pub(super) fn cases() -> TraceCases {
    let mut traces = Traces::new(usual_config(), new_model);
    let published = published(&mut traces);
    for usage in [&MILLISECONDS, &MICROSECONDS] {
        ticks(&mut traces, usage);
        initial_values(&mut traces, usage);
        extensions(&mut traces, usage);
        node_ids(&mut traces, usage);
        combinations(&mut traces, usage);
        rollbacks(&mut traces, usage);
        resets(&mut traces, usage);
        rng_failures(&mut traces, usage);
        random_walks(&mut traces, usage);
    }
    reserved_timestamps(&mut traces);
    microseconds::reserved_timestamps(&mut traces);
    microseconds::parts_of_a_millisecond(&mut traces);
    microseconds::overflows(&mut traces);
    microseconds::overflows_elsewhere(&mut traces);
    traces.wide_spans(9000, T, 1);
    traces.ceilings(&Ceilings {
        first_id: 9500,
        changes: &[],
        now: T,
        tick: 1,
        ms: 1,
        out_of_range: 0,
        exhaust: None,
    });
    traces.ceilings(&Ceilings {
        first_id: 9600,
        changes: &[("clock", json!("us"))],
        now: U,
        tick: 1,
        ms: 1000,
        out_of_range: 999,
        exhaust: Some(microseconds::exhausted),
    });
    resuming(&mut traces);
    overflows_at_the_end(&mut traces);
    let cases = traces.finish(FLAGS);

    for (case, texts) in cases.traces.iter().zip(published) {
        let found: Vec<_> = case.steps.iter().filter_map(|step| step.text.clone()).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
    cases
}

/// The text of an ID with `random16` and `random80` of 6.
pub(super) fn id(timestamp: u64, counter: u64, random16: u64) -> String {
    LAYOUT.text(&LAYOUT.int(&[timestamp.into(), counter.into(), random16.into(), 6_u32.into()]))
}

fn resuming(traces: &mut Traces) {
    traces.resuming(&Resuming {
        first_id: 9800,
        changes: &[],
        now: T,
        ms: 1,
        id: &|now| id(now, 0x80ff, 6),
        last: &|now| id(now, 0xffff, 6),
        out_of_range: 0,
    });
    let micros = |now: u64, counter: u64| id(now / 1000, now % 1000 * 64 + counter, 6);
    traces.resuming(&Resuming {
        first_id: 9820,
        changes: &[("clock", json!("us"))],
        now: U,
        ms: 1000,
        id: &|now| micros(now, 30),
        last: &|now| micros(now, 63),
        out_of_range: 999,
    });
    traces.group(9840);
    let mut trace =
        |comment: &str, now: u64, clock: &str, (counter, random16): (u64, u64), parts: [u64; 3]| {
            let [extension, node_id_bits, node_id] = parts;
            let changes = [
                ("clock", json!(clock)),
                ("counter_extension_bits", json!(extension)),
                ("node_id_bits", json!(node_id_bits)),
                ("node_id", json!(node_id)),
                ("resume_after", json!(id(T, counter, random16))),
            ];
            let comment = format!("resuming {comment}");
            traces.trace_with(&changes, &comment, POLICY, &["resume"], calls![now, now, now + 1]);
        };
    trace("a counter with an extension, from a carry", T, "ms", (7, 0xf123), [4, 0, 0]);
    trace("a counter with an extension of 16 bits", T, "ms", (7, 0xffff), [16, 0, 0]);
    trace("a node", T, "ms", (0xff, 0x2a99), [0, 8, 0x2a]);
    trace("a node of 16 bits", T, "ms", (0xff, 0x2a99), [0, 16, 0x2a99]);
    trace("a node and an extension, to an overflow", T, "ms", (0xffff, 0xe2a9), [4, 8, 0x2a]);
    trace("a microsecond with an extension, from a carry", U + 999, "us", (999 << 6, 0xf123), [4, 0, 0]);
    trace(
        "a microsecond, a node and an extension, to an overflow",
        U + 5,
        "us",
        (5 << 6 | 63, 0xe2a9),
        [4, 8, 0x2a],
    );
    trace(
        "the last microsecond of a millisecond, to an overflow",
        U + 999,
        "us",
        (999 << 6 | 63, 0),
        [0, 0, 0],
    );
}

/// Only a generator that resumes comes near the last usable timestamp within few calls.
fn overflows_at_the_end(traces: &mut Traces) {
    traces.group(9860);
    let last = MAX_TIMESTAMP - 1;
    let mut trace = |comment: &str, timestamp: u64, changes: &[(&str, Value)], calls: &[Call<'_>]| {
        let after = [("resume_after", json!(id(timestamp, 0xffff, 0xffff)))];
        let changes: Vec<_> = changes.iter().chain(&after).cloned().collect();
        traces.trace_with(&changes, comment, POLICY, &["resume", "overflow", "reserved"], calls);
    };
    let comment = "an overflow into the last usable timestamp";
    trace(comment, last - 1, &[], calls![last - 1, last - 1, last]);
    let comment = "an overflow of the last usable timestamp is an error every time, and draws nothing";
    trace(comment, last, &[], calls![last, last, last - 1, last - 10_000]);
    let extension = [("counter_extension_bits", json!(16))];
    trace("the same with an extension of the counter", last, &extension, calls![last, last]);
    let comment = "an overflow of the last usable timestamp, then a reading far before it";
    trace(comment, last, &or_reset(), calls![last, T, T]);
    let after = [("resume_after", json!(id(last, 0xfffe, 0xffff)))];
    let comment = "the largest counter of the last usable timestamp, and overflows after it";
    traces.trace_with(
        &after,
        comment,
        POLICY,
        &["resume", "overflow", "reserved"],
        calls![last, last, last - 1],
    );
}

fn counter(value: u128) -> [(&'static str, Draw); 1] {
    [("counter", Is(value))]
}

fn random(value: u128) -> [(&'static str, Draw); 1] {
    [("random", Is(value))]
}

fn both(counter: u128, random: u128) -> [(&'static str, Draw); 2] {
    [("counter", Is(counter)), ("random", Is(random))]
}

fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

/// The examples of the specification share one millisecond. In both encodings, the counter of the second example is one
/// more than that of the first.
fn published(traces: &mut Traces) -> [[String; 2]; 2] {
    traces.group(1);
    let base32hex = EXAMPLES.map(|text| LAYOUT.int_of_text(text).unwrap_or_default());
    let hex = HEX_EXAMPLES.map(|text| HEX.int_of_text(text).unwrap_or_default());
    for (ints, encoding) in [(&base32hex, "base32hex"), (&hex, "hex")] {
        let values = LAYOUT.values(&ints[0]);
        let now = u64::try_from(&values[0]).unwrap_or_default();
        let start = u128::try_from(&values[1]).unwrap_or_default();
        let [first, second] =
            ints.each_ref().map(|int| u128::try_from(int % (1_u128 << 96)).unwrap_or_default());
        let (first, second) = (both(start, first), random(second));
        let comment = format!("the examples in {encoding}");
        traces.trace(&comment, TITLE, &["published", "same_tick"], calls![(now, &first), (now, &second)]);
    }
    [base32hex, hex].map(|ints| ints.map(|int| LAYOUT.text(&int)))
}

fn ticks(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, ms, reference, first_id, .. } = usage;
    traces.group(first_id + 10);
    let max = usage.initial_max(15, 0);
    let mut trace = |comment: &str, flag: &str, calls: &[Call<'_>]| {
        usage.trace(traces, &[], comment, reference, &[flag], calls);
    };
    trace("the first ID draws counter and random", "new_tick", calls![now]);
    trace("four IDs in one tick", "same_tick", calls![now, now, now, now]);
    let (zero, largest) = (random(0), random(ones(96)));
    trace("draws of zeros", "same_tick", calls![(now, &both(0, 0)), (now, &zero)]);
    trace("draws of ones", "new_tick", calls![(now, &both(max, ones(96)))]);
    let calls = calls![(now, &largest), (now, &zero), (now, &zero)];
    trace("random may decrease within a tick", "same_tick", calls);
    for forward in [1, 2, 999, 1000, 1001, 1_000_000, YEAR * ms] {
        let comment = format!("{forward} ticks later the counter is drawn");
        trace(&comment, "new_tick", calls![now, now + forward, now + forward]);
    }
    let largest = counter(max);
    let calls = calls![(now, &largest), (now + 1, COUNTER_ZERO), now + 1];
    trace("the counter may decrease in a new tick", "new_tick", calls);
    let calls = calls![now, now, now + 1, now + 1, now + 3, now + 3, now + 3];
    trace("several IDs in several ticks", "new_tick", calls);
    let starts: &[u128] = if ms == 1 { &[0xfe, 0xff, 0xfff, 0x3fff, 0x7eff, 0x7fff] } else { &[3, 15, 31] };
    for &start in starts {
        let comment = format!("the counter continues from {start:#x}");
        trace(&comment, "carry", calls![(now, &counter(start)), now, now]);
    }
    let bits: &[u32] = &[1, 8, 15, 16, 17, 32, 53, 63, 64, 65, 79, 80, 81, 88, 95];
    for &bit in bits {
        let set = random(1 << bit);
        trace(&format!("only bit {bit} of random is set"), "same_tick", calls![now, (now, &set)]);
    }
}

fn initial_values(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, reference, first_id, .. } = usage;
    traces.group(first_id + 100);
    for bits in [0, 1, 4, 5, 6, 8, 14, 15] {
        let changes = [("counter_init_bits", json!(bits))];
        let largest = counter(usage.initial_max(bits, 0));
        let calls = calls![(now, &largest), now, now + 1, (now + 2, COUNTER_ZERO)];
        let comment = format!("a counter that starts with {bits} random bits");
        usage.trace(traces, &changes, &comment, reference, &["counter_init_bits"], calls);
    }
}

fn extensions(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, first_id, .. } = usage;
    traces.group(first_id + 200);
    for bits in [1, 2, 7, 8, 9, 15, 16] {
        let changes = [("counter_extension_bits", json!(bits))];
        let random_ones = ones(96 - bits);
        let mut trace = |comment: &str, calls: &[Call<'_>]| {
            let comment = format!("an extension of {bits} bits: {comment}");
            usage.trace(traces, &changes, &comment, RANDOM16, &["extension"], calls);
        };
        let largest = usage.initial_max(15, bits);
        trace("any draws", calls![now, now, now + 1]);
        trace(
            "random does not affect it",
            calls![(now, &both(0, random_ones)), (now, &random(random_ones)), (now, &random(0))],
        );
        trace(
            "starting at the largest initial value",
            calls![(now, &both(largest, 0)), (now, &random(random_ones)), now],
        );
        trace(
            "a carry into the field `counter`",
            calls![(now, &counter(ones(bits))), (now, &random(random_ones)), now],
        );
    }
    for (bits, extension) in [(0, 1), (0, 8), (0, 16), (1, 1), (1, 16), (14, 8)] {
        let changes = [("counter_init_bits", json!(bits)), ("counter_extension_bits", json!(extension))];
        let largest = counter(usage.initial_max(bits, extension));
        let comment =
            format!("an extension of {extension} bits, and {bits} random bits in the field `counter`");
        let calls = calls![(now, &largest), now, now + 1];
        usage.trace(traces, &changes, &comment, RANDOM16, &["counter_init_bits", "extension"], calls);
    }
}

fn node_ids(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, first_id, .. } = usage;
    traces.group(first_id + 300);
    for (bits, node_id) in
        [(1, 0), (1, 1), (4, 9), (8, 0), (8, 1), (8, 0x5a), (8, 0xff), (16, 0), (16, 0x1234), (16, 0xffff)]
    {
        let changes = [("node_id_bits", json!(bits)), ("node_id", json!(node_id))];
        let comment = format!("the node id {node_id} in {bits} bits");
        let (random_zero, random_ones) = (random(0), random(ones(96 - bits)));
        let calls = calls![(now, &random_zero), (now, &random_ones), now, now + 1];
        usage.trace(traces, &changes, &comment, RANDOM16, &["node_id"], calls);
        let comment = format!("{comment}, starting at the largest initial counter");
        let largest = both(usage.initial_max(15, 0), 0);
        let calls = calls![(now, &largest), (now, &random_ones), now];
        usage.trace(traces, &changes, &comment, RANDOM16, &["node_id"], calls);
    }
}

/// "the counter bits MUST be placed at the most significant bits"
fn combinations(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, first_id, .. } = usage;
    traces.group(first_id + 400);
    for (init, extension, node) in [
        (15, 1, 1),
        (15, 8, 8),
        (15, 1, 15),
        (15, 15, 1),
        (15, 4, 8),
        (15, 8, 4),
        (0, 8, 8),
        (1, 3, 5),
        (14, 2, 14),
    ] {
        let flags = &["counter_init_bits", "extension", "node_id"][usize::from(init == 15)..];
        for (node_id, random_bits) in [(0, ones(96 - extension - node)), (ones(node), 0)] {
            let changes = [
                ("counter_init_bits", json!(init)),
                ("counter_extension_bits", json!(extension)),
                ("node_id_bits", json!(node)),
                ("node_id", json!(u64::try_from(node_id).unwrap_or_default())),
            ];
            let comment = format!(
                "{init} random bits, an extension of {extension}, and the node id {node_id} in {node}"
            );
            let largest = both(usage.initial_max(init, extension), random_bits);
            let carry = both(ones(extension), random_bits);
            let zero = both(0, random_bits);
            let same = random(random_bits);
            let calls = calls![
                (now, &largest),
                (now, &same),
                (now + 1, &carry),
                (now + 1, &same),
                now + 1,
                (now + 2, &zero)
            ];
            usage.trace(traces, &changes, &comment, RANDOM16, flags, calls);
        }
    }
}

fn rollbacks(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, ms, last, first_id, .. } = usage;
    traces.group(first_id + 500);
    let allowed = 10_000 * ms;
    let mut trace = |comment: &str, calls: &[Call<'_>]| {
        usage.trace(traces, &[], comment, POLICY, &["rollback"], calls);
    };
    for back in [1, 2, 999, 1000, 1001, allowed - 1, allowed] {
        let comment = format!("{back} ticks back is within the allowance");
        trace(&comment, calls![now, now - back, now - back]);
    }
    for back in [allowed + 1, allowed + 2, YEAR * ms, now - ms] {
        let comment = format!("{back} ticks back is beyond the allowance");
        trace(&comment, calls![now, now - back, now - back]);
    }
    let beyond = now - allowed - 1;
    trace("the clock recovers after the error", calls![now, beyond, now, now + 1]);
    let calls = calls![now, now - 6_000 * ms, now - 9_000 * ms, now - 12_000 * ms, now - 10_000 * ms];
    trace("a rollback is measured from the last ID, not from the last reading", calls);
    trace("the clock goes back and catches up", calls![now, now - 100, now - 50, now - 1, now, now + 1]);
    trace("the clock goes back and jumps ahead", calls![now, now - 100, now + 700]);
    trace("the clock goes back twice", calls![now, now - 100, now + 1, now - 100, now + 1, now + 2]);
    let carry = counter(if ms == 1 { 0xff } else { 31 });
    trace("a carry during a rollback", calls![(now, &carry), now - 5_000, now - 5_000]);
    let calls = calls![last, now, now + YEAR * ms, last];
    trace("one reading in the far future: an error until the clock gets there", calls);
    trace("a later reading in the far future", calls![now, now + 100 * YEAR * ms, now + 1]);

    traces.group(first_id + 550);
    for (allowance_ms, comment, calls) in [
        (0, "no allowance", calls![now, now, now - 1, now] as &[_]),
        (1, "an allowance of 1 ms", calls![now, now - 1, now - ms, now - ms - 1, now]),
        (2, "an allowance of 2 ms", calls![now, now - 2 * ms, now - 2 * ms - 1, now]),
        (60_000, "an allowance of a minute", calls![now, now - 60_000 * ms, now - 60_000 * ms - 1]),
        (MAX_TIMESTAMP, "an allowance larger than any rollback", calls![last, ms, now]),
        (LARGEST_READING, "an allowance of 53 bits", calls![last, now, now + YEAR * ms, last]),
    ] {
        let changes = allowance(allowance_ms);
        usage.trace(traces, &changes, comment, POLICY, &["rollback"], calls);
    }
    let changes =
        [("counter_extension_bits", json!(8)), ("node_id_bits", json!(8)), ("node_id", json!(0xa5))];
    let carry = counter(0xff);
    let calls = calls![(now, &carry), now - 1, beyond, now + 1, now];
    let comment = "a rollback with an extension and a node id";
    usage.trace(traces, &changes, comment, POLICY, &["rollback", "extension", "node_id"], calls);
}

fn resets(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, ms, last, first_id, initial_bits, .. } = usage;
    traces.group(first_id + 600);
    let or_reset = ("on_rollback", json!("reset"));
    let changes = [or_reset.clone()];
    let mut trace = |comment: &str, calls: &[Call<'_>]| {
        usage.trace(traces, &changes, comment, POLICY, &["reset"], calls);
    };
    let (within, beyond, far) = (now - 10_000 * ms, now - 10_000 * ms - 1, now - 20_000 * ms);
    trace("just beyond the allowance starts over and draws every field", calls![now, beyond, beyond]);
    trace("just within the allowance does not start over", calls![now, within, now]);
    trace("the clock recovers after starting over", calls![now, far, now, now]);
    trace("starting over twice", calls![now, far, now - 40_000 * ms, now - 40_000 * ms]);
    let calls = calls![now, far, far - 10_000 * ms, far - 10_000 * ms - 1];
    trace("a rollback measured from the new series", calls);
    trace("a first reading in the far future", calls![last, now, now, now + 1]);
    let calls = calls![now, now, now + 100 * YEAR * ms, now + 1, now + 1, now + 2];
    trace("one reading in the far future", calls);
    trace("back to the first usable tick", calls![now, ms, ms, ms + 1]);
    let largest = counter(ones(initial_bits));
    trace("starting over with the largest counter", calls![now, (far, &largest), far, far]);
    let failures: &[_] = calls![now, (far, COUNTER_FAILS), (far, RANDOM_FAILS), now, far, far];
    trace("a failure while starting over keeps the old series", failures);
    let strict = [or_reset.clone(), ("allowance_ms", json!(0))];
    let calls = calls![now, now, now - 1, now];
    usage.trace(traces, &strict, "starting over without an allowance", POLICY, &["reset"], calls);
    let changes = [
        or_reset,
        ("counter_extension_bits", json!(4)),
        ("node_id_bits", json!(12)),
        ("node_id", json!(0xabc)),
    ];
    let comment = "starting over with an extension and a node id";
    let calls = calls![now, beyond, beyond];
    usage.trace(traces, &changes, comment, POLICY, &["reset", "extension", "node_id"], calls);
}

fn reserved_timestamps(traces: &mut Traces) {
    traces.group(2000);
    let reserved = &["reserved"];
    traces.trace("a clock at 0 is not set", RESERVED, reserved, calls![0, 0, T]);
    traces.trace("the first usable timestamp", RESERVED, reserved, calls![1, 1, 2]);
    let calls = calls![LAST_USABLE - 1, LAST_USABLE, LAST_USABLE];
    traces.trace("the last usable timestamp", RESERVED, reserved, calls);
    for now in [MAX_TIMESTAMP, MAX_TIMESTAMP + 1, LARGEST_READING] {
        let comment = format!("a reading of {now} at the start");
        traces.trace(&comment, RESERVED, reserved, calls![now, T]);
        let comment = format!("a reading of {now} later");
        traces.trace(&comment, RESERVED, reserved, calls![T, now, T, T + 1]);
    }
    traces.trace("a reading of 0 later", RESERVED, reserved, calls![T, 0, T]);
    traces.trace("a reading of 0 within the allowance", RESERVED, reserved, calls![5, 0, 5]);
    let comment = "a reserved timestamp does not start over";
    traces.trace_with(&or_reset(), comment, RESERVED, &["reserved", "reset"], calls![T, 0, MAX_TIMESTAMP, T]);
}

fn rng_failures(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, ms, first_id, .. } = usage;
    traces.group(first_id + 700);
    let mut trace_with = |changes: &[(&str, Value)], comment: &str, calls: &[Call<'_>]| {
        usage.trace(traces, changes, comment, POLICY, &["rng_failure"], calls);
    };
    let mut trace = |comment: &str, calls: &[Call<'_>]| trace_with(&[], comment, calls);
    let next = now + 1;
    trace("a failed draw of counter for the first ID", calls![(now, COUNTER_FAILS), now, now]);
    trace("a failed draw of random for the first ID", calls![(now, RANDOM_FAILS), now, now]);
    trace("the first ID, then an earlier reading", calls![(now, RANDOM_FAILS), now - YEAR * ms, now]);
    let calls = calls![now, (now, RANDOM_FAILS), now];
    trace("a failed draw of random within a tick: the count is not consumed", calls);
    trace("a failed draw of counter for a new tick", calls![now, (next, COUNTER_FAILS), next, next]);
    trace("a failed draw of random for a new tick", calls![now, (next, RANDOM_FAILS), next, next]);
    trace("a failed new tick leaves no trace", calls![now, (next, RANDOM_FAILS), now, next]);
    trace("a failed draw of counter for a new second", calls![now, (now + 1000 * ms, COUNTER_FAILS), next]);
    trace("a failed draw of random during a rollback", calls![now, (now - 1, RANDOM_FAILS), now - 1, now]);
    let largest = counter(usage.initial_max(15, 0));
    let calls = calls![(now, &largest), (now, RANDOM_FAILS), now, now];
    trace("a failed draw of random after the largest initial counter", calls);
    let calls = calls![
        now,
        (now, RANDOM_FAILS),
        (now, RANDOM_FAILS),
        (next, COUNTER_FAILS),
        (next, RANDOM_FAILS),
        (now, RANDOM_FAILS),
        now
    ];
    trace("many failures in a row", calls);
    let calls = calls![now, (next, COUNTER_FAILS), 0, now - 10_000 * ms - 1, now];
    trace("failures, then a reserved reading, then a rollback", calls);
    let nothing_drawn = [("counter_init_bits", json!(0))];
    let calls = calls![(now, COUNTER_FAILS), now, (next, COUNTER_FAILS), now, next];
    trace_with(&nothing_drawn, "a draw of 0 bits is still a draw", calls);
    let shared = [("counter_extension_bits", json!(8)), ("node_id_bits", json!(8)), ("node_id", json!(0x5a))];
    let calls = calls![
        (now, COUNTER_FAILS),
        (now, RANDOM_FAILS),
        now,
        (now, RANDOM_FAILS),
        now,
        (next, RANDOM_FAILS),
        next
    ];
    trace_with(&shared, "with an extension and a node id", calls);
}

fn random_walks(traces: &mut Traces, usage: &Usage) {
    let &Usage { now, ms, last, first_id, .. } = usage;
    let end = if ms == 1 { last - 10_000 } else { 100_000 };
    for (distance, sampling, of_kind) in WALKS {
        for (id, on_rollback, allowance_ms, start, jump, init, extension, node, node_id) in [
            (800, "error", 10_000, now, 3, 15, 0, 0, 0),
            (801, "reset", 10_000, now, 3, 0, 0, 16, 0xffff),
            (802, "error", 1, now, 300, 14, 8, 8, 0x81),
            (803, "reset", 0, now, 300, 15, 16, 0, 0),
            (804, "reset", 10, end, 40, 8, 1, 15, 0x4001),
            (805, "error", 1_000_000, 1_000_000, 5, 1, 4, 4, 9),
        ] {
            traces.group(distance + first_id + id);
            let comment = format!("a random walk in steps of about {jump} ticks{of_kind}");
            let changes = [
                ("counter_init_bits", json!(init)),
                ("clock", json!(usage.clock)),
                ("counter_extension_bits", json!(extension)),
                ("node_id_bits", json!(node)),
                ("node_id", json!(node_id)),
                ("on_rollback", json!(on_rollback)),
                ("allowance_ms", json!(allowance_ms)),
            ];
            traces.random_walk(&changes, &comment, start, jump, 200, sampling);
        }
    }
}
