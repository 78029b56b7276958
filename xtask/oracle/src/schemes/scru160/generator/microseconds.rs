//! Traces that only the alternative counter usage has: microseconds in the counter, and overflows within few calls.

use serde_json::{Value, json};

use super::{
    ALTERNATIVE, COUNTER_FAILS, COUNTER_ZERO, LARGEST_READING, MICROSECONDS, POLICY, RANDOM_FAILS, RESERVED,
    U, counter, ones, random,
};
use crate::generator_cases::{Call, Traces, allowance, calls, or_reset};
use crate::model::Draw::{self, Is};
use crate::schemes::scru160::model::MAX_TIMESTAMP;

/// A draw after which 32 more IDs fit in the microsecond.
const COUNTER_31: &[(&str, Draw)] = &[("counter", Is(31))];

/// The largest reading of a trace is a usable one in microseconds.
pub(super) fn reserved_timestamps(traces: &mut Traces) {
    traces.group(2050);
    let mut trace = |changes: &[_], comment: &str, flags: &[&str], calls: &[Call<'_>]| {
        MICROSECONDS.trace(traces, changes, comment, RESERVED, flags, calls);
    };
    let reserved = &["reserved"];
    for now in [0, 1, 500, 999] {
        let comment = format!("a clock at {now} µs is not set");
        trace(&[], &comment, reserved, calls![now, now, U]);
        let comment = format!("a reading of {now} µs later");
        trace(&[], &comment, reserved, calls![U, now, U]);
    }
    trace(&[], "the first usable microsecond", reserved, calls![999, 1000, 1000, 1001]);
    trace(&[], "the first two milliseconds", reserved, calls![1000, 1999, 2000, 2001]);
    trace(&[], "a reading of 999 µs within the allowance", reserved, calls![1005, 999, 1000, 1005]);
    trace(&[], "the largest reading", reserved, calls![LARGEST_READING - 1, LARGEST_READING]);
    let timestamps = calls![MAX_TIMESTAMP - 1, MAX_TIMESTAMP, MAX_TIMESTAMP + 1];
    trace(&[], "readings that would be reserved in milliseconds", reserved, timestamps);
    let calls = calls![U, 999, 0, U];
    trace(&or_reset(), "a reserved timestamp does not start over", &["reserved", "reset"], calls);
}

/// "Fill in the 10 most significant bits of counter with the microsecond part"
pub(super) fn parts_of_a_millisecond(traces: &mut Traces) {
    traces.group(2100);
    let mut trace = |comment: &str, calls: &[Call<'_>]| {
        MICROSECONDS.trace(traces, &[], comment, ALTERNATIVE, &["new_tick"], calls);
    };
    for part in [0, 1, 2, 255, 256, 499, 500, 511, 512, 767, 768, 998, 999] {
        let comment = format!("the microsecond {part} of a millisecond");
        trace(&comment, calls![(U + part, COUNTER_ZERO), (U + part, &random(0)), U + part]);
    }
    trace("from a millisecond to the next", calls![U + 999, U + 1000, U + 1000, U + 1001]);
    trace("the same microsecond of the next millisecond", calls![U + 7, U + 1007, U + 1007]);
    let calls = calls![(U + 1, COUNTER_31), U + 1, (U + 2, COUNTER_ZERO), U + 2];
    trace("the counter does not carry into the microseconds", calls);
    trace("the 33 IDs guaranteed per microsecond", &exhausted(U));
    trace("the same in the last microsecond of a millisecond", &exhausted(U + 999));
    trace("a full microsecond, then the next", &exhausted_then(U, calls![U + 1, U + 1]));
    MICROSECONDS.trace(
        traces,
        &[("counter_init_bits", json!(0))],
        "64 IDs in a microsecond with a counter that starts at 0",
        ALTERNATIVE,
        &["counter_init_bits"],
        &[U.into(); 64],
    );
}

/// The calls in one microsecond until the counter is at its largest value.
pub(super) fn exhausted(now: u64) -> Vec<Call<'static>> {
    let mut calls = vec![now.into(); 33];
    calls[0] = (now, COUNTER_31).into();
    calls
}

fn exhausted_then<'a>(now: u64, after: &[Call<'a>]) -> Vec<Call<'a>> {
    [&exhausted(now), after].concat()
}

