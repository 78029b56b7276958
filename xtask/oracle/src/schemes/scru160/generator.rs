//! Traces of every transition of the generator, with both usages of the counter.
//!
//! A counter overflows within a reasonable number of calls only with microseconds. With milliseconds, the traces resume shortly
//! before an overflow.

use serde_json::{Map, Value, json};

use super::codec::{EXAMPLES, HEX_EXAMPLES};
use super::model::{HEX, LAYOUT, new_model};
use crate::format::{Case, Trace};
use crate::generator_cases::{Ceilings, Resuming, Traces, usual};

/// The traces of a usage of the counter, which has `ID` as its first id.
///
/// `LAST` is the last usable reading, `CARRY` a counter before a carry, and `INIT` the number of values that the field `counter`
/// can start from: it has `BITS` bits at most.
const OF_EACH_USAGE: &str = "
    #ID+10 | new_tick
    the first ID draws counter and random | NOW
    # | same_tick
    four IDs in one tick | NOW*4
    draws of zeros | NOW:counter=0,random=0 NOW:random=0
    # | new_tick
    draws of ones | NOW:counter=INIT-1,random=2^96-1
    # | same_tick
    random may decrease within a tick | NOW:random=2^96-1 NOW:random=0 NOW:random=0
    # | new_tick
    {} ticks later the counter is drawn | NOW NOW+{} NOW+{} | 1 2 999 1000 1001 1_000_000 YEAR
    the counter may decrease in a new tick | NOW:INIT-1 NOW+1:0 NOW+1
    several IDs in several ticks | NOW NOW NOW+1 NOW+1 NOW+3 NOW+3 NOW+3
    # | carry
    the counter continues from {} | NOW:{} NOW NOW | $STARTS
    # | same_tick
    only bit {} of random is set | NOW NOW:random=2^{} | 1 8 15 16 17 32 53 63 64 65 79 80 81 88 95

    #ID+100 | counter_init_bits
    a counter that starts with {0} random bits | counter_init_bits={0} NOW:{1} NOW NOW+1 NOW+2:0 \
        | 0/0 1/1 4/15 5/31$WIDER

    #ID+200 | extension
    an extension of {0} bits: any draws | counter_extension_bits={0} NOW NOW NOW+1 | &
    an extension of {0} bits: random does not affect it \
        | counter_extension_bits={0} NOW:counter=0,random=2^{1}-1 NOW:random=2^{1}-1 NOW:random=0 | &
    an extension of {0} bits: starting at the largest initial value \
        | counter_extension_bits={0} NOW:counter=2^{0}INIT-1,random=0 NOW:random=2^{1}-1 NOW | &
    an extension of {0} bits: a carry into the field `counter` \
        | counter_extension_bits={0} NOW:2^{0}-1 NOW:random=2^{1}-1 NOW | 1/95 2/94 7/89 8/88 9/87 15/81 16/80
    # | counter_init_bits extension
    an extension of {1} bits, and {0} random bits in the field `counter` \
        | counter_init_bits={0} counter_extension_bits={1} NOW:{2} NOW NOW+1 \
        | 0/1/1 0/8/255 0/16/65_535 1/1/3 1/16/2^17-1 BITS-1/8/128INIT-1

    #ID+300 | node_id
    the node id {1} in {0} bits \
        | node_id_bits={0} node_id={1} NOW:random=0 NOW:random=2^{2}-1 NOW NOW+1 | &
    the node id {1} in {0} bits, starting at the largest initial counter \
        | node_id_bits={0} node_id={1} NOW:counter=INIT-1,random=0 NOW:random=2^{2}-1 NOW \
        | 1/0/95 1/1/95 4/9/92 8/0/88 8/1/88 8/90/88 8/255/88 16/0/80 16/4660/80 16/65_535/80

    #ID+400 | extension node_id
    {0} random bits, an extension of {1}, and the node id {3} in {2} | $COMBINED \
        | BITS/1/1/0/2INIT-1/2^94-1 BITS/1/1/1/2INIT-1/0 BITS/8/8/0/2^8INIT-1/2^80-1 BITS/8/8/255/2^8INIT-1/0 \
          BITS/1/15/0/2INIT-1/2^80-1 BITS/1/15/32_767/2INIT-1/0 BITS/15/1/0/2^15INIT-1/2^80-1 BITS/15/1/1/2^15INIT-1/0 \
          BITS/4/8/0/16INIT-1/2^84-1 BITS/4/8/255/16INIT-1/0 BITS/8/4/0/2^8INIT-1/2^84-1 BITS/8/4/15/2^8INIT-1/0
    # | counter_init_bits extension node_id
    {0} random bits, an extension of {1}, and the node id {3} in {2} | $COMBINED \
        | 0/8/8/0/255/2^80-1 0/8/8/255/255/0 1/3/5/0/15/2^88-1 1/3/5/31/15/0 \
          BITS-1/2/14/0/2INIT-1/2^80-1 BITS-1/2/14/16_383/2INIT-1/0

    #ID+500 | rollback
    {} ticks back is within the allowance | NOW NOW-{} NOW-{} | 1 2 999 1000 1001 10_000MS-1 10_000MS
    {} ticks back is beyond the allowance | NOW NOW-{} NOW-{} | 10_000MS+1 10_000MS+2 YEAR NOW-MS
    the clock recovers after the error | NOW NOW-10_000MS-1 NOW NOW+1
    a rollback is measured from the last ID, not from the last reading \
        | NOW NOW-6000MS NOW-9000MS NOW-12_000MS NOW-10_000MS
    the clock goes back and catches up | NOW NOW-100 NOW-50 NOW-1 NOW NOW+1
    the clock goes back and jumps ahead | NOW NOW-100 NOW+700
    the clock goes back twice | NOW NOW-100 NOW+1 NOW-100 NOW+1 NOW+2
    a carry during a rollback | NOW:CARRY NOW-5000 NOW-5000
    one reading in the far future: an error until the clock gets there | LAST NOW NOW+YEAR LAST
    a later reading in the far future | NOW NOW+100YEAR NOW+1

    #ID+550 | rollback
    no allowance | allowance_ms=0 NOW NOW NOW-1 NOW
    an allowance of 1 ms | allowance_ms=1 NOW NOW-1 NOW-MS NOW-MS-1 NOW
    an allowance of 2 ms | allowance_ms=2 NOW NOW-2MS NOW-2MS-1 NOW
    an allowance of a minute | allowance_ms=60_000 NOW NOW-60_000MS NOW-60_000MS-1
    an allowance larger than any rollback | allowance_ms=2^48-1 LAST MS NOW
    an allowance of 53 bits | allowance_ms=2^53-1 LAST NOW NOW+YEAR LAST
    a rollback with an extension and a node id | +extension +node_id \
        counter_extension_bits=8 node_id_bits=8 node_id=0xa5 NOW:0xff NOW-1 NOW-10_000MS-1 NOW+1 NOW

    #ID+600 | reset | on_rollback=reset
    just beyond the allowance starts over and draws every field | NOW NOW-10_000MS-1 NOW-10_000MS-1
    just within the allowance does not start over | NOW NOW-10_000MS NOW
    the clock recovers after starting over | NOW NOW-20_000MS NOW NOW
    starting over twice | NOW NOW-20_000MS NOW-40_000MS NOW-40_000MS
    a rollback measured from the new series | NOW NOW-20_000MS NOW-30_000MS NOW-30_000MS-1
    a first reading in the far future | LAST NOW NOW NOW+1
    one reading in the far future | NOW NOW NOW+100YEAR NOW+1 NOW+1 NOW+2
    back to the first usable tick | NOW MS MS MS+1
    starting over with the largest counter | NOW NOW-20_000MS:INIT-1 NOW-20_000MS NOW-20_000MS
    a failure while starting over keeps the old series \
        | NOW NOW-20_000MS:fails NOW-20_000MS:random=fails NOW NOW-20_000MS NOW-20_000MS
    starting over without an allowance | allowance_ms=0 NOW NOW NOW-1 NOW
    starting over with an extension and a node id | +extension +node_id \
        counter_extension_bits=4 node_id_bits=12 node_id=0xabc NOW NOW-10_000MS-1 NOW-10_000MS-1

    #ID+700 | rng_failure
    a failed draw of counter for the first ID | NOW:fails NOW NOW
    a failed draw of random for the first ID | NOW:random=fails NOW NOW
    the first ID, then an earlier reading | NOW:random=fails NOW-YEAR NOW
    a failed draw of random within a tick: the count is not consumed | NOW NOW:random=fails NOW
    a failed draw of counter for a new tick | NOW NOW+1:fails NOW+1 NOW+1
    a failed draw of random for a new tick | NOW NOW+1:random=fails NOW+1 NOW+1
    a failed new tick leaves no trace | NOW NOW+1:random=fails NOW NOW+1
    a failed draw of counter for a new second | NOW NOW+1000MS:fails NOW+1
    a failed draw of random during a rollback | NOW NOW-1:random=fails NOW-1 NOW
    a failed draw of random after the largest initial counter | NOW:INIT-1 NOW:random=fails NOW NOW
    many failures in a row \
        | NOW NOW:random=fails NOW:random=fails NOW+1:fails NOW+1:random=fails NOW:random=fails NOW
    failures, then a reserved reading, then a rollback | NOW NOW+1:fails 0 NOW-10_000MS-1 NOW
    with an extension and a node id | counter_extension_bits=8 node_id_bits=8 node_id=0x5a \
        NOW:fails NOW:random=fails NOW NOW:random=fails NOW NOW+1:random=fails NOW+1
