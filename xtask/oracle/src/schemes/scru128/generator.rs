//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, MAX_COUNTER, MAX_TIMESTAMP, new_model};
use crate::generator_cases::{Call, Ceilings, Resuming, T, Traces, YEAR, allowance, calls, or_reset, usual};
use crate::model::Draw::{self, Fails, Is};
use crate::schemes::TraceCases;

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    ("same_tick", "the clock stands still: counter_lo counts, only entropy is drawn"),
    ("new_tick", "the clock advances: counter_lo is drawn"),
    ("renewal", "whether counter_hi is drawn: only when its last draw is a second or more ago"),
    ("carry", "counter_lo is at its largest value, counter_hi counts"),
    ("overflow", "both counters are at their largest values"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("reset", "after a rollback beyond the allowance the generator starts over"),
    ("reserved", "readings at or next to the reserved timestamps"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];

// The headings of the specification.
const DEFINITION: &str = "Specification v2.0.1";
const OVERFLOW: &str = "Counter overflow handling";
const ROLLBACK: &str = "Clock rollback handling";
const RESERVED: &str = "Special-purpose IDs";
/// Where the specification is silent.
const POLICY: &str = "";

const LAST_USABLE: u64 = MAX_TIMESTAMP - 1;

/// Draws after which the next call in the tick carries.
const LO_MAX: &[(&str, Draw)] = &[("counter_lo", Is(MAX_COUNTER))];
/// Draws after which the next call in the tick overflows.
const BOTH_MAX: &[(&str, Draw)] = &[("counter_lo", Is(MAX_COUNTER)), ("counter_hi", Is(MAX_COUNTER))];
const HI_MAX: &[(&str, Draw)] = &[("counter_hi", Is(MAX_COUNTER))];
const LO_FAILS: &[(&str, Draw)] = &[("counter_lo", Fails)];
const HI_FAILS: &[(&str, Draw)] = &[("counter_hi", Fails)];
const ENTROPY_FAILS: &[(&str, Draw)] = &[("entropy", Fails)];

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({}))
}

pub(super) fn cases() -> TraceCases {
    let mut traces = Traces::new(usual_config(), new_model);
    ticks(&mut traces);
    carries(&mut traces);
    overflows(&mut traces);
    rollbacks(&mut traces);
    resets(&mut traces);
    reserved_timestamps(&mut traces);
    rng_failures(&mut traces);
    traces.random_walks(LAST_USABLE);
    traces.wide_spans(9000, T, 1);
    traces.ceilings(&Ceilings {
        first_id: 9500,
        changes: &[],
        now: T,
        tick: 1,
        ms: 1,
        out_of_range: 0,
        exhaust: Some(|now| calls![(now, BOTH_MAX)].to_vec()),
    });
    let id = |timestamp: u64, hi: u128, lo: u128| {
        LAYOUT.text(&LAYOUT.int(&[timestamp.into(), hi.into(), lo.into(), 5_u32.into()]))
    };
    traces.resuming(&Resuming {
        first_id: 9800,
        changes: &[],
        now: T,
        ms: 1,
        id: &|now| id(now, 7, 9),
        last: &|now| id(now, MAX_COUNTER, MAX_COUNTER),
        out_of_range: 0,
    });
    renewals_after_resuming(&mut traces, id);
    traces.finish(FLAGS)
}

/// An ID does not say when its `counter_hi` was drawn.
fn renewals_after_resuming(traces: &mut Traces, id: impl Fn(u64, u128, u128) -> String) {
    traces.group(9830);
    let mut trace = |(hi, lo), comment: &str, calls: &[Call<'_>]| {
        let after = [("resume_after", json!(id(T, hi, lo)))];
        traces.trace_with(&after, &format!("resuming {comment}"), POLICY, &["resume", "renewal"], calls);
    };
    let calls = calls![T, T + 1, T + 2, T + 1000, T + 1001];
    trace((7, 9), "the next timestamp draws counter_hi, and the second is measured from there", calls);
    trace((7, MAX_COUNTER), "from a carry", calls![T, T, T + 1]);
    let calls = calls![T, T, T + 1, T + 2];
    trace((MAX_COUNTER, MAX_COUNTER - 1), "before an overflow, which draws counter_hi", calls);
    let calls = calls![(T + 1, &[("counter_hi", Fails)]), T, T + 1];
    trace((7, 9), "with a source that fails at counter_hi", calls);
    let calls = calls![T - 9_999, T - 10_000, T + 999, T + 1000];
    trace((0, 0), "with the clock behind", calls);
}

