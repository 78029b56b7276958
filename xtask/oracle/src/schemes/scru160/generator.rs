//! Traces of every transition of the generator, with both usages of the counter.
//!
//! With microseconds, a counter overflows within a reasonable number of calls. With milliseconds it does not, so these
//! traces resume shortly before an overflow.

use super::codec::{EXAMPLES, HEX_EXAMPLES};
use super::model::{HEX, LAYOUT};
use crate::generator_cases::Traces;

/// The traces for one usage of the counter.
///
/// `ID` is the first id, `LAST` the last usable reading, `CARRY` a counter before a carry, and `INIT` the number of
/// values that the `counter` field can start from, with at most `BITS` bits.
const OF_EACH_USAGE: &str = include_str!("traces-of-each-usage.txt");

/// "the counter bits MUST be placed at the most significant bits": configurations with all parts, each tested with the
/// largest initial counter, with a carry, and with a counter of 0.
const COMBINED: &str = "counter_init_bits={0} counter_extension_bits={1} node_id_bits={2} node_id={3} \
    NOW:counter={4},random={5} NOW:random={5} NOW+1:counter=2^{1}-1,random={5} NOW+1:random={5} NOW+1 \
    NOW+2:counter=0,random={5}";

/// The long random traces for one usage.
const WALKS: &str = include_str!("walks.txt");

/// Traces with milliseconds only.
const WITH_MILLISECONDS: &str = include_str!("traces-with-milliseconds.txt");

/// Traces with microseconds only, at `U` and later. After a draw of 31, 32 more IDs fit in the microsecond. The largest
/// reading of a trace is usable.
const WITH_MICROSECONDS: &str = include_str!("traces-with-microseconds.txt");

/// Traces that resume at points that the shared traces don't cover. The IDs to resume after have a `random80` of 6.
const RESUMING: &str = include_str!("traces-that-resume.txt");

/// Traces near the last usable timestamp. Only a generator that resumes gets there within a few calls.
const OVERFLOWS_AT_THE_END: &str = include_str!("traces-at-the-end.txt");

/// The named numbers that differ between the two usages of the counter.
const MILLISECONDS: &str = "NOW=T MS=1 YEAR=31_536_000_000 LAST=2^48-2 OUT=0 END=LAST-10_000 CARRY=0xff ID=0 \
    BITS=15 FEWER=8 INIT=2^15";
const MICROSECONDS: &str = "U=1000T NOW=U MS=1000 YEAR=31_536_000_000MS LAST=2^48MS-1001 OUT=999 END=LAST-10_000 CARRY=31 ID=1000 \
    BITS=5 FEWER=3 INIT=2^5 CTR=64";

/// Configuration changes, each with an ID that the generator does not resume after. These IDs have a `random80` of 6.
pub(super) const NOT_RESUMED: &str = include_str!("not-resumed.txt");

pub(super) fn add(traces: &mut Traces) {
    let published = published(traces);
    let milliseconds = |traces: &mut Traces| {
        traces.names(MILLISECONDS);
        traces.every("");
    };
    let microseconds = |traces: &mut Traces, more| {
        traces.names(MICROSECONDS);
        traces.every(more);
    };
    let script = |starts, wider| {
        let script = OF_EACH_USAGE.replace("$COMBINED", COMBINED);
        script.replace("$STARTS", starts).replace("$WIDER", wider)
    };
    milliseconds(traces);
    traces.add(&script("0xfe 0xff 0xfff 0x3fff 0x7eff 0x7fff", " 6/2^6-1 8/2^8-1 14/2^14-1 15/INIT-1"));
    traces.random_walks(800, 200, WALKS);
    microseconds(traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(&script("0x3 0xf 0x1f", ""));
    traces.every("clock=us counter_init_bits=5");
    traces.random_walks(1800, 200, WALKS);
    milliseconds(traces);
    traces.add(WITH_MILLISECONDS);
    microseconds(traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(WITH_MICROSECONDS);

    milliseconds(traces);
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    microseconds(traces, "clock=us counter_init_bits=5");
    traces.wide_limits(9150);
    milliseconds(traces);
    traces.ceilings(9500, None);
    microseconds(traces, "clock=us counter_init_bits=5");
    traces.ceilings(9600, Some("AT<END:31 AT*32"));
    milliseconds(traces);
    traces.resuming(9800, "T/0x80ff/6/6", "T/0xffff/6/6");
    microseconds(traces, "clock=us counter_init_bits=5");
    traces.resuming(9820, "T/30/6/6", "T/63/6/6");
    milliseconds(traces);
    traces.add(RESUMING);
    traces.add(OVERFLOWS_AT_THE_END);

    for (case, texts) in traces.traces().iter().zip(published) {
        let found: Vec<_> = case.steps.iter().filter_map(|step| step.text.clone()).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
}

/// Adds the examples of the specification, which share one millisecond. In both encodings, the counter increases by one
/// from the first to the second example.
fn published(traces: &mut Traces) -> [[String; 2]; 2] {
    traces.add("#1 | published same_tick");
    let base32hex = EXAMPLES.map(|text| LAYOUT.int_of_text(text).unwrap_or_default());
    let hex = HEX_EXAMPLES.map(|text| HEX.int_of_text(text).unwrap_or_default());
    for (ints, encoding) in [(&base32hex, "base32hex"), (&hex, "hex")] {
        let (values, [first, second]) =
            (LAYOUT.values(&ints[0]), ints.each_ref().map(|int| int % (1_u128 << 96)));
        let (now, counter) = (&values[0], &values[1]);
        traces.add(&format!(
            "the examples in {encoding} | {now}:counter={counter},random={first} {now}:random={second}"
        ));
    }
    [base32hex, hex].map(|ints| ints.map(|int| LAYOUT.text(&int)))
}
