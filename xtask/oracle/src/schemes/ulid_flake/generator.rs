//! Traces of every transition of the generator, in both forms.

use serde_json::{Map, Value, json};

use super::model::{EPOCH_UNIX_MS, Form, MAX_TIMESTAMP};
use crate::generator_cases::{
    Call, Ceilings, Resuming, Traces, WALKS, YEAR, allowance, calls, or_reset, usual,
};
use crate::model::Draw::{self, Fails, Is};
use crate::schemes::TraceCases;

/// The meaning of each flag of a trace.
const FLAGS: &[(&str, &str)] = &[
    ("same_tick", "the clock stands still: an increment is drawn and added to the randomness"),
    ("new_tick", "the clock advances: the randomness is drawn"),
    ("carry", "an increment or the timestamp carries from one byte or digit into the next"),
    (
        "overflow",
        "the sum exceeds the largest randomness: the increment is drawn and the state stays unchanged",
    ),
    ("entropy_bits", "increments of widths other than the usual 8 bits"),
    ("rollback", "the clock reads earlier than the last ID"),
    ("reset", "after a rollback beyond the allowance the generator starts over"),
    ("limit", "readings at or next to the smallest and the largest timestamp"),
    ("epoch", "an epoch other than the specification's"),
    ("rng_failure", "the random source fails: the error is reported and the state stays unchanged"),
    ("random_walk", "many calls from a fixed seed"),
    ("policy", "the specification is silent; policy.md gives the choice and the reason"),
];
/// The meaning of the flag that only the scalable form has.
const SCALABLE_FLAGS: &[(&str, &str)] =
    &[("scalability", "the field of that name, from its smallest to its largest value: it never changes")];

// The headings of the specification.
const EXAMPLE: &str = "Introduction";
const COMPONENTS: &str = "Components";
const SCALABILITY: &str = "Scalability (Scalable version ony)";
const INCREMENT: &str = "Monotonicity and Overflow Error Handling";
const RANGE: &str = "Timestamp and Over All";
/// Where the specification is silent.
const POLICY: &str = "";

/// The first and the last reading that an ID can carry.
const FIRST: u64 = EPOCH_UNIX_MS;
const LAST: u64 = EPOCH_UNIX_MS + MAX_TIMESTAMP;
/// An ordinary reading: 2025-06-15T15:06:40Z.
const T: u64 = 1_750_000_000_000;

const ONE: &[(&str, Draw)] = &[("increment", Is(1))];
const TWO: &[(&str, Draw)] = &[("increment", Is(2))];
/// The largest increment of the usual 8 bits.
const MOST: &[(&str, Draw)] = &[("increment", Is(0xff))];
const ZERO: &[(&str, Draw)] = &[("randomness", Is(0))];
const FAILS: &[(&str, Draw)] = &[("randomness", Fails)];
const INCREMENT_FAILS: &[(&str, Draw)] = &[("increment", Fails)];

/// The configuration to which cases apply their changes.
pub(super) fn usual_config(form: &Form) -> Map<String, Value> {
    let mut config = json!({"entropy_bits": 8, "epoch_unix_ms": EPOCH_UNIX_MS});
    if form.scalable {
        config["scalability"] = json!(7);
    }
    usual(&config)
}

pub(super) fn cases(form: &Form) -> TraceCases {
    let mut flags = FLAGS.to_vec();
    if form.scalable {
        flags.extend(SCALABLE_FLAGS);
    }
    let mut traces = Traces::new(usual_config(form), form.new_model);
    ticks(&mut traces, form);
    carries(&mut traces, form);
    overflows(&mut traces, form);
    entropy(&mut traces, form);
    rollbacks(&mut traces, form);
    allowances(&mut traces, form);
    resets(&mut traces, form);
    limits(&mut traces, form);
    epochs(&mut traces);
    rng_failures(&mut traces, form);
    if form.scalable {
        scalabilities(&mut traces, form);
    }
    random_walks(&mut traces, form);
    traces.wide_spans(9000, T, 1);
    traces.ceilings(&Ceilings {
        first_id: 9500,
        changes: &[],
        now: T,
        tick: 1,
        ms: 1,
        out_of_range: FIRST - 1,
        exhaust: Some(if form.scalable {
            |now| calls![(now, &[("randomness", Is(0x7fff))])].to_vec()
        } else {
            |now| calls![(now, &[("randomness", Is(0xf_ffff))])].to_vec()
        }),
    });
    resuming(&mut traces, form);
    traces.finish(&flags)
}