";

/// "the counter bits MUST be placed at the most significant bits": configurations of all parts, each with the largest initial
/// counter, with a carry, and with a counter of 0.
const COMBINED: &str = "counter_init_bits={0} counter_extension_bits={1} node_id_bits={2} node_id={3} \
    NOW:counter={4},random={5} NOW:random={5} NOW+1:counter=2^{1}-1,random={5} NOW+1:random={5} NOW+1 \
    NOW+2:counter=0,random={5}";

/// The long random traces of a usage.
const WALKS: &str = "
    a random walk in steps of about 3 ticks | | NOW | 3
    a random walk in steps of about 3 ticks \
        | counter_init_bits=0 node_id_bits=16 node_id=65_535 on_rollback=reset | NOW | 3
    a random walk in steps of about 300 ticks \
        | counter_init_bits=BITS-1 counter_extension_bits=8 node_id_bits=8 node_id=0x81 allowance_ms=1 | NOW | 300
    a random walk in steps of about 300 ticks \
        | counter_extension_bits=16 on_rollback=reset allowance_ms=0 | NOW | 300
    a random walk in steps of about 40 ticks \
        | counter_init_bits=FEWER counter_extension_bits=1 node_id_bits=15 node_id=0x4001 on_rollback=reset allowance_ms=10 \
        | END | 40
    a random walk in steps of about 5 ticks \
        | counter_init_bits=1 counter_extension_bits=4 node_id_bits=4 node_id=9 allowance_ms=1_000_000 | 1_000_000 | 5
