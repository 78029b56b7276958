//! Traces of every transition of the generator, with both usages of the counter.
//!
//! With microseconds, a counter overflows within a reasonable number of calls. With milliseconds it does not, so these
//! traces resume shortly before an overflow. The IDs to resume after have a `random80` of 6.

use crate::generator_cases::Traces;

/// The traces for one usage of the counter.
///
/// `ID` is the first id, `LAST` the last usable reading, `CARRY` a counter before a carry, and `INIT` the number of
/// values that the `counter` field can start from, with at most `BITS` bits.
///
/// "the counter bits MUST be placed at the most significant bits": configurations with all parts are each tested with
/// the largest initial counter, with a carry, and with a counter of 0.
const OF_EACH_USAGE: &str = include_str!("traces-of-each-usage.txt");

/// The long random traces for one usage.
const WALKS: &str = include_str!("walks.txt");

/// The named numbers that differ between the two usages of the counter. With microseconds, traces are at `U` and later,
/// and the largest reading of a trace is usable. After a draw of 31, 32 more IDs fit in the microsecond.
const MILLISECONDS: &str = "NOW=T MS=1 YEAR=31_536_000_000 LAST=2^48-2 OUT=0 END=LAST-10_000 CARRY=0xff ID=0 \
    BITS=15 FEWER=8 INIT=2^15";
const MICROSECONDS: &str = "U=1000T NOW=U MS=1000 YEAR=31_536_000_000MS LAST=2^48MS-1001 OUT=999 END=LAST-10_000 CARRY=31 ID=1000 \
    BITS=5 FEWER=3 INIT=2^5 CTR=64";

pub(super) fn add(traces: &mut Traces) {
    let milliseconds = |traces: &mut Traces| {
        traces.names(MILLISECONDS);
        traces.every("");
    };
    let microseconds = |traces: &mut Traces, more| {
        traces.names(MICROSECONDS);
        traces.every(more);
    };
    let of_each_usage = |starts, wider| OF_EACH_USAGE.replace("$STARTS", starts).replace("$WIDER", wider);
    traces.add(include_str!("traces-published.txt"));
    milliseconds(traces);
    let wider = " 6/2^6-1 8/2^8-1 14/2^14-1 15/INIT-1";
    traces.add(&of_each_usage("0xfe 0xff 0xfff 0x3fff 0x7eff 0x7fff", wider));
    traces.random_walks(800, 200, WALKS);
    microseconds(traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(&of_each_usage("0x3 0xf 0x1f", ""));
    traces.every("clock=us counter_init_bits=5");
    traces.random_walks(1800, 200, WALKS);
    milliseconds(traces);
    traces.add(include_str!("traces-with-milliseconds.txt"));
    microseconds(traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(include_str!("traces-with-microseconds.txt"));

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
    traces.add(include_str!("traces-that-resume.txt"));
}