fn resuming(traces: &mut Traces, form: &Form) {
    let id = |timestamp: u64, randomness: u128, scalability: u32| {
        let values = [timestamp.into(), randomness.into(), scalability.into()];
        form.layout.text(&form.layout.int(&values[..form.layout.fields.len()]))
    };
    let max = form.max_randomness();
    traces.resuming(&Resuming {
        first_id: 9800,
        changes: &[],
        now: T,
        ms: 1,
        id: &|now| id(now - EPOCH_UNIX_MS, 0xff, 7),
        last: &|now| id(now - EPOCH_UNIX_MS, max, 7),
        out_of_range: FIRST - 1,
    });
    traces.group(9830);
    let mut trace = |comment: &str, changes: &[(&str, Value)], calls: &[Call<'_>]| {
        traces.trace_with(changes, &format!("resuming {comment}"), POLICY, &["resume"], calls);
    };
    let after = [("resume_after", json!(id(5, max - 1, 7))), ("epoch_unix_ms", json!(T))];
    trace("with another epoch", &after, calls![T + 5, (T + 5, ONE), (T + 5, ONE), T + 6, T - 1]);
    let after = [("resume_after", json!(id(0, 0, 7)))];
    trace("after the smallest ID", &after, calls![FIRST, FIRST, FIRST + 1]);
    let after = [("resume_after", json!(id(MAX_TIMESTAMP, max, 7)))];
    trace("after the largest ID", &after, calls![LAST, LAST - 1, LAST + 1, T]);
    let after = [("resume_after", json!(id(MAX_TIMESTAMP, 3, 7)))];
    trace(
        "in the last timestamp, with a source that fails",
        &after,
        calls![(LAST, INCREMENT_FAILS), (LAST, ONE)],
    );
    if form.scalable {
        let after = [("resume_after", json!(id(T - EPOCH_UNIX_MS, 9, 31))), ("scalability", json!(31))];
        trace("with the largest scalability", &after, calls![T, T + 1]);
    }
}