";

/// Traces with milliseconds alone.
const WITH_MILLISECONDS: &str = "
    #2000 | reserved
    a clock at 0 is not set | 0 0 T
    the first usable timestamp | 1 1 2
    the last usable timestamp | LAST-1 LAST LAST
    a reading of {} at the start | {} T | &
    a reading of {} later | T {} T T+1 | LAST+1 LAST+2 2^53-1
    a reading of 0 later | T 0 T
    a reading of 0 within the allowance | 5 0 5
    a reserved timestamp does not start over | +reset on_rollback=reset T 0 LAST+1 T
";

/// Traces with microseconds alone, at `U` and later. After a draw of 31, 32 more IDs fit in the microsecond. The largest
/// reading of a trace is a usable one.
const WITH_MICROSECONDS: &str = "
    #2050 | reserved
    a clock at {} µs is not set | {} {} U | &
    a reading of {} µs later | U {} U | 0 1 500 999
    the first usable microsecond | 999 1000 1000 1001
    the first two milliseconds | 1000 1999 2000 2001
    a reading of 999 µs within the allowance | 1005 999 1000 1005
    the last usable microsecond | LAST-1 LAST LAST LAST+1 LAST
    a reading of {} µs at the start | {} U | LAST+1 LAST+1000 2^64-1
    readings that would be reserved in milliseconds | 2^48-2 2^48-1 2^48
    a reserved timestamp does not start over | +reset on_rollback=reset U 999 0 U

    #2100 | new_tick
    the microsecond {} of a millisecond | U+{}:0 U+{}:random=0 U+{} | 0 1 2 255 256 499 500 511 512 767 768 998 999
    from a millisecond to the next | U+999 U+1000 U+1000 U+1001
    the same microsecond of the next millisecond | U+7 U+1007 U+1007
    the counter does not carry into the microseconds | U+1:31 U+1 U+2:0 U+2
    the 33 IDs guaranteed per microsecond | U:31 U*32
    the same in the last microsecond of a millisecond | U+999:31 U+999*32
    a full microsecond, then the next | U:31 U*32 U+1 U+1
    # | counter_init_bits | counter_init_bits=0
    64 IDs in a microsecond with a counter that starts at 0 | U*64

    #2200 | overflow
    an overflow into the next microsecond draws the counter | U:31 U*33
    after an overflow the clock is behind | U:31 U*35
    after an overflow the clock catches up | U:31 U*33 U+1 U+2 U+2
    the clock passes the timestamp of an overflow | U:31 U*33 U+5 U+5
    an overflow, twice | U:31 U*32 U:31 U*34 U+2 U+3
    a counter that starts at 0 after an overflow | U:31 U*32 U:0 U U+1
    an overflow, then an earlier millisecond | +rollback U:31 U*32 U-1 U-5000 U+1 U+2
    an overflow at the end of the allowance | +rollback U:31 U*32 U-10_000_000 U-10_000_000 U-9_999_999
    a rollback comes before the overflow | +rollback U:31 U*32 U-10_000_001 U-10_000_000 U
    a reserved reading comes before the overflow | +reserved U:31 U*32 999 U U
    the draw of the counter fails | +rng_failure U:31 U*32 U:fails U U
    the draw of random fails | +rng_failure U:31 U*32 U:random=fails U:random=fails U U
    a failed overflow leaves no trace | +rng_failure U:31 U*32 U:random=fails U+1 U
    a failed overflow during a rollback | +rng_failure +rollback U:31 U*32 U-1:fails U-1:random=fails U-1 U-1
    a failure after an overflow | +rng_failure U:31 U*33 U:random=fails U+2:fails U U+2
    without an allowance an overflow makes the next call of the same reading a rollback \
        | +rollback allowance_ms=0 U:31 U*34 U+1 U+1
    a rollback includes the microsecond that an overflow added | +rollback allowance_ms=1 U:31 U*33 U-999 U-1000 U+1
    starting over after an overflow, without an allowance | +reset allowance_ms=0 on_rollback=reset U:31 U*35
    starting over replaces an overflow | +reset on_rollback=reset U:31 U*32 U-10_000_001 U-10_000_001 U U
    an overflow leaves the node id alone | +node_id node_id_bits=16 node_id=65_534 U:31 U*34

    #2300 | overflow
    an overflow from the microsecond {} of a millisecond | U+{}:31 U+{}*34 U+{}+1 | 63 255 511 998
    an overflow into the next millisecond | U+999:31 U+999*34 U+1000 U+1001
    overflows from one millisecond into the next | U+998:31 U+998*32 U+998:31 U+998*32 U+998:31 U+998*32 U+999 U+1001
    a failed overflow into the next millisecond | +rng_failure U+999:31 U+999*32 U+999:fails U+999:random=fails U+999 U+999
    an overflow into the next millisecond at the end of the allowance \
        | +rollback U+999:31 U+999*32 U-9_999_001 U-9_999_001 U-9_999_000
    an overflow into the second usable timestamp | +reserved 1999:31 1999*33 1000 2000 2001
    an overflow of a counter that starts with 0 random bits | +counter_init_bits counter_init_bits=0 U:0 U*65
    an overflow of a counter that starts with 4 random bits | +counter_init_bits counter_init_bits=4 U:15 U*50
    an overflow of a counter with an extension of 1 bits | +extension counter_extension_bits=1 U:0x3f U*66
    an overflow of a counter with an extension of 2 bits \
        | +extension +node_id counter_extension_bits=2 node_id_bits=14 node_id=16_383 U:0x7f U*130
