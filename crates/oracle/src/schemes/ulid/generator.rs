//! Traces of every transition of the generator.

use serde_json::json;

use super::model::{LAYOUT, MAX_RANDOMNESS, MAX_TIMESTAMP, new_model};
use crate::format::Step;
use crate::generator_cases::{Call, T, Traces, YEAR, at, drawing};
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
    ("policy", "the specification is silent; docs/specs.md gives the choice and the reason"),
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

pub(super) fn cases() -> TraceCases {
    let mut traces = Traces::new(&json!({}), new_model);
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
    let cases = traces.finish();

    for (case, texts) in cases.iter().zip(published) {
        let found: Vec<_> = case.steps.iter().map(outcome).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
    TraceCases { flags: FLAGS.to_vec(), traces: cases }
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
        let mut calls = vec![at(now); texts.len()];
        calls[0] = drawing(now, &draw);
        traces.trace(comment, MONOTONICITY, &["published", flag], &calls);
    }
    [first, second, last]
}

fn ticks(traces: &mut Traces) {
    traces.group(10);
    let same = &["same_tick"];
    traces.trace("the first ID draws randomness", COMPONENTS, &["new_tick"], &[at(T)]);
    traces.trace("four IDs in one millisecond", MONOTONICITY, same, &[at(T), at(T), at(T), at(T)]);
    traces.trace("a draw of zeros", MONOTONICITY, same, &[drawing(T, ZERO), at(T), at(T)]);
    traces.trace("a draw of ones", COMPONENTS, &["new_tick"], &[drawing(T, MAX)]);
    for forward in [1, 2, 999, 1000, 1001, YEAR] {
        let comment = format!("{forward} ms later randomness is drawn");
        traces.trace(&comment, COMPONENTS, &["new_tick"], &[at(T), at(T + forward), at(T + forward)]);
    }
    let calls: &[_] = &[drawing(T, MAX), drawing(T + 1, ZERO)];
    traces.trace("randomness may decrease in a new millisecond", COMPONENTS, &["new_tick"], calls);
    let calls: &[_] = &[drawing(T, BELOW_MAX), at(T), drawing(T + 1, MAX), drawing(T + 2, BELOW_MAX)];
    traces.trace("the largest values, without an overflow", COMPONENTS, &["new_tick"], calls);
    let calls: &[_] = &[at(T), at(T), at(T + 1), at(T + 1), at(T + 3), at(T + 3), at(T + 3)];
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
            traces.trace(&comment, MONOTONICITY, carry, &[drawing(T, &zeros_above), at(T), at(T)]);
        }
    }
    traces.group(150);
    for bits in [1, 4, 31, 33, 47, 52, 53, 54, 63, 66, 79] {
        let comment = format!("a carry out of {bits} bits of ones");
        let ones = [("randomness", Is((1 << bits) - 1))];
        traces.trace(&comment, MONOTONICITY, carry, &[drawing(T, &ones), at(T), at(T)]);
    }
    for bits in [8, 16, 32, 64] {
        let comment = format!("a carry out of {bits} bits to the largest value above them");
        let below = [("randomness", Is(MAX_RANDOMNESS - (1 << bits)))];
        traces.trace(&comment, MONOTONICITY, carry, &[drawing(T, &below), at(T), at(T)]);
    }
}

