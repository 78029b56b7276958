//! Traces that only the alternative counter usage has: microseconds in the counter, and overflows within few calls.

use serde_json::{Value, json};

use super::{
    ALTERNATIVE, COUNTER_FAILS, COUNTER_ZERO, LARGEST_READING, MICROSECONDS, POLICY, RANDOM_FAILS, RESERVED,
    U, counter, ones, random,
};
use crate::generator_cases::{Call, Traces, at, drawing};
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
        trace(&[], &comment, reserved, &[at(now), at(now), at(U)]);
        let comment = format!("a reading of {now} µs later");
        trace(&[], &comment, reserved, &[at(U), at(now), at(U)]);
    }
    trace(&[], "the first usable microsecond", reserved, &[at(999), at(1000), at(1000), at(1001)]);
    trace(&[], "the first two milliseconds", reserved, &[at(1000), at(1999), at(2000), at(2001)]);
    trace(
        &[],
        "a reading of 999 µs within the allowance",
        reserved,
        &[at(1005), at(999), at(1000), at(1005)],
    );
    trace(&[], "the largest reading", reserved, &[at(LARGEST_READING - 1), at(LARGEST_READING)]);
    let timestamps = &[at(MAX_TIMESTAMP - 1), at(MAX_TIMESTAMP), at(MAX_TIMESTAMP + 1)];
    trace(&[], "readings that would be reserved in milliseconds", reserved, timestamps);
    let reset = [("on_rollback", json!("reset"))];
    let calls: &[_] = &[at(U), at(999), at(0), at(U)];
    trace(&reset, "a reserved timestamp does not start over", &["reserved", "reset"], calls);
}

/// "Fill in the 10 most significant bits of counter with the microsecond part"
pub(super) fn parts_of_a_millisecond(traces: &mut Traces) {
    traces.group(2100);
    let mut trace = |comment: &str, calls: &[Call<'_>]| {
        MICROSECONDS.trace(traces, &[], comment, ALTERNATIVE, &["new_tick"], calls);
    };
    for part in [0, 1, 2, 255, 256, 499, 500, 511, 512, 767, 768, 998, 999] {
        let comment = format!("the microsecond {part} of a millisecond");
        trace(&comment, &[drawing(U + part, COUNTER_ZERO), drawing(U + part, &random(0)), at(U + part)]);
    }
    trace("from a millisecond to the next", &[at(U + 999), at(U + 1000), at(U + 1000), at(U + 1001)]);
    trace("the same microsecond of the next millisecond", &[at(U + 7), at(U + 1007), at(U + 1007)]);
    let calls: &[_] = &[drawing(U + 1, COUNTER_31), at(U + 1), drawing(U + 2, COUNTER_ZERO), at(U + 2)];
    trace("the counter does not carry into the microseconds", calls);
    trace("the 33 IDs guaranteed per microsecond", &exhausted(U));
    trace("the same in the last microsecond of a millisecond", &exhausted(U + 999));
    trace("a full microsecond, then the next", &[exhausted(U), vec![at(U + 1), at(U + 1)]].concat());
    MICROSECONDS.trace(
        traces,
        &[("counter_init_bits", json!(0))],
        "64 IDs in a microsecond with a counter that starts at 0",
        ALTERNATIVE,
        &["counter_init_bits"],
        &[at(U); 64],
    );
}