";

/// Traces that resume in other places than those of all schemes. In `random80` an ID has 6.
const RESUMING: &str = "
    #9840 | resume
    resuming a counter with an extension, from a carry \
        | counter_extension_bits=4 resume_after=T/7/0xf123/6 T T T+1
    resuming a counter with an extension of 16 bits \
        | counter_extension_bits=16 resume_after=T/7/0xffff/6 T T T+1
    resuming a node | node_id_bits=8 node_id=42 resume_after=T/0xff/0x2a99/6 T T T+1
    resuming a node of 16 bits | node_id_bits=16 node_id=0x2a99 resume_after=T/0xff/0x2a99/6 T T T+1
    resuming a node and an extension, to an overflow \
        | counter_extension_bits=4 node_id_bits=8 node_id=42 resume_after=T/0xffff/0xe2a9/6 T T T+1
    resuming a microsecond with an extension, from a carry \
        | clock=us counter_init_bits=5 counter_extension_bits=4 resume_after=T/999CTR/0xf123/6 U+999 U+999 U+1000
    resuming a microsecond, a node and an extension, to an overflow \
        | clock=us counter_init_bits=5 counter_extension_bits=4 node_id_bits=8 node_id=42 resume_after=T/5CTR+63/0xe2a9/6 U+5 U+5 U+6
    resuming the last microsecond of a millisecond, to an overflow \
        | clock=us counter_init_bits=5 resume_after=T/999CTR+63/0/6 U+999 U+999 U+1000