fn overflows(traces: &mut Traces) {
    traces.group(200);
    let overflow = &["overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, MONOTONICITY, overflow, calls);
    trace("randomness overflows", &[drawing(T, MAX), at(T)]);
    trace("the largest value comes before the overflow", &[drawing(T, BELOW_MAX), at(T), at(T)]);
    trace("an overflow is an error for the rest of the millisecond", &[drawing(T, MAX), at(T), at(T), at(T)]);
    trace("after an overflow the clock advances", &[drawing(T, MAX), at(T), at(T + 1), at(T + 1)]);
    trace("after an overflow the clock jumps", &[drawing(T, MAX), at(T), at(T + YEAR)]);
    trace(
        "an overflow, twice",
        &[drawing(T, MAX), at(T), drawing(T + 1, MAX), at(T + 1), at(T + 1), at(T + 2)],
    );
    trace("the timestamp of 0 overflows", &[drawing(0, MAX), at(0), at(1)]);
    let calls: &[_] = &[drawing(MAX_TIMESTAMP, MAX), at(MAX_TIMESTAMP), at(MAX_TIMESTAMP)];
    traces.trace("after the largest ID there is no other", MONOTONICITY, &["overflow", "limit"], calls);
    let calls: &[_] = &[drawing(MAX_TIMESTAMP - 1, MAX), at(MAX_TIMESTAMP - 1), at(MAX_TIMESTAMP)];
    traces.trace("an overflow before the last millisecond", MONOTONICITY, &["overflow", "limit"], calls);

    traces.group(250);
    let policy = &["overflow", "rollback", "policy"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, policy, calls);
    trace(
        "after an overflow the clock is behind, within the allowance",
        &[drawing(T, MAX), at(T), at(T - 1), at(T - 10_000), at(T + 1)],
    );
    trace(
        "after an overflow the clock is behind, beyond the allowance",
        &[drawing(T, MAX), at(T), at(T - 10_001), at(T - 10_000), at(T), at(T + 1)],
    );
    trace("an overflow during a rollback", &[drawing(T, BELOW_MAX), at(T - 5_000), at(T - 5_000), at(T)]);
    trace(
        "after an overflow the clock goes back and catches up",
        &[drawing(T, MAX), at(T - 2), at(T - 1), at(T), at(T + 1), at(T + 1)],
    );
    let none = [("allowance_ms", json!(0))];
    let calls: &[_] = &[drawing(T, MAX), at(T), at(T - 1), at(T), at(T + 1)];
    traces.trace_with(
        &none,
        "an overflow is distinguished from a rollback, without an allowance",
        POLICY,
        policy,
        calls,
    );
    let reset = [("on_rollback", json!("reset"))];
    let flags = &["overflow", "reset", "policy"];
    let calls: &[_] = &[drawing(T, MAX), at(T), at(T - 10_000), at(T - 10_001), at(T - 10_001)];
    traces.trace_with(&reset, "after an overflow only a large rollback starts over", POLICY, flags, calls);
    let calls: &[_] = &[drawing(MAX_TIMESTAMP, MAX), at(MAX_TIMESTAMP), at(T), at(T)];
    traces.trace_with(&reset, "after the largest ID, a reading far before it", POLICY, flags, calls);
}

fn rollbacks(traces: &mut Traces) {
    traces.group(300);
    let policy = &["rollback", "policy"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, policy, calls);
    for back in [1, 2, 9_999, 10_000] {
        let comment = format!("{back} ms back is within the allowance");
        trace(&comment, &[at(T), at(T - back), at(T - back)]);
    }
    for back in [10_001, 10_002, YEAR, T] {
        let comment = format!("{back} ms back is beyond the allowance");
        trace(&comment, &[at(T), at(T - back), at(T - back)]);
    }
    trace("the clock recovers after the error", &[at(T), at(T - 10_001), at(T), at(T + 1)]);
    trace(
        "a rollback is measured from the last ID, not from the last reading",
        &[at(T), at(T - 6_000), at(T - 9_000), at(T - 12_000), at(T - 10_000)],
    );
    trace(
        "the clock goes back and catches up",
        &[at(T), at(T - 100), at(T - 50), at(T - 1), at(T), at(T + 1)],
    );
    trace("the clock goes back and jumps ahead", &[at(T), at(T - 100), at(T + 700)]);
    trace(
        "the clock goes back twice",
        &[at(T), at(T - 100), at(T + 1), at(T - 100), at(T + 1), at(T + 2), at(T - 9_999)],
    );
    let ones = [("randomness", Is((1 << 64) - 1))];
    trace("a carry during a rollback", &[drawing(T, &ones), at(T - 5_000), at(T - 5_000)]);
    trace(
        "one reading in the far future: an error until the clock gets there",
        &[at(MAX_TIMESTAMP), at(T), at(T + YEAR), at(MAX_TIMESTAMP)],
    );
    trace(
        "a later reading in the far future",
        &[at(T), at(T + 100 * YEAR), at(T + 1), at(T + 100 * YEAR + 1)],
    );
}

fn allowances(traces: &mut Traces) {
    traces.group(350);
    let policy = &["rollback", "policy"];
    for (allowance_ms, comment, calls) in [
        (0, "no allowance", &[at(T), at(T), at(T - 1), at(T)] as &[_]),
        (1, "an allowance of 1 ms", &[at(T), at(T - 1), at(T - 2)]),
        (60_000, "an allowance of a minute", &[at(T), at(T - 60_000), at(T - 60_001)]),
        (
            MAX_TIMESTAMP - 1,
            "an allowance 1 ms smaller than the largest rollback",
            &[at(MAX_TIMESTAMP), at(1), at(0), at(T)],
        ),
        (MAX_TIMESTAMP, "an allowance as large as the largest rollback", &[at(MAX_TIMESTAMP), at(0), at(T)]),
        ((1 << 53) - 1, "an allowance of 53 bits", &[at(MAX_TIMESTAMP), at(T), at(T + YEAR), at(0)]),
    ] {
        traces.trace_with(&[("allowance_ms", json!(allowance_ms))], comment, POLICY, policy, calls);
    }
}

fn resets(traces: &mut Traces) {
    traces.group(400);
    let policy = &["reset", "policy"];
    let or_reset = [("on_rollback", json!("reset"))];
    let mut trace =
        |comment: &str, calls: &[Call<'_>]| traces.trace_with(&or_reset, comment, POLICY, policy, calls);
    trace("10 001 ms back starts over and draws randomness", &[at(T), at(T - 10_001), at(T - 10_001)]);
    trace("10 000 ms back does not start over", &[at(T), at(T - 10_000), at(T)]);
    trace("the clock recovers after starting over", &[at(T), at(T - 20_000), at(T), at(T)]);
    trace("starting over twice", &[at(T), at(T - 20_000), at(T - 40_000), at(T - 40_000)]);
    trace("a first reading in the far future", &[at(MAX_TIMESTAMP), at(T), at(T), at(T + 1)]);
    trace(
        "one reading in the far future",
        &[at(T), at(T), at(T + 100 * YEAR), at(T + 1), at(T + 1), at(T + 2)],
    );
    trace("back to the first millisecond", &[at(T), at(0), at(0), at(1)]);
    trace(
        "starting over with the largest value",
        &[at(T), drawing(T - 20_000, MAX), at(T - 20_000), at(T - 19_999)],
    );
    trace(
        "a rollback measured from the new series",
        &[at(T), at(T - 20_000), at(T - 30_000), at(T - 30_001)],
    );
    trace(
        "a failure while starting over keeps the old series",
        &[at(T), drawing(T - 20_000, FAILS), drawing(T - 20_000, FAILS), at(T), at(T - 20_000)],
    );
    let strict = [("on_rollback", json!("reset")), ("allowance_ms", json!(0))];
    let calls: &[_] = &[at(T), at(T), at(T - 1), at(T)];
    traces.trace_with(&strict, "starting over without an allowance", POLICY, policy, calls);
    let calls: &[_] = &[drawing(T, MAX), at(T), at(T - 1), at(T - 1)];
    let comment = "starting over after an overflow, without an allowance";
    traces.trace_with(&strict, comment, POLICY, &["reset", "overflow", "policy"], calls);
}

fn limits(traces: &mut Traces) {
    traces.group(500);
    let limit = &["limit"];
    traces.trace("a timestamp of 0 is valid", COMPONENTS, limit, &[at(0), at(0), at(1), at(T)]);
    traces.trace("the smallest ID", COMPONENTS, limit, &[drawing(0, ZERO), at(0)]);
    let calls: &[_] = &[at(MAX_TIMESTAMP - 1), at(MAX_TIMESTAMP), at(MAX_TIMESTAMP)];
    traces.trace("the last timestamp", LIMIT, limit, calls);
    traces.trace("the largest ID", LIMIT, limit, &[drawing(MAX_TIMESTAMP, BELOW_MAX), at(MAX_TIMESTAMP)]);
    for now in [MAX_TIMESTAMP + 1, MAX_TIMESTAMP + 2, MAX_TIMESTAMP + 1 + T, (1 << 53) - 1] {
        let comment = format!("a reading of {now} at the start");
        traces.trace(&comment, LIMIT, limit, &[at(now), at(T)]);
        let comment = format!("a reading of {now} later");
        traces.trace(&comment, LIMIT, limit, &[at(T), at(now), at(T), at(T + 1)]);
    }
    let calls: &[_] = &[at(MAX_TIMESTAMP), at(MAX_TIMESTAMP + 1), at(MAX_TIMESTAMP)];
    traces.trace("one millisecond too many", LIMIT, limit, calls);
    let reset = [("on_rollback", json!("reset"))];
    let calls: &[_] = &[at(T), at(MAX_TIMESTAMP + 1), at(T), at(T - 10_001)];
    traces.trace_with(
        &reset,
        "a reading above the range does not start over",
        LIMIT,
        &["limit", "reset"],
        calls,
    );

    traces.group(550);
    let flags = &["limit", "rollback", "policy"];
    traces.trace("a reading of 0 within the allowance", POLICY, flags, &[at(5), at(0), at(5), at(6)]);
    traces.trace("a reading of 0 beyond the allowance", POLICY, flags, &[at(10_001), at(0), at(1)]);
    let calls: &[_] = &[drawing(T, MAX), at(MAX_TIMESTAMP + 1), at(T), at(T - 10_001), at(T + 1)];
    let comment = "one error of each kind except `rng`";
    traces.trace(comment, POLICY, &["limit", "overflow", "rollback", "policy"], calls);
}

fn rng_failures(traces: &mut Traces) {
    traces.group(600);
    let policy = &["rng_failure", "policy"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, policy, calls);
    trace("a failed draw of randomness for the first ID", &[drawing(T, FAILS), at(T), at(T)]);
    trace(
        "a failed draw of randomness for the first ID, then an earlier reading",
        &[drawing(T, FAILS), at(T - YEAR), at(T)],
    );
    trace("a failed draw of randomness for the first ID at 0", &[drawing(0, FAILS), at(0), at(0)]);
    trace(
        "a failed draw of randomness for a new millisecond",
        &[at(T), drawing(T + 1, FAILS), at(T + 1), at(T + 1)],
    );
    trace("a failed new millisecond leaves no trace", &[at(T), drawing(T + 1, FAILS), at(T), at(T + 1)]);
    trace(
        "a failure in the far future leaves no trace",
        &[at(T), drawing(T + YEAR, FAILS), at(T - 10_000), at(T + 1)],
    );
    trace("randomness is incremented after a failure", &[at(T), drawing(T + 1, FAILS), at(T), at(T), at(T)]);
    trace(
        "a failed draw in the millisecond after an overflow",
        &[drawing(T, MAX), at(T), drawing(T + 1, FAILS), at(T), at(T + 1)],
    );
    trace(
        "a failed draw in the millisecond after a rollback",
        &[at(T), at(T - 100), drawing(T + 1, FAILS), at(T - 10_000), at(T + 1)],
    );
    trace(
        "many failures in a row",
        &[
            at(T),
            drawing(T + 1, FAILS),
            drawing(T + 1, FAILS),
            drawing(T + 2, FAILS),
            at(T),
            drawing(T + 1, FAILS),
            at(T + 1),
        ],
    );
    trace(
        "a failure, then a reading above the range, then a rollback",
        &[at(T), drawing(T + 1, FAILS), at(MAX_TIMESTAMP + 1), at(T - 10_001), at(T)],
    );
}