/// A draw of one randomness.
fn is(randomness: u128) -> [(&'static str, Draw); 1] {
    [("randomness", Is(randomness))]
}

/// A draw of one increment.
fn by(increment: u128) -> [(&'static str, Draw); 1] {
    [("increment", Is(increment))]
}

fn ticks(traces: &mut Traces, form: &Form) {
    traces.group(1);
    let same = &["same_tick"];
    let new = &["new_tick"];
    let max = is(form.max_randomness());
    traces.trace("the first ID draws the randomness", COMPONENTS, new, calls![(T, &is(0x2345))]);
    traces.trace("four IDs in one millisecond", INCREMENT, same, calls![(T, ZERO), T, T, T]);
    traces.trace("a draw of zeros", COMPONENTS, new, calls![(T, ZERO)]);
    traces.trace("a draw of ones", COMPONENTS, new, calls![(T, &max)]);
    for increment in [1, 2, 0x7f, 0x80, 0xfe, 0xff] {
        let comment = format!("an increment of {increment}, twice");
        let (start, by) = (is(0x0155), by(increment));
        traces.trace(&comment, INCREMENT, same, calls![(T, &start), (T, &by), (T, &by)]);
    }
    for forward in [1, 2, 255, 256, 1000, YEAR] {
        let comment = format!("{forward} ms forward");
        traces.trace(&comment, COMPONENTS, new, calls![(T, ZERO), T + forward, T + forward + 1]);
    }
    let calls = calls![(T, &max), (T + 1, ZERO), (T + 1, ONE)];
    traces.trace("the randomness may decrease in a new timestamp", COMPONENTS, new, calls);
    let again = is(0x1234);
    let calls = calls![(T, &again), (T + 1, &again), (T + 2, &again)];
    traces.trace("the same randomness in each timestamp", COMPONENTS, new, calls);

    // The ID that the specification prints, made by a generator that draws its parts.
    let int = form.layout.int_of_text("00CMXB6TAK4SA").unwrap_or_default();
    let values = form.layout.values(&int);
    let randomness = is(u128::try_from(&values[1]).unwrap_or(u128::MAX));
    let calls = calls![(form.layout.unix_ms_of(&int), &randomness)];
    let comment = "the specification's example";
    match values.get(2) {
        Some(scalability) => {
            let config = [("scalability", json!(u64::try_from(scalability).unwrap_or(u64::MAX)))];
            traces.trace_with(&config, comment, EXAMPLE, new, calls);
        }
        None => traces.trace(comment, EXAMPLE, new, calls),
    }
}

fn carries(traces: &mut Traces, form: &Form) {
    traces.group(100);
    let carry = &["carry"];
    let max = form.max_randomness();
    for randomness in [0x1f, 0xff, 0x3ff, 0xfff, 0x3fff, 0x7eff, 0x7fff, 0xffff, 0x7_ffff, 0xf_feff] {
        if randomness < max {
            let comment = format!("from the randomness {randomness:#x}, by 1");
            traces.trace(&comment, INCREMENT, carry, calls![(T, &is(randomness)), (T, ONE)]);
            if randomness + 0xff <= max {
                let comment = format!("from the randomness {randomness:#x}, by 255");
                traces.trace(&comment, INCREMENT, carry, calls![(T, &is(randomness)), (T, MOST)]);
            }
        }
    }

    traces.group(150);
    for timestamp in
        [0xff, 0xfff, 0xffff, 0xff_ffff, 0x7fff_ffff, 0xffff_ffff, 0xff_ffff_ffff, 0x3ff_ffff_ffff]
    {
        let comment = format!("from the timestamp {timestamp:#x} to the next");
        let (now, start) = (FIRST + timestamp, is(0x1fff));
        traces.trace(&comment, COMPONENTS, carry, calls![(now, &start), now, now + 1]);
    }
}

fn overflows(traces: &mut Traces, form: &Form) {
    traces.group(200);
    let max = form.max_randomness();
    let [at_max, one_below, two_below] = [is(max), is(max - 1), is(max - 2)];
    let overflow = &["overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, INCREMENT, overflow, calls);
    trace("to the largest randomness by 1: no overflow", calls![(T, &one_below), (T, ONE)]);
    trace("to the largest randomness by 255: no overflow", calls![(T, &is(max - 255)), (T, MOST)]);
    trace("beyond the largest randomness by 1", calls![(T, &at_max), (T, ONE)]);
    trace("beyond the largest randomness by 255", calls![(T, &at_max), (T, MOST)]);
    trace("an increment of 255 that is one too large", calls![(T, &is(max - 254)), (T, MOST)]);
    trace("an increment of 2 that is one too large", calls![(T, &one_below), (T, TWO)]);
    let calls = calls![(T, &two_below), (T, ONE), (T, ONE), (T, ONE)];
    trace("the largest randomness is reached, then an overflow", calls);
    trace("the next millisecond has an ID again", calls![(T, &at_max), T, T + 1, (T + 2, ZERO)]);
    let calls = calls![(T, &at_max), (T + 1, &at_max), (T + 2, &at_max), (T + 2, ONE)];
    trace("the next millisecond draws the randomness, even at its largest value", calls);

    traces.group(230);
    let flags = &["overflow"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    let three = by(3);
    let calls = calls![(T, &two_below), (T, &three), (T, TWO), (T, ONE)];
    trace("after an overflow a smaller increment may fit", calls);
    trace("overflows consume nothing", calls![(T, &two_below), (T, MOST), (T, ONE), (T, MOST), (T, ONE)]);
    trace("an overflow at every call", calls![(T, &at_max), T, T, T, (T, ONE), T + 1]);
    let calls = calls![(T, &at_max), T, T - 1, T - 10_000, T - 10_001, T, T + 1];
    trace("after an overflow the clock goes back", calls);
    let calls = calls![(T, &at_max), (T, INCREMENT_FAILS), (T, ONE), T + 1];
    trace("a failed draw of the increment at an overflow, then an overflow", calls);
    let calls = calls![(T, &at_max), T, (T - 10_001, ZERO), (T - 10_001, ONE)];
    let flags = &["overflow", "reset"];
    traces.trace_with(&or_reset(), "starting over after an overflow", POLICY, flags, calls);
    let calls = calls![(LAST, &at_max), LAST, LAST + 1, LAST - 1];
    let flags = &["overflow", "limit"];
    traces.trace("an overflow at the largest timestamp, after which there is no other", POLICY, flags, calls);
}

fn entropy(traces: &mut Traces, form: &Form) {
    traces.group(250);
    let flag = &["entropy_bits"];
    let max = form.max_randomness();
    let widths = [1, 2, 7, 9, 14, 15, 16, 19, 20, 21, 24];
    for bits in widths.into_iter().filter(|bits| *bits <= form.max_entropy_bits) {
        let config = [("entropy_bits", json!(bits))];
        let (half, most) = (by(1 << (bits - 1)), by((1 << bits) - 1));
        let comment =
            format!("entropy_bits {bits}: from 0 by the largest increment, by half of the range, by 1");
        let calls = calls![(T, ZERO), (T, &most), (T, &half), (T, ONE)];
        traces.trace_with(&config, &comment, INCREMENT, flag, calls);
        let comment = format!("entropy_bits {bits}: to the largest randomness, then by 1");
        let rest = by((max / 2).min((1 << bits) - 1));
        let start = is(max - (max / 2).min((1 << bits) - 1));
        let calls = calls![(T, &start), (T, &rest), (T, ONE), T + 1];
        traces.trace_with(&config, &comment, INCREMENT, flag, calls);
        let comment = format!("entropy_bits {bits}: random increments");
        traces.trace_with(&config, &comment, INCREMENT, flag, calls![(T, ZERO), T, T, T + 1, T + 1]);
    }
    let config = [("entropy_bits", json!(1))];
    let comment = "an increment of 1 bit can only be 1, but is still drawn";
    traces.trace_with(&config, comment, POLICY, &["entropy_bits"], calls![T, (T, INCREMENT_FAILS), (T, ONE)]);
}

/// The specification does not mention clocks that go back.
fn rollbacks(traces: &mut Traces, form: &Form) {
    traces.group(300);
    let rollback = &["rollback"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, rollback, calls);
    for back in [1, 2, 255, 256, 9_999, 10_000] {
        let comment = format!("{back} ms back is within the allowance: an increment is added");
        trace(&comment, calls![(T, ZERO), T - back, T - back]);
    }
    for back in [10_001, 10_002, YEAR, T - FIRST] {
        let comment = format!("{back} ms back is beyond the allowance");
        trace(&comment, calls![(T, ZERO), T - back, T - back]);
    }
    trace("the clock recovers after the error", calls![(T, ZERO), T - 10_001, T, T + 1]);
    let calls = calls![(T, ZERO), T - 6_000, T - 9_000, T - 12_000, T - 10_000];
    trace("a rollback is measured from the last ID, not from the last reading", calls);
    trace("the clock goes back and catches up", calls![(T, ZERO), T - 100, T - 50, T - 1, T, T + 1]);
    trace("the clock goes back and jumps ahead", calls![(T, ZERO), T - 100, T + 700]);
    let calls = calls![(T, ZERO), T + YEAR, T, T + YEAR - 10_001, T + YEAR + 1];
    trace("one reading in the far future: an error until the clock gets there", calls);
    let flags = &["rollback", "overflow"];
    let at_max = is(form.max_randomness());
    let calls = calls![(T, &at_max), T - 5_000, T, T + 1];
    traces.trace("an overflow during a rollback lasts until the clock has caught up", POLICY, flags, calls);
}

fn allowances(traces: &mut Traces, form: &Form) {
    traces.group(350);
    let rollback = &["rollback"];
    for ms in [0, 1, 2, 255, 256, 500, 9_999, 10_001, 60_000] {
        let comment = format!("an allowance of {ms} ms");
        let calls = calls![(T, ZERO), T, T - ms, T - ms - 1, T];
        traces.trace_with(&allowance(ms), &comment, POLICY, rollback, calls);
    }
    let comment = "an allowance larger than any rollback";
    let calls = calls![(LAST, ZERO), FIRST, T, LAST];
    traces.trace_with(&allowance(MAX_TIMESTAMP), comment, POLICY, rollback, calls);
    let comment = "an allowance 1 ms smaller than the largest rollback";
    traces.trace_with(&allowance(MAX_TIMESTAMP - 1), comment, POLICY, rollback, calls);
    let comment = "an allowance of 53 bits";
    traces.trace_with(&allowance((1 << 53) - 1), comment, POLICY, rollback, calls);
    let at_max = is(form.max_randomness());
    let calls = calls![(T, &at_max), T, T - 1, T, T + 1];
    let flags = &["rollback", "overflow"];
    traces.trace_with(&allowance(0), "an overflow without an allowance", POLICY, flags, calls);
}

fn resets(traces: &mut Traces, form: &Form) {
    traces.group(400);
    let flags = &["reset"];
    let mut trace =
        |comment: &str, calls: &[Call<'_>]| traces.trace_with(&or_reset(), comment, POLICY, flags, calls);
    let at_max = is(form.max_randomness());
    trace("a rollback within the allowance does not start over", calls![(T, ZERO), T - 10_000, T - 10_000]);
    let calls = calls![T, (T - 10_001, ZERO), T - 10_001, T - 10_000];
    trace("a rollback beyond the allowance starts over", calls);
    trace("starting over, then the clock recovers", calls![T, (T - 20_000, ZERO), T - 20_000, (T, ZERO), T]);
    trace("starting over twice", calls![T, T - 20_000, (T - 40_000, ZERO), T - 40_000]);
    let calls = calls![T, (T - 20_000, ZERO), T - 30_000, T - 30_001];
    trace("after starting over, a rollback is measured from the new series", calls);
    trace("a first reading in the far future", calls![LAST, (T, ZERO), T, T + 1]);
    trace("one reading in the far future", calls![T, T + 100 * YEAR, (T + 1, ZERO), T + 1, T + 2]);
    trace("back to the smallest timestamp", calls![T, (FIRST, ZERO), FIRST, FIRST + 1]);
    let calls = calls![T, (T - 20_000, &at_max), T - 20_000, T - 19_999];
    trace("starting over with the largest randomness", calls);
    let calls = calls![(T, ZERO), (T - 20_000, FAILS), (T - 20_000, FAILS), T, T - 20_000];
    trace("a failure while starting over keeps the old series", calls);

    traces.group(430);
    let strict = [("on_rollback", json!("reset")), ("allowance_ms", json!(0))];
    let calls = calls![(T, ZERO), T, (T - 1, ZERO), T - 1, T];
    traces.trace_with(&strict, "starting over without an allowance", POLICY, flags, calls);
}

fn limits(traces: &mut Traces, form: &Form) {
    traces.group(500);
    let limit = &["limit"];
    let mut trace =
        |reference: &str, comment: &str, calls: &[Call<'_>]| traces.trace(comment, reference, limit, calls);
    for now in [0, 1, FIRST - 256, FIRST - 1] {
        trace(COMPONENTS, &format!("a reading of {now}, before the epoch"), calls![now, now, T]);
        trace(COMPONENTS, &format!("a reading of {now} later"), calls![(T, ZERO), now, T, T + 1]);
    }
    trace(COMPONENTS, "the smallest timestamp", calls![(FIRST, ZERO), FIRST, FIRST + 1, FIRST + 2]);
    let calls = calls![(FIRST + 5, ZERO), FIRST - 1, FIRST, FIRST + 5];
    trace(COMPONENTS, "before the epoch, within the allowance", calls);
    trace(RANGE, "the largest timestamp", calls![LAST - 1, (LAST, ZERO), LAST, LAST - 1]);
    trace(RANGE, "the largest timestamp, and one more", calls![(LAST, ZERO), LAST + 1, LAST, LAST + 1]);
    for now in [
        LAST + 1,
        LAST + 2,
        // Timestamps that wrap to an ordinary one in an implementation that drops their leading bits.
        T + (1 << 43),
        T + (1 << 44),
        T + (1 << 48),
        (1 << 53) - 1,
    ] {
        trace(RANGE, &format!("a reading of {now} at the start"), calls![now, T]);
        trace(RANGE, &format!("a reading of {now} later"), calls![(T, ZERO), now, T, T + 1]);
    }

    traces.group(550);
    let comment = "a reading out of range does not start over";
    let calls = calls![(T, ZERO), FIRST - 1, LAST + 1, T];
    traces.trace_with(&or_reset(), comment, RANGE, &["limit", "reset"], calls);
    let calls = calls![(LAST, ZERO), LAST + 1, FIRST - 1, FIRST];
    let comment = "readings out of range, with an allowance larger than any rollback";
    traces.trace_with(&allowance((1 << 53) - 1), comment, RANGE, limit, calls);
    let largest = is(form.max_randomness());
    traces.trace("the smallest timestamp and randomness", COMPONENTS, limit, calls![(FIRST, ZERO)]);
    traces.trace("the largest timestamp and randomness", RANGE, limit, calls![(LAST, &largest)]);
}

fn epochs(traces: &mut Traces) {
    traces.group(580);
    for (epoch, name) in [
        (0, "1970"),
        (1, "1 ms after 1970"),
        (1_000_000_000_000, "2001"),
        (1_735_689_600_000, "2025"),
        (1 << 44, "2527"),
    ] {
        let config = [("epoch_unix_ms", json!(epoch))];
        let mut trace = |comment: &str, calls: &[Call<'_>]| {
            let comment = format!("an epoch of {name}: {comment}");
            traces.trace_with(&config, &comment, COMPONENTS, &["epoch"], calls);
        };
        let last = epoch + MAX_TIMESTAMP;
        trace("the smallest timestamp", calls![(epoch, ZERO), epoch, epoch + 1]);
        trace("the largest timestamp, and one more", calls![last - 1, (last, ZERO), last, last + 1, last]);
        let now = epoch + 45_932_800_000;
        trace("about a year and a half later", calls![(now, ZERO), now, now - 10_000, now - 10_001]);
        if epoch > 0 {
            trace("1 ms before it", calls![epoch - 1, (epoch, ZERO), epoch - 1, epoch]);
        }
    }
}

fn rng_failures(traces: &mut Traces, form: &Form) {
    traces.group(700);
    let flags = &["rng_failure"];
    let mut trace = |comment: &str, calls: &[Call<'_>]| traces.trace(comment, POLICY, flags, calls);
    let at_max = is(form.max_randomness());
    trace("a failure at the first ID", calls![(T, FAILS), (T, ZERO), T]);
    trace("a failure at the first ID, then the clock advances", calls![(T, FAILS), (T + 1, ZERO), T + 1]);
    let calls = calls![(T, FAILS), (T - YEAR, ZERO), T - YEAR];
    trace("a failure at the first ID, then the clock goes back", calls);
    let calls = calls![(T, ZERO), (T, INCREMENT_FAILS), (T, ONE)];
    trace("a failure within a millisecond: nothing is added", calls);
    trace("a failure in a new millisecond", calls![(T, ZERO), (T + 1, FAILS), (T + 1, ZERO), T + 1]);
    trace("a failed new millisecond leaves no trace", calls![(T, ZERO), (T + 1, FAILS), T, T + 1]);
    let calls = calls![(T, ZERO), (T + 5_000, FAILS), T - 10_000, T];
    trace("a failed millisecond does not count towards a rollback", calls);
    trace("a failure during a rollback", calls![(T, ZERO), (T - 1, INCREMENT_FAILS), T - 1, T]);
    let calls = calls![(T, &at_max), (T, INCREMENT_FAILS), (T, MOST), T + 1];
    trace("the failure comes before the overflow", calls);
    let calls = calls![
        (T, ZERO),
        (T, INCREMENT_FAILS),
        (T, INCREMENT_FAILS),
        (T + 1, FAILS),
        (T, INCREMENT_FAILS),
        T
    ];
    trace("many failures in a row", calls);
    let calls = calls![(T, ZERO), (T + 1, FAILS), 0, T - 10_001, T];
    trace("failures, then a reading before the epoch, then a rollback", calls);
    let calls = calls![(FIRST, FAILS), (FIRST, ZERO), (FIRST, INCREMENT_FAILS), FIRST];
    trace("a failure at the smallest timestamp", calls);
}

fn scalabilities(traces: &mut Traces, form: &Form) {
    traces.group(800);
    let flag = &["scalability"];
    for scalability in [0, 1, 15, 16, 30, 31] {
        let config = [("scalability", json!(scalability))];
        let mut trace = |comment: &str, calls: &[Call<'_>]| {
            let comment = format!("scalability {scalability}: {comment}");
            traces.trace_with(&config, &comment, SCALABILITY, flag, calls);
        };
        trace("the smallest ID", calls![(FIRST, ZERO)]);
        trace("the largest ID", calls![(LAST, &is(form.max_randomness()))]);
        trace("increments", calls![(T, ZERO), (T, ONE), (T, TWO), (T, MOST), T + 1]);
        trace("an overflow", calls![(T, &is(form.max_randomness() - 1)), (T, ONE), (T, ONE)]);
    }
}

fn random_walks(traces: &mut Traces, form: &Form) {
    for (distance, sampling, of_kind) in WALKS {
        for (first_id, entropy_bits, epoch, on_rollback, allowance_ms, start, jump) in [
            (900, 8, EPOCH_UNIX_MS, "error", 10_000, T, 3),
            (901, 1, EPOCH_UNIX_MS, "reset", 10_000, T, 3),
            (902, 12, 0, "error", 30_000, T, 30),
            (903, form.max_entropy_bits, EPOCH_UNIX_MS, "reset", 0, T, 300),
            (904, 8, EPOCH_UNIX_MS, "reset", 10_000, LAST - 10_000, 40),
            (905, 5, 1_735_689_600_000, "error", 1_000_000, 1_735_689_610_000, 20),
        ] {
            traces.group(distance + first_id);
            let comment =
                format!("entropy_bits {entropy_bits}: a random walk in steps of about {jump} ms{of_kind}");
            let changes = [
                ("entropy_bits", json!(entropy_bits)),
                ("epoch_unix_ms", json!(epoch)),
                ("on_rollback", json!(on_rollback)),
                ("allowance_ms", json!(allowance_ms)),
            ];
            traces.random_walk(&changes, &comment, start, jump, 400, sampling);
        }
    }
}