";

/// Only a generator that resumes comes near the last usable timestamp within few calls.
const OVERFLOWS_AT_THE_END: &str = "
    #9860 | resume overflow reserved
    an overflow into the last usable timestamp | resume_after=LAST-1/0xffff/0xffff/6 LAST-1 LAST-1 LAST
    an overflow of the last usable timestamp is an error every time, and draws nothing \
        | resume_after=LAST/0xffff/0xffff/6 LAST LAST LAST-1 LAST-10_000
    the same with an extension of the counter \
        | counter_extension_bits=16 resume_after=LAST/0xffff/0xffff/6 LAST LAST
    an overflow of the last usable timestamp, then a reading far before it \
        | on_rollback=reset resume_after=LAST/0xffff/0xffff/6 LAST T T
    the largest counter of the last usable timestamp, and overflows after it \
        | resume_after=LAST/0xfffe/0xffff/6 LAST LAST LAST-1
    an overflow at the end of time comes before the ceiling \
        | +ceiling resume_after=LAST/0xffff/0xffff/6 LAST<LAST+1 LAST LAST<LAST+2
    an overflow of the last usable microsecond \
        | +ceiling clock=us counter_init_bits=5 allowance_ms=2^53-1 resume_after=LAST/999CTR+63/0/6 U U<LAST+1 U+1
    an overflow into the last usable microsecond \
        | +ceiling clock=us counter_init_bits=5 allowance_ms=2^53-1 resume_after=LAST/998CTR+63/0/6 U<LAST U<LAST+1 U
    the largest counter of the last usable microsecond, and overflows after it \
        | clock=us counter_init_bits=5 allowance_ms=2^53-1 resume_after=LAST/999CTR+62/0/6 U U U
";

