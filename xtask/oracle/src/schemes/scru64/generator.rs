//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, MAX_TIMESTAMP, NODE_CTR_BITS, TICK_MS, new_model, text};
use crate::generator_cases::{Call, Ceilings, T, Traces, WALKS, YEAR, allowance, calls, or_reset, usual};
use crate::model::Draw::{self, Fails, Is};
use crate::schemes::TraceCases;

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    (
        "same_tick",
        "the clock stands still or moves within 256 ms: the counter is incremented and nothing is drawn",
    ),
    ("new_tick", "the clock advances to the next 256 ms: the counter is drawn"),
    ("carry", "the counter or the timestamp carries from one byte into the next"),
    ("overflow", "the counter is at its largest value"),
    ("node_id", "node ids and their sizes, from the smallest to the largest"),
    ("guard_bits", "the leading bits of a drawn counter are 0"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("rounding", "a reading or an allowance that is not a multiple of 256 ms"),
    ("reset", "after a rollback beyond the allowance the generator starts over, with the same node id"),
    ("reserved", "readings at or next to the reserved timestamps"),
    ("resume", "the generator resumes after a given ID"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent or only advises; policy.md gives the choice and the reason"),
];

// The headings of the specification.
const DEFINITION: &str = "Specification v1.0.0";
const OVERFLOW: &str = "Counter overflow handling";
const ROLLBACK: &str = "Clock rollback handling";
const RESERVED: &str = "Special-purpose IDs";
const NODE_SPEC: &str = "Node spec API";
const MIXED_SIZES: &str = "Variable `node_id_size` use cases";
/// Where the specification is silent or leaves the choice open.
const POLICY: &str = "";

/// The tick of the reading `T`.
const TICK: u64 = T / TICK_MS;
/// The ticks of the usual allowance, 10 000 ms.
const ALLOWANCE: u64 = 39;
/// The first reading that an ID can carry.
const FIRST: u64 = TICK_MS;
/// The start of the last tick that an ID can carry.
const LAST: u64 = (MAX_TIMESTAMP - 1) * TICK_MS;

/// The usual node id.
const NODE_ID: u64 = 42;
/// The bits of the usual counter, and its largest value.
const COUNTER_BITS: u32 = 16;
const MAX_COUNTER: u128 = 0xffff;

/// A draw after which the next call in the tick overflows.
const MAX: &[(&str, Draw)] = &[("counter", Is(MAX_COUNTER))];
const FAILS: &[(&str, Draw)] = &[("counter", Fails)];

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({"node_id": NODE_ID, "node_id_size": 8, "guard_bits": 0, "resume_after": null}))
}

pub(super) fn cases() -> TraceCases {
    let mut traces = Traces::new(usual_config(), new_model);
    ticks(&mut traces);
    carries(&mut traces);
    overflows(&mut traces);
    nodes(&mut traces);
    rollbacks(&mut traces);
    rounding(&mut traces);
    allowances(&mut traces);
    resets(&mut traces);
    reserved_timestamps(&mut traces);
    resuming(&mut traces);
    resuming_beside_the_clock(&mut traces);
    rng_failures(&mut traces);
    random_walks(&mut traces);
    traces.wide_spans(9000, T, TICK_MS);
    traces.ceilings(&Ceilings {
        first_id: 9500,
        changes: &[],
        now: T,
        tick: TICK_MS,
        ms: 1,
        out_of_range: FIRST - 1,
        exhaust: Some(|now| calls![(now, MAX)].to_vec()),
    });
    traces.finish(FLAGS)
}

