//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, MAX_RANDOMNESS, MAX_TIMESTAMP, new_model};
use crate::format::Step;
use crate::generator_cases::{Call, Ceilings, Resuming, T, Traces, YEAR, allowance, calls, or_reset, usual};
use crate::model::Draw::{self, Fails, Is};
use crate::schemes::TraceCases;

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    ("published", "printed in the specification"),
    ("same_tick", "the clock stands still: randomness is incremented and nothing is drawn"),
    ("new_tick", "the clock advances: randomness is drawn"),
    ("carry", "randomness carries across bytes or digits"),
    ("overflow", "randomness is at its largest value"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("reset", "after a rollback beyond the allowance the generator starts over"),
    ("limit", "readings at or next to the ends of the timestamp's range"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];

// The headings of the specification.
const COMPONENTS: &str = "Components";
const MONOTONICITY: &str = "Monotonicity";
const LIMIT: &str = "Overflow Errors when Parsing Base32 Strings";
/// Where the specification is silent.
const POLICY: &str = "";

/// A draw after which the next call in the tick overflows.
const MAX: &[(&str, Draw)] = &[("randomness", Is(MAX_RANDOMNESS))];
const BELOW_MAX: &[(&str, Draw)] = &[("randomness", Is(MAX_RANDOMNESS - 1))];
const ZERO: &[(&str, Draw)] = &[("randomness", Is(0))];
const FAILS: &[(&str, Draw)] = &[("randomness", Fails)];

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({}))
}

pub(super) fn cases() -> TraceCases {
    let mut traces = Traces::new(usual_config(), new_model);
    let published = published(&mut traces);
    ticks(&mut traces);
    carries(&mut traces);
    overflows(&mut traces);
    rollbacks(&mut traces);
    allowances(&mut traces);
    resets(&mut traces);
    limits(&mut traces);
    rng_failures(&mut traces);
    traces.random_walks(MAX_TIMESTAMP);
    traces.wide_spans(9000, T, 1);
    traces.ceilings(&Ceilings {
        first_id: 9500,
        changes: &[],
        now: T,
        tick: 1,
        ms: 1,
        out_of_range: MAX_TIMESTAMP + 1,
        exhaust: Some(|now| calls![(now, MAX)].to_vec()),
    });
    let id =
        |timestamp: u64, randomness: u128| LAYOUT.text(&LAYOUT.int(&[timestamp.into(), randomness.into()]));
    traces.resuming(&Resuming {
        first_id: 9800,
        changes: &[],
        now: T,
        ms: 1,
        id: &|now| id(now, 0xff_ffff_ffff),
        last: &|now| id(now, MAX_RANDOMNESS),
        out_of_range: MAX_TIMESTAMP + 1,
    });
    let cases = traces.finish(FLAGS);

    for (case, texts) in cases.traces.iter().zip(published) {
        let found: Vec<_> = case.steps.iter().map(outcome).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
    cases
}

fn outcome(step: &Step) -> &str {
    step.text.as_deref().or(step.error.as_deref()).unwrap_or_default()
}

/// The calls that the specification prints, and their printed results.
fn published(traces: &mut Traces) -> [&'static [&'static str]; 3] {
    traces.group(1);
    let first: &[_] = &["01BX5ZZKBKACTAV9WEVGEMMVRZ", "01BX5ZZKBKACTAV9WEVGEMMVS0"];
    let second: &[_] = &[
        "01BX5ZZKBKACTAV9WEVGEMMVRY",
        "01BX5ZZKBKACTAV9WEVGEMMVRZ",
        "01BX5ZZKBKACTAV9WEVGEMMVS0",
        "01BX5ZZKBKACTAV9WEVGEMMVS1",
    ];
    let last: &[_] = &[
        "01BX5ZZKBKZZZZZZZZZZZZZZZX",
        "01BX5ZZKBKZZZZZZZZZZZZZZZY",
        "01BX5ZZKBKZZZZZZZZZZZZZZZZ",
        "overflow",
    ];
    for (texts, comment, flag) in [
        (first, "two IDs in one millisecond", "same_tick"),
        (second, "four IDs in one millisecond", "same_tick"),
        (last, "three IDs, then \"throw new Error()!\"", "overflow"),
    ] {
        let values = LAYOUT.values(&LAYOUT.int_of_text(texts[0]).unwrap_or_default());
        let now = u64::try_from(&values[0]).unwrap_or_default();
        let draw = [("randomness", Is(u128::try_from(&values[1]).unwrap_or_default()))];
        let mut calls = vec![now.into(); texts.len()];
        calls[0] = (now, &draw).into();
        traces.trace(comment, MONOTONICITY, &["published", flag], &calls);
    }
    [first, second, last]
}