fn ticks(traces: &mut Traces) {
    traces.group(1);
    let mut trace =
        |comment: &str, flags: &[&str], calls: &[Call<'_>]| traces.trace(comment, DEFINITION, flags, calls);
    let same = &["same_tick"];
    trace("the first ID draws every field", &["new_tick"], calls![T]);
    trace("four IDs in one millisecond", same, calls![T, T, T, T]);
    let zeros: &[_] = &[("counter_lo", Is(0)), ("counter_hi", Is(0)), ("entropy", Is(0))];
    let ones: &[_] =
        &[("counter_lo", Is(MAX_COUNTER)), ("counter_hi", Is(MAX_COUNTER)), ("entropy", Is(0xffff_ffff))];
    trace("draws of zeros", same, calls![(T, zeros), (T, &[("entropy", Is(0))])]);
    trace("draws of ones", &["new_tick"], calls![(T, ones)]);
    let entropy_down: &[_] = &[("entropy", Is(0))];
    let calls = calls![(T, &[("entropy", Is(0xffff_ffff))]), (T, entropy_down), (T, entropy_down)];
    trace("entropy may decrease within a millisecond", same, calls);

    let new = &["new_tick", "renewal"];
    for forward in [1, 2, 500, 999] {
        let comment = format!("{forward} ms later counter_hi is kept");
        trace(&comment, new, calls![T, T + forward, T + forward]);
    }
    for forward in [1000, 1001, 2000, YEAR] {
        let comment = format!("{forward} ms later counter_hi is drawn");
        trace(&comment, new, calls![T, T + forward, T + forward]);
    }
    let calls = calls![T, T + 600, T + 1200, T + 1800, T + 2199, T + 2200];
    trace("the second is measured from the last draw of counter_hi, not from the last ID", new, calls);
    let calls = calls![T, T + 999, T + 1000, T + 1999, T + 2000, T + 2001];
    trace("draws of counter_hi a second apart", new, calls);
    let calls = calls![T + 999, T + 1000, T + 1998, T + 1999];
    trace("a second is a time span, not a second of the clock", new, calls);
    let calls = calls![(T, LO_MAX), (T + 1, &[("counter_lo", Is(0))])];
    trace("counter_lo may decrease in a new timestamp", &["new_tick"], calls);
    for bits in [16, 31, 32] {
        let forward = (1 << bits) + 5;
        let comment = format!("{forward} ms later counter_hi is drawn: the span has more than {bits} bits");
        trace(&comment, new, calls![T, T + forward, T + forward]);
    }
}

fn carries(traces: &mut Traces) {
    traces.group(100);
    let mut trace =
        |comment: &str, flags: &[&str], calls: &[Call<'_>]| traces.trace(comment, DEFINITION, flags, calls);
    let carry = &["carry"];
    trace("counter_lo carries into counter_hi", carry, calls![(T, LO_MAX), T, T]);
    let below: &[_] = &[("counter_lo", Is(MAX_COUNTER - 1))];
    trace("counter_lo reaches its largest value first", carry, calls![(T, below), T, T]);
    let last: &[_] = &[("counter_lo", Is(MAX_COUNTER)), ("counter_hi", Is(MAX_COUNTER - 1))];
    trace("counter_hi carries to its largest value", carry, calls![(T, last), T, T]);
    trace("counter_hi at its largest value is not an overflow", carry, calls![(T, HI_MAX), T]);
    let zero: &[_] = &[("counter_lo", Is(MAX_COUNTER)), ("counter_hi", Is(0))];
    trace("a carry into 0", carry, calls![(T, zero), T]);
    let half: &[_] = &[("counter_lo", Is(0x7f_ffff)), ("counter_hi", Is(0x7f_ffff))];
    trace("counters at half of their range do not carry", carry, calls![(T, half), T]);
    let bytes: &[_] = &[("counter_lo", Is(0xffff)), ("counter_hi", Is(0xffff))];
    trace("two bytes of ones do not carry", carry, calls![(T, bytes), T]);
    let kept = "an incremented counter_hi is kept for the rest of its second";
    trace(kept, &["carry", "renewal"], calls![(T, LO_MAX), T, (T + 1, LO_MAX), T + 1, T + 999]);
    let calls = calls![(T, LO_MAX), T, T + 1000];
    trace("an incremented counter_hi is drawn after a second", &["carry", "renewal"], calls);
    let calls = calls![T, (T + 999, LO_MAX), T + 999, T + 1000];
    trace("a carry does not count as a draw of counter_hi", &["carry", "renewal"], calls);
}

fn overflows(traces: &mut Traces) {
    traces.group(200);
    let mut trace =
        |comment: &str, flags: &[&str], calls: &[Call<'_>]| traces.trace(comment, OVERFLOW, flags, calls);
    let overflow = &["overflow"];
    trace("both counters overflow", overflow, calls![(T, BOTH_MAX), T]);
    trace("after an overflow the clock is behind", overflow, calls![(T, BOTH_MAX), T, T, T]);
    trace("after an overflow the clock catches up", overflow, calls![(T, BOTH_MAX), T, T + 1, T + 2]);
    trace("the clock passes the timestamp of an overflow", overflow, calls![(T, BOTH_MAX), T, T + 5]);
    let calls = calls![(T, BOTH_MAX), (T, LO_MAX), T, T];
    trace("counter_hi counts from 0 after an overflow", &["overflow", "carry"], calls);
    let calls = calls![(T, &[("counter_lo", Is(MAX_COUNTER - 1)), ("counter_hi", Is(MAX_COUNTER))]), T, T, T];
    trace("a carry comes before the overflow", overflow, calls);
    let calls = calls![(T, HI_MAX), (T + 1, LO_MAX), T + 1, T + 1];
    trace("an overflow with a counter_hi of an earlier timestamp", overflow, calls);

    let renewal = &["overflow", "renewal"];
    let comment = "the 0 after an overflow does not count as a draw of counter_hi";
    traces.trace(comment, POLICY, &["overflow", "renewal"], calls![(T, BOTH_MAX), T, T + 999, T + 1000]);
    let calls = calls![(T, HI_MAX), (T + 998, LO_MAX), T + 998, T + 1000];
    traces.trace("an overflow 999 ms after the draw of counter_hi", OVERFLOW, renewal, calls);
    let calls = calls![(T, HI_MAX), (T + 999, LO_MAX), T + 999, T + 1999, T + 2000];
    let comment =
        "an overflow 1000 ms after the draw of counter_hi draws it again, as the field's definition requires";
    traces.trace(comment, POLICY, &["overflow", "renewal"], calls);

    let last = &["overflow", "reserved"];
    let calls = calls![(LAST_USABLE - 1, BOTH_MAX), LAST_USABLE - 1, LAST_USABLE];
    traces.trace("an overflow into the last usable timestamp", RESERVED, last, calls);
    let calls = calls![(LAST_USABLE, BOTH_MAX), LAST_USABLE, LAST_USABLE, LAST_USABLE - 1];
    let comment = "an overflow of the last usable timestamp is an error, each time";
    traces.trace(comment, POLICY, &["overflow", "reserved"], calls);
    let calls = calls![(LAST_USABLE, BOTH_MAX), LAST_USABLE, T, T];
    let comment = "an overflow of the last usable timestamp, then a reading far before it";
    traces.trace_with(&or_reset(), comment, POLICY, &["overflow", "reserved", "reset"], calls);
}

fn rollbacks(traces: &mut Traces) {
    traces.group(300);
    let rollback = &["rollback"];
    for back in [1, 2, 9_999, 10_000] {
        let comment = format!("{back} ms back is within the allowance");
        // The specification says "small enough" without a number. That the allowance itself is small enough is our choice.
        let reference = if back == 10_000 { POLICY } else { ROLLBACK };
        traces.trace(&comment, reference, rollback, calls![T, T - back, T - back]);
    }
    let mut trace =
        |comment: &str, flags: &[&str], calls: &[Call<'_>]| traces.trace(comment, ROLLBACK, flags, calls);
    for back in [10_001, 10_002, YEAR, T - 1] {
        let comment = format!("{back} ms back is beyond the allowance");
        trace(&comment, rollback, calls![T, T - back, T - back]);
    }
    trace("the clock recovers after the error", rollback, calls![T, T - 10_001, T, T + 1]);
    let calls = calls![T, T - 6_000, T - 9_000, T - 12_000, T - 10_000];
    trace("a rollback is measured from the last ID, not from the last reading", rollback, calls);
    trace("the clock goes back and catches up", rollback, calls![T, T - 100, T - 50, T - 1, T, T + 1]);
    trace("the clock goes back and jumps ahead", rollback, calls![T, T - 100, T + 700]);
    let calls = calls![T, T + 900, T - 500, T + 999, T + 1000];
    trace("a rollback does not restart the second of counter_hi", &["rollback", "renewal"], calls);
    trace("a carry during a rollback", &["rollback", "carry"], calls![(T, LO_MAX), T - 5_000, T - 5_000]);
    let calls = calls![(T, BOTH_MAX), T - 5_000, T - 5_000, T + 1, T + 2];
    trace("an overflow during a rollback", &["rollback", "overflow"], calls);
    let calls = calls![(T, BOTH_MAX), T - 10_000, T - 10_000, T - 9_999];
    let comment = "a rollback includes the timestamp that an overflow added";
    traces.trace(comment, POLICY, &["rollback", "overflow"], calls);

    traces.group(350);
    let flags = &["rollback"];
    traces.trace_with(&allowance(0), "no allowance", POLICY, flags, calls![T, T, T - 1, T]);
    let calls = calls![(T, BOTH_MAX), T, T, T + 1];
    let comment = "without an allowance an overflow makes the next call of the same reading a rollback";
    traces.trace_with(&allowance(0), comment, POLICY, &["rollback", "overflow"], calls);
    traces.trace_with(&allowance(1), "an allowance of 1 ms", POLICY, flags, calls![T, T - 1, T - 2]);
    let calls = calls![T, T - 60_000, T - 60_001];
    traces.trace_with(&allowance(60_000), "an allowance of a minute", POLICY, flags, calls);
    let calls = calls![LAST_USABLE, 1, T];
    let comment = "an allowance larger than any rollback";
    traces.trace_with(&allowance(MAX_TIMESTAMP), comment, POLICY, flags, calls);
    traces.trace_with(&allowance((1 << 53) - 1), "an allowance of 53 bits", POLICY, flags, calls);
    let comment = "one reading in the far future: an error until the clock gets there";
    traces.trace(comment, ROLLBACK, rollback, calls![LAST_USABLE, T, T + YEAR, LAST_USABLE]);
    for bits in [31, 32] {
        let back = (1 << bits) + 5_000;
        let comment = format!("{back} ms back is beyond the allowance: the span has more than {bits} bits");
        traces.trace(&comment, ROLLBACK, rollback, calls![T, T - back, T]);
    }
    let comment = "65 636 ms back is beyond an allowance of 500 ms";
    traces.trace_with(&allowance(500), comment, POLICY, flags, calls![T, T - (1 << 16) - 100, T]);
}

fn resets(traces: &mut Traces) {
    traces.group(400);
    let reset = &["reset"];
    let comment = "10 001 ms back starts over and draws every field";
    traces.trace_with(&or_reset(), comment, ROLLBACK, reset, calls![T, T - 10_001, T - 10_001]);
    let calls = calls![T, T - 10_000, T];
    traces.trace_with(&or_reset(), "10 000 ms back does not start over", POLICY, &["reset"], calls);
    let mut trace =
        |comment: &str, calls: &[_]| traces.trace_with(&or_reset(), comment, ROLLBACK, reset, calls);
    trace("the clock recovers after starting over", calls![T, T - 20_000, T, T]);
    let renewal: &[_] = calls![T, T + 500, T - 20_000, T - 19_001, T - 19_000];
    trace("starting over draws counter_hi and starts its second", renewal);
    trace("starting over twice", calls![T, T - 20_000, T - 40_000, T - 40_000]);
    trace("a first reading in the far future", calls![LAST_USABLE, T, T, T + 1]);
    trace("one reading in the far future", calls![T, T, T + 100 * YEAR, T + 1, T + 1, T + 2]);
    trace("back to the first usable timestamp", calls![T, 1, 1, 2]);
    trace("starting over with counters at their largest", calls![T, (T - 20_000, BOTH_MAX), T - 20_000]);
    let failures: &[_] =
        calls![T, (T - 20_000, LO_FAILS), (T - 20_000, HI_FAILS), (T - 20_000, ENTROPY_FAILS), T];
    trace("a failure while starting over keeps the old series", failures);
    let strict = [("on_rollback", json!("reset")), ("allowance_ms", json!(0))];
    traces.trace_with(&strict, "starting over without an allowance", ROLLBACK, reset, calls![T, T, T - 1, T]);
    let comment = "starting over after an overflow, without an allowance";
    traces.trace_with(&strict, comment, ROLLBACK, &["reset", "overflow"], calls![(T, BOTH_MAX), T, T]);
    let back = (1 << 32) + 5_000;
    let comment = "starting over after a rollback of more than 32 bits";
    traces.trace_with(&or_reset(), comment, ROLLBACK, reset, calls![T, T - back, T - back]);
}

fn reserved_timestamps(traces: &mut Traces) {
    traces.group(500);
    let reserved = &["reserved"];
    traces.trace("a clock at 0 is not set", RESERVED, reserved, calls![0, 0, T]);
    traces.trace("the first usable timestamp", RESERVED, reserved, calls![1, 1, 2]);
    let comment = "the second of counter_hi from the first usable timestamp";
    traces.trace(comment, DEFINITION, &["reserved", "renewal"], calls![1, 1000, 1001]);
    let calls = calls![LAST_USABLE - 1, LAST_USABLE, LAST_USABLE];
    traces.trace("the last usable timestamp", RESERVED, reserved, calls);
    for now in [MAX_TIMESTAMP, MAX_TIMESTAMP + 1, (1 << 53) - 1] {
        let comment = format!("a reading of {now} at the start");
        traces.trace(&comment, RESERVED, reserved, calls![now, T]);
        let comment = format!("a reading of {now} later");
        traces.trace(&comment, RESERVED, reserved, calls![T, now, T, T + 1]);
    }
    traces.trace("a reading of 0 later", RESERVED, reserved, calls![T, 0, T]);
    let within = "a reading of 0 within the allowance";
    traces.trace(within, POLICY, &["reserved"], calls![5, 0, 5]);
    let comment = "a reserved timestamp does not start over";
    traces.trace_with(&or_reset(), comment, POLICY, &["reserved", "reset"], calls![T, 0, MAX_TIMESTAMP, T]);
}

fn rng_failures(traces: &mut Traces) {
    traces.group(600);
    let mut trace = |comment: &str, calls: &[_]| traces.trace(comment, POLICY, &["rng_failure"], calls);
    trace("a failed draw of counter_lo for the first ID", calls![(T, LO_FAILS), T, T]);
    trace("a failed draw of counter_hi for the first ID", calls![(T, HI_FAILS), T, T]);
    trace("a failed draw of entropy for the first ID", calls![(T, ENTROPY_FAILS), T, T]);
    let calls = calls![T, (T, ENTROPY_FAILS), T];
    trace("a failed draw of entropy within a millisecond: the count is not consumed", calls);
    trace("a failed draw of counter_lo for a new millisecond", calls![T, (T + 1, LO_FAILS), T + 1, T + 1]);
    trace("a failed draw of entropy for a new millisecond", calls![T, (T + 1, ENTROPY_FAILS), T + 1, T + 1]);
    trace("a failed new millisecond leaves no trace", calls![T, (T + 1, ENTROPY_FAILS), T, T + 1]);
    let calls = calls![T, (T + 1000, LO_FAILS), T + 1000, T + 1001];
    trace("a failed draw of counter_lo for a new second", calls);
    let calls = calls![T, (T + 1000, HI_FAILS), T + 1000, T + 1001];
    trace("a failed draw of counter_hi for a new second", calls);
    let calls = calls![T, (T + 1000, ENTROPY_FAILS), T + 1000, T + 1001];
    trace("a failed draw of entropy for a new second", calls);
    trace("a failed new second leaves no trace", calls![T, (T + 1000, ENTROPY_FAILS), T + 999, T + 1000]);
    trace("a failed draw of entropy at a carry", calls![(T, LO_MAX), (T, ENTROPY_FAILS), T, T]);
    trace("a failed draw of counter_lo at an overflow", calls![(T, BOTH_MAX), (T, LO_FAILS), T, T]);
    trace("a failed draw of entropy at an overflow", calls![(T, BOTH_MAX), (T, ENTROPY_FAILS), T, T]);
    let renewal: &[_] = calls![(T, HI_MAX), (T + 999, LO_MAX), (T + 999, HI_FAILS), T + 999, T + 999];
    trace("a failed draw of counter_hi at an overflow", renewal);
    trace("a failed draw of entropy during a rollback", calls![T, (T - 1, ENTROPY_FAILS), T - 1, T]);
    let calls = calls![T, (T, ENTROPY_FAILS), (T, ENTROPY_FAILS), (T + 1, LO_FAILS), (T, ENTROPY_FAILS), T];
    trace("many failures in a row", calls);
    let calls = calls![T, (T + 1, LO_FAILS), 0, T - 10_001, T];
    trace("failures, then a reserved reading, then a rollback", calls);
}