/// A draw of one value.
fn is(counter: u128) -> [(&'static str, Draw); 1] {
    [("counter", Is(counter))]
}

fn ticks(traces: &mut Traces) {
    traces.group(1);
    let same = &["same_tick"];
    let new = &["new_tick"];
    traces.trace("the first ID draws the counter", DEFINITION, new, calls![T]);
    traces.trace("four IDs at one reading", DEFINITION, same, calls![T, T, T, T]);
    traces.trace("a draw of zeros", DEFINITION, same, calls![(T, &is(0)), T]);
    traces.trace("a draw of ones", DEFINITION, new, calls![(T, MAX)]);
    let calls = calls![(T, MAX), (T + TICK_MS, &[("counter", Is(0))]), T + TICK_MS];
    traces.trace("the counter may decrease in a new tick", DEFINITION, new, calls);
    let calls = calls![T, T + 1, T + 128, T + 255, T + 256, T + 511, T + 512];
    traces.trace("a tick lasts 256 ms", DEFINITION, &["same_tick", "new_tick"], calls);
    traces.trace("1 ms forward into a new tick", DEFINITION, new, calls![T + 255, T + 256]);
    let calls = calls![T + 200, T + 300, T + 500, T + 600];
    traces.trace("ticks are aligned to the clock, not to the first reading", DEFINITION, new, calls);
    let calls = calls![T + 255, T, T + 254, T + 1];
    traces.trace("going back within a tick is not a rollback", DEFINITION, same, calls);
    let calls = calls![T, T + 100, T + 50, T + 255, T + 256, T + 255];
    traces.trace("back and forth within a tick, then into the next and back", ROLLBACK, &["rollback"], calls);

    traces.group(50);
    for forward in [256, 257, 511, 512, 1000, 10_000, YEAR] {
        let comment = format!("{forward} ms forward from the start of a tick");
        traces.trace(&comment, DEFINITION, new, calls![T, T + forward, T + forward]);
    }
    for forward in [1, 255, 256, 257, 512] {
        let comment = format!("{forward} ms forward from the end of a tick");
        let (before, after) = (T + 255, T + 255 + forward);
        traces.trace(&comment, DEFINITION, new, calls![before, after, after]);
    }
}

fn carries(traces: &mut Traces) {
    traces.group(100);
    let carry = &["carry"];
    for counter in [0x7f, 0xfe, 0xff, 0x0100, 0x7ffe, 0x7fff, 0xfeff, 0xfffd] {
        let comment = format!("a 16-bit counter starting at {counter:#06x}");
        traces.trace(&comment, DEFINITION, carry, calls![(T, &is(counter)), T, T]);
    }
    let wide = [("node_id", json!(1)), ("node_id_size", json!(1))];
    for counter in [0xff, 0xffff, 0x0f_ffff, 0x3f_ffff, 0x7f_feff, 0x7f_fffd] {
        let comment = format!("a 23-bit counter starting at {counter:#08x}");
        let from = is(counter);
        traces.trace_with(&wide, &comment, DEFINITION, carry, calls![(T, &from), T, T]);
    }

    traces.group(150);
    for tick in [0xff, 0xffff, 0xff_ffff, 0xffff_ffff, 0x1f_ffff_ffff, 0x3f_ffff_ffff] {
        let comment = format!("from the tick {tick:#x} to the next");
        let calls = calls![tick * TICK_MS + 255, (tick + 1) * TICK_MS, (tick + 1) * TICK_MS];
        traces.trace(&comment, DEFINITION, carry, calls);
    }
}

fn overflows(traces: &mut Traces) {
    traces.group(200);
    let overflow = &["overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, OVERFLOW, overflow, calls);
    trace("the counter overflows", calls![(T, MAX), T]);
    trace("the counter reaches its largest value first", calls![(T, &is(0xfffe)), T, T, T]);
    trace("an overflow at the end of a tick", calls![(T + 255, MAX), T + 255, T + 256]);
    trace("after an overflow the clock is behind", calls![(T, MAX), T, T + 1, T + 255]);
    trace("after an overflow the clock catches up", calls![(T, MAX), T, T + 256, T + 512]);
    trace("the clock passes the timestamp of an overflow", calls![(T, MAX), T, T + 512, T + 512]);
    trace("after an overflow the clock jumps ahead", calls![(T, MAX), T, T + YEAR]);
    trace("an overflow draws zeros", calls![(T, MAX), (T, &is(0)), T]);
    let calls = calls![(T, MAX), (T, MAX), (T, MAX), (T, MAX), T, T + 1024];
    trace("repeated overflows, then the clock catches up", calls);
    let calls = calls![(T, MAX), (T, MAX), T + 256, T + 512, T + 768];
    trace("two overflows, then the clock catches up tick by tick", calls);
    let calls = calls![(T, MAX), (T, MAX), T + 512, T + 512];
    trace("the clock catches up with the timestamp of the next overflow", calls);
    let calls = calls![(T, MAX), (T + 256, MAX), (T + 512, MAX), T + 768];
    trace("the largest value in each tick is not an overflow while the clock advances", calls);
    let calls = calls![(T, MAX), (T, MAX), (T + 256, &[("counter", Is(5))]), T + 512, T + 768];
    trace("an overflow while the clock is behind", calls);
    let end = 0xffff_ffff * TICK_MS;
    trace("an overflow whose timestamp carries through four bytes", calls![(end, MAX), end, end]);

    traces.group(230);
    let last = &["overflow", "reserved"];
    let calls = calls![(LAST - TICK_MS, MAX), LAST - TICK_MS, LAST];
    traces.trace("an overflow into the last usable timestamp", RESERVED, last, calls);
    let comment = "an overflow of the last usable timestamp is an error every time, and draws nothing";
    traces.trace(comment, POLICY, &["overflow", "reserved"], calls![(LAST, MAX), LAST, LAST + 255, LAST - 1]);
    let calls = calls![(LAST, MAX), LAST, T, T];
    let comment = "an overflow of the last usable timestamp, then a reading far before it";
    traces.trace_with(&or_reset(), comment, POLICY, &["overflow", "reserved", "reset"], calls);
}

fn nodes(traces: &mut Traces) {
    traces.group(300);
    for size in [1, 8, 16, 22, 23] {
        for node_id in [0, (1 << size) - 1] {
            node(traces, node_id, size, 0, "node_id");
        }
    }
    for (node_id, size) in [(1, 2), (0xb00, 12), (0x2a_aaaa, 22), (0x55_5555, 23), (1, 23)] {
        node(traces, node_id, size, 0, "node_id");
    }
    for (node_id, size) in [(0x0, 4), (0x1, 4), (0x80, 8), (0x81, 8)] {
        let config = [("node_id", json!(node_id)), ("node_id_size", json!(size))];
        let comment = format!("node {node_id:#x}/{size} of the specification's hot and cold nodes");
        traces.trace_with(&config, &comment, MIXED_SIZES, &["node_id"], calls![T, T, T + TICK_MS]);
    }

    traces.group(350);
    for size in [1, 8, 16, 22, 23] {
        let counter_bits = NODE_CTR_BITS - size;
        // A counter of one bit has room for one guard bit only.
        let guards = if counter_bits == 1 { vec![1] } else { vec![1, counter_bits] };
        for guard_bits in guards {
            for node_id in [0, (1 << size) - 1] {
                node(traces, node_id, size, guard_bits, "guard_bits");
            }
        }
    }
    let guard = [("guard_bits", json!(1))];
    let calls: &[_] =
        calls![(T, &[("counter", Is(0x7fff))]), T, T, (T + TICK_MS, &[("counter", Is(0x7fff))])];
    traces.trace_with(&guard, "the counter carries into the guard bit", DEFINITION, &["guard_bits"], calls);
}

/// A node that draws its smallest counter, then its largest, and then counts on, into an overflow where that is near.
fn node(traces: &mut Traces, node_id: u64, size: u32, guard_bits: u32, flag: &str) {
    let drawn_bits = NODE_CTR_BITS - size - guard_bits;
    let (smallest, largest) = (is(0), is((1 << drawn_bits) - 1));
    let later = T + TICK_MS;
    let calls: &[_] =
        calls![(T, &smallest), T, (later, &largest), later, later, later, later, later + 10 * TICK_MS];
    let config =
        [("node_id", json!(node_id)), ("node_id_size", json!(size)), ("guard_bits", json!(guard_bits))];
    let comment =
        format!("node {node_id}/{size}, guard_bits {guard_bits}: draws of 0 and of the largest counter");
    traces.trace_with(&config, &comment, DEFINITION, &[flag], calls);
}

fn rollbacks(traces: &mut Traces) {
    traces.group(400);
    let rollback = &["rollback"];
    for ticks in [1, 2, ALLOWANCE - 1, ALLOWANCE] {
        let comment = format!("{ticks} × 256 ms back is within the allowance");
        let back = T - ticks * TICK_MS;
        traces.trace(&comment, ROLLBACK, rollback, calls![T, back, back]);
    }
    for ticks in [ALLOWANCE + 1, ALLOWANCE + 2, YEAR / TICK_MS, TICK - 1] {
        let comment = format!("{ticks} × 256 ms back is beyond the allowance");
        let back = T - ticks * TICK_MS;
        traces.trace(&comment, ROLLBACK, rollback, calls![T, back, back]);
    }
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, ROLLBACK, rollback, calls);
    trace("the clock recovers after the error", calls![T, T - 20_000, T, T + TICK_MS]);
    let calls = calls![T, T - 6_000, T - 9_000, T - 12_000, T - 9_500];
    trace("a rollback is measured from the last ID, not from the last reading", calls);
    trace("the clock goes back and catches up", calls![T, T - 1_000, T - 500, T - 1, T, T + 255, T + 256]);
    trace("the clock goes back and jumps ahead", calls![T, T - 1_000, T + 700]);
    trace("back by 1 ms into the tick before", calls![T, T - 1, T]);
    let calls = calls![T, T + YEAR, T, T + YEAR - 1, T + YEAR];
    trace("one reading in the far future: an error until the clock gets there", calls);

    traces.group(430);
    let overflow = &["rollback", "overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, ROLLBACK, overflow, calls);
    trace("an overflow during a rollback", calls![(T, MAX), T - 5_000, T - 5_000, T + 256, T + 512]);
    let furthest = T - ALLOWANCE * TICK_MS;
    let calls = calls![(T, MAX), furthest, furthest, furthest + 255, furthest + 256];
    trace("a rollback includes the tick that an overflow added", calls);
    let calls = calls![(T, MAX), T - 20_000, T, T - 9_000];
    trace("a rollback beyond the allowance when the next ID would overflow", calls);
    let mut calls = vec![(T, MAX).into(); 41];
    calls.extend(calls![T, T + 255, T + 256, T + 256]);
    trace("overflows run ahead of the clock beyond the allowance, until the clock follows", &calls);
}

/// Rollbacks by a fraction of a tick. The size of a rollback is the distance between the ticks of the two readings.
fn rounding(traces: &mut Traces) {
    traces.group(450);
    let flags = &["rollback", "rounding"];
    for (into, back) in [
        // 39 ticks: 9984 to 10 239 ms
        (0, 9_983),
        (0, 9_984),
        (255, 9_985),
        (255, 10_000),
        (255, 10_239),
        (16, 10_000),
        // 40 ticks
        (0, 9_985),
        (0, 10_000),
        (15, 10_000),
        (0, 10_239),
        (255, 10_240),
    ] {
        let (last, now) = (T + into, T + into - back);
        let ticks = last / TICK_MS - now / TICK_MS;
        let comment = format!("{back} ms back from {into} ms into a tick is a rollback of {ticks} × 256 ms");
        traces.trace(&comment, POLICY, flags, calls![last, now, now]);
    }
}

fn allowances(traces: &mut Traces) {
    traces.group(480);
    for (ms, ticks) in [
        (0, 0),
        (1, 0),
        (255, 0),
        (256, 1),
        (257, 1),
        (511, 1),
        (512, 2),
        (9_983, 38),
        (9_984, 39),
        (10_239, 39),
        (10_240, 40),
        (60_000, 234),
    ] {
        let comment = format!("an allowance of {ms} ms amounts to {ticks} × 256 ms");
        let furthest = T - ticks * TICK_MS;
        let calls = calls![T + 255, furthest, furthest - 1, T];
        traces.trace_with(&allowance(ms), &comment, POLICY, &["rollback", "rounding"], calls);
    }
    let flags = &["rollback"];
    let overflow = &["rollback", "overflow"];
    let comment = "without an allowance, after an overflow the rest of the tick is a rollback";
    traces.trace_with(&allowance(255), comment, POLICY, overflow, calls![(T, MAX), T, T, T + 255, T + 256]);
    let calls = calls![(T, MAX), (T, MAX), (T, MAX), (T, MAX), T + 256];
    let comment = "an allowance of two ticks for overflows that run ahead";
    traces.trace_with(&allowance(512), comment, POLICY, overflow, calls);
    let comment = "an allowance larger than any rollback";
    traces.trace_with(&allowance(LAST), comment, POLICY, flags, calls![LAST, FIRST, T]);
    let calls = calls![LAST, FIRST, T, LAST];
    traces.trace_with(&allowance((1 << 53) - 1), "an allowance of 53 bits", POLICY, flags, calls);
}

/// "Resetting `timestamp` without refreshing `node_id` is highly discouraged". It therefore happens only with an
/// `on_rollback` of `reset`.
fn resets(traces: &mut Traces) {
    traces.group(500);
    let flags = &["reset"];
    let mut trace =
        |comment: &str, calls: &[Call<'_>]| traces.trace_with(&or_reset(), comment, POLICY, flags, calls);
    let furthest = T - ALLOWANCE * TICK_MS;
    trace("a rollback within the allowance does not start over", calls![T, furthest, furthest]);
    trace("a rollback beyond the allowance starts over", calls![T, furthest - 1, furthest - 1]);
    trace("starting over, then the clock advances", calls![T, T - 20_000, T - 19_900, T - 19_500]);
    trace("starting over, then the clock recovers", calls![T, T - 20_000, T, T + 256]);
    trace("starting over twice", calls![T, T - 20_000, T - 40_000, T - 40_000]);
    let calls = calls![T, T - 20_000, T - 29_000, T - 31_000];
    trace("after starting over, a rollback is measured from the new series", calls);
    trace("a first reading in the far future", calls![LAST, T, T, T + 256]);
    trace("one reading in the far future", calls![T, T, T + 100 * YEAR, T + 1, T + 1, T + 256]);
    trace("back to the first usable tick", calls![T, FIRST, FIRST + 255, FIRST + 256]);
    trace("starting over with the largest counter", calls![T, (T - 20_000, MAX), T - 20_000]);
    trace("starting over when the next ID would overflow", calls![(T, MAX), T - 20_000, T - 20_000]);
    let failures: &[_] = calls![T, (T - 20_000, FAILS), (T - 20_000, FAILS), T, T - 20_000];
    trace("a failure while starting over keeps the old series", failures);
    let mut calls = vec![(T, MAX).into(); 40];
    calls.extend(calls![(T, &[("counter", Is(7))]), T, T + 256]);
    trace("starting over after overflows have run ahead beyond the allowance", &calls);

    traces.group(530);
    let strict = [("on_rollback", json!("reset")), ("allowance_ms", json!(255))];
    let mut trace =
        |comment: &str, calls: &[Call<'_>]| traces.trace_with(&strict, comment, POLICY, flags, calls);
    trace("starting over without an allowance", calls![T, T, T - 1, T]);
    trace("going back within a tick does not start over", calls![T + 255, T, T + 1]);
    trace("starting over after an overflow, without an allowance", calls![(T, MAX), T, T, T]);
}

fn reserved_timestamps(traces: &mut Traces) {
    traces.group(600);
    let reserved = &["reserved"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, RESERVED, reserved, calls);
    for now in [0, 1, 255] {
        trace(&format!("a clock at {now} is not set"), calls![now, now, T]);
        trace(&format!("a reading of {now} later"), calls![T, now, T]);
        trace(&format!("a reading of {now} within the allowance"), calls![1_000, now, 1_000]);
    }
    trace("the first usable tick", calls![FIRST, FIRST, FIRST + 255, FIRST + 256]);
    trace("from the reserved tick into the first usable one", calls![FIRST - 1, FIRST, FIRST - 1]);
    let calls = calls![LAST - 1, LAST, LAST, LAST + 255, LAST + 256, LAST + 255];
    trace("the last usable tick, and the reserved one after it", calls);
    let reserved_tick = MAX_TIMESTAMP * TICK_MS;
    for now in [
        reserved_tick,
        reserved_tick + 255,
        reserved_tick + 256,
        1 << 47,
        // Wraps to an ordinary tick in an implementation that keeps only 40 bits of it.
        (1 << 48) + T,
        (1 << 53) - 1,
    ] {
        trace(&format!("a reading of {now} at the start"), calls![now, T]);
        trace(&format!("a reading of {now} later"), calls![T, now, T, T + 256]);
    }

    traces.group(650);
    let comment = "a reserved timestamp does not start over";
    let calls = calls![T, 0, 255, reserved_tick, T];
    traces.trace_with(&or_reset(), comment, RESERVED, &["reserved", "reset"], calls);
    let calls = calls![LAST, reserved_tick, 0, LAST, FIRST];
    let comment = "reserved readings with an allowance larger than any rollback";
    traces.trace_with(&allowance((1 << 53) - 1), comment, RESERVED, reserved, calls);
}

/// Adds a trace of a generator of the usual node that resumes after an ID.
fn resume(traces: &mut Traces, comment: &str, (timestamp, counter): (u64, u128), calls: &[Call<'_>]) {
    let after = [("resume_after", json!(text(timestamp, NODE_ID, COUNTER_BITS, counter)))];
    traces.trace_with(&after, &format!("resuming {comment}"), NODE_SPEC, &["resume"], calls);
}

fn resuming(traces: &mut Traces) {
    traces.group(700);
    let mut trace = |comment: &str, last, calls: &[Call<'_>]| resume(traces, comment, last, calls);
    trace("in its tick", (TICK, 5), calls![T, T + 255, T + 256]);
    trace("in a later tick", (TICK, 5), calls![T + 256, T + 256, T + 512]);
    trace("long after", (TICK, 5), calls![T + YEAR, T + YEAR]);
    trace("from a counter of 0", (TICK, 0), calls![T]);
    trace("from a carry", (TICK, 0xff), calls![T, T]);
    trace("to the largest counter", (TICK, MAX_COUNTER - 1), calls![T, T]);
    trace("from the largest counter, in its tick", (TICK, MAX_COUNTER), calls![T, T, T + 256]);
    trace("from the largest counter, in a later tick", (TICK, MAX_COUNTER), calls![T + 256, T + 256]);
    trace("from the first usable timestamp", (1, 0), calls![FIRST, FIRST + 255, FIRST + 256]);
    trace("from the last usable timestamp", (MAX_TIMESTAMP - 1, 3), calls![LAST, T, LAST]);
    trace("after reserved readings", (TICK, 5), calls![0, MAX_TIMESTAMP * TICK_MS, T, T]);
    trace("with a failing source", (TICK, 5), calls![(T + 256, FAILS), T, (T + 256, FAILS), T + 256]);
    trace("with a failing source at an overflow", (TICK, MAX_COUNTER), calls![(T, FAILS), (T, FAILS), T]);

    traces.group(730);
    for (node_id, size) in [(0, 1), (1, 1), (0xb00, 12), (0xffff, 16), (0, 22), (0, 23), (0x7f_ffff, 23)] {
        let counter_bits = NODE_CTR_BITS - size;
        let half = (1 << counter_bits) / 2 - 1;
        let config = [
            ("node_id", json!(node_id)),
            ("node_id_size", json!(size)),
            ("resume_after", json!(text(TICK, node_id, counter_bits, half))),
        ];
        let comment = format!("resuming node {node_id}/{size} from half of the counter's range");
        traces.trace_with(&config, &comment, NODE_SPEC, &["resume", "node_id"], calls![T, T, T + 512]);
    }
    // The specification's own node spec, 0u2r85hm2pt3/16.
    let values = LAYOUT.values(&LAYOUT.int_of_text("0u2r85hm2pt3").unwrap_or_default());
    let tick = u64::try_from(&values[0]).unwrap_or_default();
    let node_id = u64::try_from(&values[1] >> 8).unwrap_or_default();
    let config =
        [("node_id", json!(node_id)), ("node_id_size", json!(16)), ("resume_after", json!("0u2r85hm2pt3"))];
    let (now, resume) = (tick * TICK_MS, &["resume"]);
    let comment = "resuming after the specification's example, in its tick";
    traces.trace_with(&config, comment, NODE_SPEC, resume, calls![now, now, now + 256]);
    let comment = "resuming after the specification's example, later";
    traces.trace_with(&config, comment, NODE_SPEC, resume, calls![T, T]);

    traces.group(750);
    let after = |counter| json!(text(TICK, NODE_ID, COUNTER_BITS, counter));
    for (guard_bits, counter) in [(1, 0x7fff), (1, 0x8000), (1, 0xffff), (16, 0), (16, 0xffff)] {
        let config = [("guard_bits", json!(guard_bits)), ("resume_after", after(counter))];
        let comment = format!("resuming from the counter {counter:#06x} with guard_bits {guard_bits}");
        traces.trace_with(&config, &comment, NODE_SPEC, &["resume", "guard_bits"], calls![T, T, T + 512]);
    }
}

/// Resuming while the clock reads earlier than the ID.
fn resuming_beside_the_clock(traces: &mut Traces) {
    traces.group(770);
    let mut trace = |comment: &str, last, calls: &[Call<'_>]| resume(traces, comment, last, calls);
    trace("with the clock back by one tick", (TICK, 5), calls![T - 1, T, T + 256]);
    let furthest = T - ALLOWANCE * TICK_MS;
    trace("with the clock back by the allowance", (TICK, 5), calls![furthest, T]);
    let calls = calls![furthest - 1, furthest - 1, furthest];
    trace("with the clock back beyond the allowance", (TICK, 5), calls);
    let calls = calls![T - YEAR, T + 256];
    trace("with the clock back beyond the allowance until the clock has passed", (TICK, 5), calls);
    let calls = calls![furthest, furthest, furthest + 256, T + 512];
    trace("from the largest counter, with the clock back by the allowance", (TICK, MAX_COUNTER), calls);
    let calls = calls![furthest - 1, T];
    trace("from the largest counter, with the clock back beyond the allowance", (TICK, MAX_COUNTER), calls);

    traces.group(780);
    let config = |tick, counter, on_rollback: &str, allowance_ms: u64| {
        [
            ("resume_after", json!(text(tick, NODE_ID, COUNTER_BITS, counter))),
            ("on_rollback", json!(on_rollback)),
            ("allowance_ms", json!(allowance_ms)),
        ]
    };
    let flags = &["resume", "reset"];
    let reset = config(TICK, 5, "reset", 10_000);
    traces.trace_with(
        &reset,
        "resuming with the clock back by the allowance continues",
        POLICY,
        flags,
        calls![furthest, T],
    );
    let comment = "resuming with the clock back beyond the allowance starts over";
    traces.trace_with(&reset, comment, POLICY, flags, calls![furthest - 1, furthest - 1, T]);
    let calls = calls![(T - YEAR, FAILS), T, T - YEAR];
    traces.trace_with(&reset, "resuming, and a failure while starting over", POLICY, flags, calls);
    let far = config(MAX_TIMESTAMP - 1, MAX_COUNTER, "reset", 10_000);
    let comment = "resuming after an ID from the far future";
    traces.trace_with(&far, comment, POLICY, flags, calls![T, T, T + 256]);
    let flags = &["resume", "rollback"];
    let strict = config(TICK, 5, "error", 255);
    let calls = calls![T - 1, T, T + 255, T - 1];
    traces.trace_with(&strict, "resuming without an allowance", POLICY, flags, calls);
    let last = config(MAX_TIMESTAMP - 1, MAX_COUNTER, "error", 10_000);
    let comment = "resuming after the largest ID";
    traces.trace_with(&last, comment, POLICY, &["resume", "overflow"], calls![LAST, LAST + 255, LAST - 1, T]);
}

fn rng_failures(traces: &mut Traces) {
    traces.group(800);
    let flags = &["rng_failure"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    trace("a failure at the first ID", calls![(T, FAILS), T, T]);
    trace("a failure at the first ID, then the clock advances", calls![(T, FAILS), T + 256, T + 256]);
    trace("a failure at the first ID, then the clock goes back", calls![(T, FAILS), T - YEAR, T - YEAR]);
    trace("a failure in a new tick", calls![T, (T + 256, FAILS), T + 256, T + 256]);
    trace("a failed new tick leaves no trace", calls![T, (T + 256, FAILS), T, T + 256]);
    trace("a failure at an overflow", calls![(T, MAX), (T, FAILS), T, T]);
    trace("a failure at an overflow, then the clock advances", calls![(T, MAX), (T, FAILS), T + 256]);
    trace("a failure at an overflow, then a new tick", calls![(T, MAX), (T, FAILS), T + 512, T + 512]);
    let calls = calls![(T, MAX), (T - 9_984, FAILS), T - 9_985, T - 9_984];
    trace("a failure at an overflow during a rollback", calls);
    trace("a failed tick does not count towards a rollback", calls![T, (T + 1_000, FAILS), T - 9_984, T]);
    trace("many failures in a row", calls![(T, MAX), (T, FAILS), (T, FAILS), (T + 256, FAILS), T, T]);
    let calls = calls![T, (T + 256, FAILS), 0, T - 20_000, T];
    trace("failures, then a reserved reading, then a rollback", calls);
    let calls = calls![(LAST, FAILS), (LAST, MAX), LAST];
    trace("a failure in the last usable tick, whose overflow draws nothing", calls);

    traces.group(830);
    let all = [("guard_bits", json!(COUNTER_BITS))];
    let calls = calls![(T, FAILS), T, (T + 256, FAILS), T + 256];
    traces.trace_with(&all, "a draw of 0 bits is still a draw, and fails like one", POLICY, flags, calls);
    let one_bit = [("node_id", json!(5)), ("node_id_size", json!(23))];
    let calls: &[_] =
        calls![(T, &[("counter", Is(1))]), (T, FAILS), (T, &[("counter", Is(0))]), T, (T, FAILS)];
    traces.trace_with(&one_bit, "a failure at overflows of a counter of one bit", POLICY, flags, calls);
}

fn random_walks(traces: &mut Traces) {
    for (distance, sampling, of_kind) in WALKS {
        for (first_id, node_id, size, guard_bits, on_rollback, allowance_ms, start, jump) in [
            (900, 42, 8, 0, "error", 20_000, T, 20),
            (901, 0xffff, 16, 1, "reset", 10_000, T, 300),
            (902, 0x2a_aaaa, 22, 0, "error", 60_000, T, 60),
            (903, 7, 23, 1, "reset", 0, T, 700),
            (904, 0, 12, 4, "reset", 10_000, LAST - 10_000, 100),
            (905, 1, 1, 0, "error", 1_000_000, 10_000_000, 100),
        ] {
            traces.group(distance + first_id);
            let comment =
                format!("node {node_id}/{size}: a random walk in steps of about {jump} ms{of_kind}");
            let changes = [
                ("node_id", json!(node_id)),
                ("node_id_size", json!(size)),
                ("guard_bits", json!(guard_bits)),
                ("on_rollback", json!(on_rollback)),
                ("allowance_ms", json!(allowance_ms)),
            ];
            traces.random_walk(&changes, &comment, start, jump, 400, sampling);
        }
    }
}