fn ticks(traces: &mut Traces) {
    traces.group(10);
    let same = &["same_tick"];
    traces.trace("the first ID draws randomness", COMPONENTS, &["new_tick"], calls![T]);
    traces.trace("four IDs in one millisecond", MONOTONICITY, same, calls![T, T, T, T]);
    traces.trace("a draw of zeros", MONOTONICITY, same, calls![(T, ZERO), T, T]);
    traces.trace("a draw of ones", COMPONENTS, &["new_tick"], calls![(T, MAX)]);
    for forward in [1, 2, 999, 1000, 1001, YEAR] {
        let comment = format!("{forward} ms later randomness is drawn");
        traces.trace(&comment, COMPONENTS, &["new_tick"], calls![T, T + forward, T + forward]);
    }
    let calls = calls![(T, MAX), (T + 1, ZERO)];
    traces.trace("randomness may decrease in a new millisecond", COMPONENTS, &["new_tick"], calls);
    let calls = calls![(T, BELOW_MAX), T, (T + 1, MAX), (T + 2, BELOW_MAX)];
    traces.trace("the largest values, without an overflow", COMPONENTS, &["new_tick"], calls);
    let calls = calls![T, T, T + 1, T + 1, T + 3, T + 3, T + 3];
    traces.trace("several IDs in several milliseconds", MONOTONICITY, &["same_tick", "new_tick"], calls);
}

/// "incremented by 1 bit in the least significant bit position (with carrying)"
fn carries(traces: &mut Traces) {
    let carry = &["carry"];
    // Bytes, digits, and the words in which an implementation may store the 80 bits.
    for (first_id, unit, bits) in [(100, "byte", 8), (120, "digit", 5)] {
        traces.group(first_id);
        for count in 1..80 / bits {
            let ones = (1 << (count * bits)) - 1;
            let comment = format!("a carry out of {count} {unit}s of ones");
            let zeros_above = [("randomness", Is(ones))];
            traces.trace(&comment, MONOTONICITY, carry, calls![(T, &zeros_above), T, T]);
        }
    }
    traces.group(150);
    for bits in [1, 4, 31, 33, 47, 52, 53, 54, 63, 66, 79] {
        let comment = format!("a carry out of {bits} bits of ones");
        let ones = [("randomness", Is((1 << bits) - 1))];
        traces.trace(&comment, MONOTONICITY, carry, calls![(T, &ones), T, T]);
    }
    for bits in [8, 16, 32, 64] {
        let comment = format!("a carry out of {bits} bits to the largest value above them");
        let below = [("randomness", Is(MAX_RANDOMNESS - (1 << bits)))];
        traces.trace(&comment, MONOTONICITY, carry, calls![(T, &below), T, T]);
    }
}