pub(super) fn overflows(traces: &mut Traces) {
    traces.group(2200);
    let full = exhausted(U);
    let mut trace_with = |changes: &[(&str, Value)], comment: &str, flags: &[&str], calls: &[Call<'_>]| {
        let flags: Vec<_> = ["overflow"].iter().chain(flags).copied().collect();
        MICROSECONDS.trace(traces, changes, comment, POLICY, &flags, &[&full, calls].concat());
    };
    let mut trace =
        |comment: &str, flags: &[&str], calls: &[Call<'_>]| trace_with(&[], comment, flags, calls);
    trace("an overflow into the next microsecond draws the counter", &[], calls![U]);
    trace("after an overflow the clock is behind", &[], calls![U, U, U]);
    trace("after an overflow the clock catches up", &[], calls![U, U + 1, U + 2, U + 2]);
    trace("the clock passes the timestamp of an overflow", &[], calls![U, U + 5, U + 5]);
    let again = exhausted(U);
    trace("an overflow, twice", &[], &[&again[..], calls![U, U, U + 2, U + 3]].concat());
    trace("a counter that starts at 0 after an overflow", &[], calls![(U, COUNTER_ZERO), U, U + 1]);
    trace("an overflow, then an earlier millisecond", &["rollback"], calls![U - 1, U - 5_000, U + 1, U + 2]);
    let (within, beyond) = (U - 10_000_000, U - 10_000_001);
    trace("an overflow at the end of the allowance", &["rollback"], calls![within, within, within + 1]);
    trace("a rollback comes before the overflow", &["rollback"], calls![beyond, within, U]);
    trace("a reserved reading comes before the overflow", &["reserved"], calls![999, U, U]);
    trace("the draw of the counter fails", &["rng_failure"], calls![(U, COUNTER_FAILS), U, U]);
    trace("the draw of random fails", &["rng_failure"], calls![(U, RANDOM_FAILS), (U, RANDOM_FAILS), U, U]);
    trace("a failed overflow leaves no trace", &["rng_failure"], calls![(U, RANDOM_FAILS), U + 1, U]);
    let calls = calls![(U - 1, COUNTER_FAILS), (U - 1, RANDOM_FAILS), U - 1, U - 1];
    trace("a failed overflow during a rollback", &["rng_failure", "rollback"], calls);
    let calls = calls![U, (U, RANDOM_FAILS), (U + 2, COUNTER_FAILS), U, U + 2];
    trace("a failure after an overflow", &["rng_failure"], calls);

    let no_allowance = allowance(0);
    let comment = "without an allowance an overflow makes the next call of the same reading a rollback";
    trace_with(&no_allowance, comment, &["rollback"], calls![U, U, U + 1, U + 1]);
    let comment = "a rollback includes the microsecond that an overflow added";
    trace_with(&allowance(1), comment, &["rollback"], calls![U, U - 999, U - 1000, U + 1]);
    let reset = ("on_rollback", json!("reset"));
    let strict = [reset.clone(), no_allowance[0].clone()];
    let comment = "starting over after an overflow, without an allowance";
    trace_with(&strict, comment, &["reset"], calls![U, U, U]);
    let comment = "starting over replaces an overflow";
    trace_with(&[reset], comment, &["reset"], calls![beyond, beyond, U, U]);
    let node = [("node_id_bits", json!(16)), ("node_id", json!(0xfffe))];
    trace_with(&node, "an overflow leaves the node id alone", &["node_id"], calls![U, U]);
}

/// Overflows from other microseconds, and of counters of other sizes.
pub(super) fn overflows_elsewhere(traces: &mut Traces) {
    traces.group(2300);
    let mut trace = |changes: &[(&str, Value)], comment: &str, flags: &[&str], calls: &[Call<'_>]| {
        let flags: Vec<_> = ["overflow"].iter().chain(flags).copied().collect();
        MICROSECONDS.trace(traces, changes, comment, POLICY, &flags, calls);
    };
    for part in [63, 255, 511, 998] {
        let now = U + part;
        let comment = format!("an overflow from the microsecond {part} of a millisecond");
        trace(&[], &comment, &[], &exhausted_then(now, calls![now, now, now + 1]));
    }
    let end = U + 999;
    let after = calls![end, end, U + 1000, U + 1001];
    trace(&[], "an overflow into the next millisecond", &[], &exhausted_then(end, after));
    let calls = [exhausted(U + 998), exhausted(U + 998), exhausted(U + 998), calls![end, U + 1001].to_vec()];
    trace(&[], "overflows from one millisecond into the next", &[], &calls.concat());
    let after = calls![(end, COUNTER_FAILS), (end, RANDOM_FAILS), end, end];
    let comment = "a failed overflow into the next millisecond";
    trace(&[], comment, &["rng_failure"], &exhausted_then(end, after));
    let after = calls![end - 10_000_000, end - 10_000_000, end - 9_999_999];
    let comment = "an overflow into the next millisecond at the end of the allowance";
    trace(&[], comment, &["rollback"], &exhausted_then(end, after));
    let after = calls![1999, 1000, 2000, 2001];
    trace(&[], "an overflow into the second usable timestamp", &["reserved"], &exhausted_then(1999, after));

    for bits in [0, 4] {
        let changes = [("counter_init_bits", json!(bits))];
        let largest = counter(ones(bits));
        let mut calls = vec![U.into(); 66 - usize::from(bits > 0) * 15];
        calls[0] = (U, &largest).into();
        let comment = format!("an overflow of a counter that starts with {bits} random bits");
        trace(&changes, &comment, &["counter_init_bits"], &calls);
    }
    for (extension, node, start) in [(1, 0, 63), (2, 14, 127)] {
        let changes = [
            ("counter_extension_bits", json!(extension)),
            ("node_id_bits", json!(node)),
            ("node_id", json!(u64::try_from(ones(node)).unwrap_or_default())),
        ];
        let largest = counter(start);
        let more = usize::try_from(start).unwrap_or_default() + 1;
        let mut calls = vec![U.into(); more + 3];
        calls[0] = (U, &largest).into();
        let comment = format!("an overflow of a counter with an extension of {extension} bits");
        trace(&changes, &comment, &["extension", "node_id"][..1 + usize::from(node > 0)], &calls);
    }
}