/// The calls in one microsecond until the counter is at its largest value.
fn exhausted(now: u64) -> Vec<Call<'static>> {
    let mut calls = vec![at(now); 33];
    calls[0] = drawing(now, COUNTER_31);
    calls
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
    trace("an overflow into the next microsecond draws the counter", &[], &[at(U)]);
    trace("after an overflow the clock is behind", &[], &[at(U), at(U), at(U)]);
    trace("after an overflow the clock catches up", &[], &[at(U), at(U + 1), at(U + 2), at(U + 2)]);
    trace("the clock passes the timestamp of an overflow", &[], &[at(U), at(U + 5), at(U + 5)]);
    let again = exhausted(U);
    trace("an overflow, twice", &[], &[&again[..], &[at(U), at(U), at(U + 2), at(U + 3)]].concat());
    let calls: &[_] = &[drawing(U, COUNTER_ZERO), at(U), at(U + 1)];
    trace("a counter that starts at 0 after an overflow", &[], calls);
    trace(
        "an overflow, then an earlier millisecond",
        &["rollback"],
        &[at(U - 1), at(U - 5_000), at(U + 1), at(U + 2)],
    );
    let (within, beyond) = (U - 10_000_000, U - 10_000_001);
    trace(
        "an overflow at the end of the allowance",
        &["rollback"],
        &[at(within), at(within), at(within + 1)],
    );
    trace("a rollback comes before the overflow", &["rollback"], &[at(beyond), at(within), at(U)]);
    trace("a reserved reading comes before the overflow", &["reserved"], &[at(999), at(U), at(U)]);
    let calls: &[_] = &[drawing(U, COUNTER_FAILS), at(U), at(U)];
    trace("the draw of the counter fails", &["rng_failure"], calls);
    let calls: &[_] = &[drawing(U, RANDOM_FAILS), drawing(U, RANDOM_FAILS), at(U), at(U)];
    trace("the draw of random fails", &["rng_failure"], calls);
    let calls: &[_] = &[drawing(U, RANDOM_FAILS), at(U + 1), at(U)];
    trace("a failed overflow leaves no trace", &["rng_failure"], calls);
    let calls: &[_] = &[drawing(U - 1, COUNTER_FAILS), drawing(U - 1, RANDOM_FAILS), at(U - 1), at(U - 1)];
    trace("a failed overflow during a rollback", &["rng_failure", "rollback"], calls);
    let calls: &[_] = &[at(U), drawing(U, RANDOM_FAILS), drawing(U + 2, COUNTER_FAILS), at(U), at(U + 2)];
    trace("a failure after an overflow", &["rng_failure"], calls);

    let no_allowance = [("allowance_ms", json!(0))];
    let comment = "without an allowance an overflow makes the next call of the same reading a rollback";
    trace_with(&no_allowance, comment, &["rollback"], &[at(U), at(U), at(U + 1), at(U + 1)]);
    let calls: &[_] = &[at(U), at(U - 999), at(U - 1000), at(U + 1)];
    let comment = "a rollback includes the microsecond that an overflow added";
    trace_with(&[("allowance_ms", json!(1))], comment, &["rollback"], calls);
    let reset = ("on_rollback", json!("reset"));
    let strict = [reset.clone(), no_allowance[0].clone()];
    let comment = "starting over after an overflow, without an allowance";
    trace_with(&strict, comment, &["reset"], &[at(U), at(U), at(U)]);
    let comment = "starting over replaces an overflow";
    trace_with(&[reset], comment, &["reset"], &[at(beyond), at(beyond), at(U), at(U)]);
    let node = [("node_id_bits", json!(16)), ("node_id", json!(0xfffe))];
    trace_with(&node, "an overflow leaves the node id alone", &["node_id"], &[at(U), at(U)]);
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
        trace(&[], &comment, &[], &[exhausted(now), vec![at(now), at(now), at(now + 1)]].concat());
    }
    let end = U + 999;
    let after = vec![at(end), at(end), at(U + 1000), at(U + 1001)];
    trace(&[], "an overflow into the next millisecond", &[], &[exhausted(end), after].concat());
    let calls = [exhausted(U + 998), exhausted(U + 998), exhausted(U + 998), vec![at(end), at(U + 1001)]];
    trace(&[], "overflows from one millisecond into the next", &[], &calls.concat());
    let after = vec![drawing(end, COUNTER_FAILS), drawing(end, RANDOM_FAILS), at(end), at(end)];
    let comment = "a failed overflow into the next millisecond";
    trace(&[], comment, &["rng_failure"], &[exhausted(end), after].concat());
    let after = vec![at(end - 10_000_000), at(end - 10_000_000), at(end - 9_999_999)];
    let comment = "an overflow into the next millisecond at the end of the allowance";
    trace(&[], comment, &["rollback"], &[exhausted(end), after].concat());
    let after = vec![at(1999), at(1000), at(2000), at(2001)];
    trace(
        &[],
        "an overflow into the second usable timestamp",
        &["reserved"],
        &[exhausted(1999), after].concat(),
    );

    for bits in [0, 4] {
        let changes = [("counter_init_bits", json!(bits))];
        let largest = counter(ones(bits));
        let mut calls = vec![at(U); 66 - usize::from(bits > 0) * 15];
        calls[0] = drawing(U, &largest);
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
        let mut calls = vec![at(U); more + 3];
        calls[0] = drawing(U, &largest);
        let comment = format!("an overflow of a counter with an extension of {extension} bits");
        trace(&changes, &comment, &["extension", "node_id"][..1 + usize::from(node > 0)], &calls);
    }
}