fn overflows(traces: &mut Traces) {
    traces.group(200);
    let overflow = &["overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, MONOTONICITY, overflow, calls);
    trace("randomness overflows", calls![(T, MAX), T]);
    trace("the largest value comes before the overflow", calls![(T, BELOW_MAX), T, T]);
    trace("an overflow is an error for the rest of the millisecond", calls![(T, MAX), T, T, T]);
    trace("after an overflow the clock advances", calls![(T, MAX), T, T + 1, T + 1]);
    trace("after an overflow the clock jumps", calls![(T, MAX), T, T + YEAR]);
    trace("an overflow, twice", calls![(T, MAX), T, (T + 1, MAX), T + 1, T + 1, T + 2]);
    trace("the timestamp of 0 overflows", calls![(0, MAX), 0, 1]);
    let calls = calls![(MAX_TIMESTAMP, MAX), MAX_TIMESTAMP, MAX_TIMESTAMP];
    traces.trace("after the largest ID there is no other", MONOTONICITY, &["overflow", "limit"], calls);
    let calls = calls![(MAX_TIMESTAMP - 1, MAX), MAX_TIMESTAMP - 1, MAX_TIMESTAMP];
    traces.trace("an overflow before the last millisecond", MONOTONICITY, &["overflow", "limit"], calls);

    traces.group(250);
    let flags = &["overflow", "rollback"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    let calls = calls![(T, MAX), T, T - 1, T - 10_000, T + 1];
    trace("after an overflow the clock is behind, within the allowance", calls);
    let calls = calls![(T, MAX), T, T - 10_001, T - 10_000, T, T + 1];
    trace("after an overflow the clock is behind, beyond the allowance", calls);
    trace("an overflow during a rollback", calls![(T, BELOW_MAX), T - 5_000, T - 5_000, T]);
    let calls = calls![(T, MAX), T - 2, T - 1, T, T + 1, T + 1];
    trace("after an overflow the clock goes back and catches up", calls);
    let comment = "an overflow is distinguished from a rollback, without an allowance";
    traces.trace_with(&allowance(0), comment, POLICY, flags, calls![(T, MAX), T, T - 1, T, T + 1]);
    let flags = &["overflow", "reset"];
    let calls = calls![(T, MAX), T, T - 10_000, T - 10_001, T - 10_001];
    let comment = "after an overflow only a large rollback starts over";
    traces.trace_with(&or_reset(), comment, POLICY, flags, calls);
    let calls = calls![(MAX_TIMESTAMP, MAX), MAX_TIMESTAMP, T, T];
    traces.trace_with(&or_reset(), "after the largest ID, a reading far before it", POLICY, flags, calls);
}

fn rollbacks(traces: &mut Traces) {
    traces.group(300);
    let flags = &["rollback"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    for back in [1, 2, 9_999, 10_000] {
        let comment = format!("{back} ms back is within the allowance");
        trace(&comment, calls![T, T - back, T - back]);
    }
    for back in [10_001, 10_002, YEAR, T] {
        let comment = format!("{back} ms back is beyond the allowance");
        trace(&comment, calls![T, T - back, T - back]);
    }
    trace("the clock recovers after the error", calls![T, T - 10_001, T, T + 1]);
    let calls = calls![T, T - 6_000, T - 9_000, T - 12_000, T - 10_000];
    trace("a rollback is measured from the last ID, not from the last reading", calls);
    trace("the clock goes back and catches up", calls![T, T - 100, T - 50, T - 1, T, T + 1]);
    trace("the clock goes back and jumps ahead", calls![T, T - 100, T + 700]);
    trace("the clock goes back twice", calls![T, T - 100, T + 1, T - 100, T + 1, T + 2, T - 9_999]);
    let ones = [("randomness", Is((1 << 64) - 1))];
    trace("a carry during a rollback", calls![(T, &ones), T - 5_000, T - 5_000]);
    let calls = calls![MAX_TIMESTAMP, T, T + YEAR, MAX_TIMESTAMP];
    trace("one reading in the far future: an error until the clock gets there", calls);
    trace("a later reading in the far future", calls![T, T + 100 * YEAR, T + 1, T + 100 * YEAR + 1]);
}

fn allowances(traces: &mut Traces) {
    traces.group(350);
    let flags = &["rollback"];
    for (allowance_ms, comment, calls) in [
        (0, "no allowance", calls![T, T, T - 1, T] as &[_]),
        (1, "an allowance of 1 ms", calls![T, T - 1, T - 2]),
        (60_000, "an allowance of a minute", calls![T, T - 60_000, T - 60_001]),
        (
            MAX_TIMESTAMP - 1,
            "an allowance 1 ms smaller than the largest rollback",
            calls![MAX_TIMESTAMP, 1, 0, T],
        ),
        (MAX_TIMESTAMP, "an allowance as large as the largest rollback", calls![MAX_TIMESTAMP, 0, T]),
        ((1 << 53) - 1, "an allowance of 53 bits", calls![MAX_TIMESTAMP, T, T + YEAR, 0]),
    ] {
        traces.trace_with(&allowance(allowance_ms), comment, POLICY, flags, calls);
    }
}

fn resets(traces: &mut Traces) {
    traces.group(400);
    let flags = &["reset"];
    let mut trace =
        |comment: &str, calls: &[Call<'_>]| traces.trace_with(&or_reset(), comment, POLICY, flags, calls);
    trace("10 001 ms back starts over and draws randomness", calls![T, T - 10_001, T - 10_001]);
    trace("10 000 ms back does not start over", calls![T, T - 10_000, T]);
    trace("the clock recovers after starting over", calls![T, T - 20_000, T, T]);
    trace("starting over twice", calls![T, T - 20_000, T - 40_000, T - 40_000]);
    trace("a first reading in the far future", calls![MAX_TIMESTAMP, T, T, T + 1]);
    trace("one reading in the far future", calls![T, T, T + 100 * YEAR, T + 1, T + 1, T + 2]);
    trace("back to the first millisecond", calls![T, 0, 0, 1]);
    trace("starting over with the largest value", calls![T, (T - 20_000, MAX), T - 20_000, T - 19_999]);
    trace("a rollback measured from the new series", calls![T, T - 20_000, T - 30_000, T - 30_001]);
    let calls = calls![T, (T - 20_000, FAILS), (T - 20_000, FAILS), T, T - 20_000];
    trace("a failure while starting over keeps the old series", calls);
    let strict = [("on_rollback", json!("reset")), ("allowance_ms", json!(0))];
    traces.trace_with(&strict, "starting over without an allowance", POLICY, flags, calls![T, T, T - 1, T]);
    let comment = "starting over after an overflow, without an allowance";
    traces.trace_with(&strict, comment, POLICY, &["reset", "overflow"], calls![(T, MAX), T, T - 1, T - 1]);
}

fn limits(traces: &mut Traces) {
    traces.group(500);
    let limit = &["limit"];
    traces.trace("a timestamp of 0 is valid", COMPONENTS, limit, calls![0, 0, 1, T]);
    traces.trace("the smallest ID", COMPONENTS, limit, calls![(0, ZERO), 0]);
    traces.trace("the last timestamp", LIMIT, limit, calls![MAX_TIMESTAMP - 1, MAX_TIMESTAMP, MAX_TIMESTAMP]);
    traces.trace("the largest ID", LIMIT, limit, calls![(MAX_TIMESTAMP, BELOW_MAX), MAX_TIMESTAMP]);
    for now in [MAX_TIMESTAMP + 1, MAX_TIMESTAMP + 2, MAX_TIMESTAMP + 1 + T, (1 << 53) - 1] {
        let comment = format!("a reading of {now} at the start");
        traces.trace(&comment, LIMIT, limit, calls![now, T]);
        let comment = format!("a reading of {now} later");
        traces.trace(&comment, LIMIT, limit, calls![T, now, T, T + 1]);
    }
    let calls = calls![MAX_TIMESTAMP, MAX_TIMESTAMP + 1, MAX_TIMESTAMP];
    traces.trace("one millisecond too many", LIMIT, limit, calls);
    let calls = calls![T, MAX_TIMESTAMP + 1, T, T - 10_001];
    let comment = "a reading above the range does not start over";
    traces.trace_with(&or_reset(), comment, LIMIT, &["limit", "reset"], calls);

    traces.group(550);
    let flags = &["limit", "rollback"];
    traces.trace("a reading of 0 within the allowance", POLICY, flags, calls![5, 0, 5, 6]);
    traces.trace("a reading of 0 beyond the allowance", POLICY, flags, calls![10_001, 0, 1]);
    let calls = calls![(T, MAX), MAX_TIMESTAMP + 1, T, T - 10_001, T + 1];
    let comment = "one error of each kind except `rng`";
    traces.trace(comment, POLICY, &["limit", "overflow", "rollback"], calls);
}

fn rng_failures(traces: &mut Traces) {
    traces.group(600);
    let flags = &["rng_failure"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    trace("a failed draw of randomness for the first ID", calls![(T, FAILS), T, T]);
    let calls = calls![(T, FAILS), T - YEAR, T];
    trace("a failed draw of randomness for the first ID, then an earlier reading", calls);
    trace("a failed draw of randomness for the first ID at 0", calls![(0, FAILS), 0, 0]);
    trace("a failed draw of randomness for a new millisecond", calls![T, (T + 1, FAILS), T + 1, T + 1]);
    trace("a failed new millisecond leaves no trace", calls![T, (T + 1, FAILS), T, T + 1]);
    trace("a failure in the far future leaves no trace", calls![T, (T + YEAR, FAILS), T - 10_000, T + 1]);
    trace("randomness is incremented after a failure", calls![T, (T + 1, FAILS), T, T, T]);
    let calls = calls![(T, MAX), T, (T + 1, FAILS), T, T + 1];
    trace("a failed draw in the millisecond after an overflow", calls);
    let calls = calls![T, T - 100, (T + 1, FAILS), T - 10_000, T + 1];
    trace("a failed draw in the millisecond after a rollback", calls);
    let calls = calls![T, (T + 1, FAILS), (T + 1, FAILS), (T + 2, FAILS), T, (T + 1, FAILS), T + 1];
    trace("many failures in a row", calls);
    let calls = calls![T, (T + 1, FAILS), MAX_TIMESTAMP + 1, T - 10_001, T];
    trace("a failure, then a reading above the range, then a rollback", calls);
}