/// The names that the two usages of the counter give to other numbers.
const MILLISECONDS: &str = "NOW=T MS=1 YEAR=31_536_000_000 LAST=2^48-2 OUT=0 END=LAST-10_000 CARRY=0xff ID=0 \
    BITS=15 FEWER=8 INIT=2^15";
const MICROSECONDS: &str = "U=1000T NOW=U MS=1000 YEAR=31_536_000_000MS LAST=2^48MS-1001 OUT=999 END=LAST-10_000 CARRY=31 ID=1000 \
    BITS=5 FEWER=3 INIT=2^5 CTR=64";

/// Changes of the configuration with an ID that its generator does not resume after. In `random80` an ID has 6.
pub(super) const NOT_RESUMED: &str = "
    resume_after=0/5/5/6 | an ID with the reserved timestamp 0
    resume_after=2^48-1/5/5/6 | an ID with the largest timestamp, which is reserved
    node_id_bits=8 node_id=42 resume_after=T/5/0x2b00/6 | an ID of node 43
    counter_extension_bits=4 node_id_bits=8 node_id=42 resume_after=T/5/0x2a00/6 \
        | an ID of the node in another place
    clock=us counter_init_bits=5 resume_after=T/64_000/5/6 | an ID with the microsecond 1000
    clock=us counter_init_bits=5 resume_after=T/0xffff/5/6 | an ID with the microsecond 1023
    clock=us counter_init_bits=5 counter_extension_bits=4 resume_after=T/64_000/5/6 \
        | an ID with the microsecond 1000, with an extension of the counter
    node_id_bits=8 node_id=42 resume_after=T/5/0/6 | an ID of node 0
    node_id_bits=8 node_id=0 resume_after=T/5/0x2b00/6 | an ID of node 43, in a generator of node 0
";

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({
        "counter_init_bits": 15, "clock": "ms", "counter_extension_bits": 0, "node_id_bits": 0, "node_id": 0,
    }))
}

pub(super) fn cases() -> Vec<Case<Trace>> {
    let mut traces = Traces::new(&LAYOUT, usual_config(), new_model);
    let published = published(&mut traces);
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
    milliseconds(&mut traces);
    traces.add(&script("0xfe 0xff 0xfff 0x3fff 0x7eff 0x7fff", " 6/2^6-1 8/2^8-1 14/2^14-1 15/INIT-1"));
    traces.random_walks(800, 200, WALKS);
    microseconds(&mut traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(&script("0x3 0xf 0x1f", ""));
    traces.every("clock=us counter_init_bits=5");
    traces.random_walks(1800, 200, WALKS);
    milliseconds(&mut traces);
    traces.add(WITH_MILLISECONDS);
    microseconds(&mut traces, "clock=us counter_init_bits=5 +microseconds");
    traces.add(WITH_MICROSECONDS);

    milliseconds(&mut traces);
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    microseconds(&mut traces, "clock=us counter_init_bits=5");
    traces.wide_limits(9150);
    milliseconds(&mut traces);
    traces.ceilings(&Ceilings { first_id: 9500, exhaust: None });
    microseconds(&mut traces, "clock=us counter_init_bits=5");
    traces.ceilings(&Ceilings { first_id: 9600, exhaust: Some("AT<END:31 AT*32") });
    milliseconds(&mut traces);
    traces.resuming(&Resuming { first_id: 9800, id: "T/0x80ff/6/6", last: "T/0xffff/6/6" });
    microseconds(&mut traces, "clock=us counter_init_bits=5");
    traces.resuming(&Resuming { first_id: 9820, id: "T/30/6/6", last: "T/63/6/6" });
    milliseconds(&mut traces);
    traces.add(RESUMING);
    traces.add(OVERFLOWS_AT_THE_END);
    let cases = traces.finish();

    for (case, texts) in cases.iter().zip(published) {
        let found: Vec<_> = case.steps.iter().filter_map(|step| step.text.clone()).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
    cases
}

/// The examples of the specification share one millisecond. In both encodings, the counter of the second example is one
/// more than that of the first.
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
