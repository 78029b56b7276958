//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, new_model};
use crate::format::{Case, Trace};
use crate::generator_cases::{Ceilings, Resuming, Traces, usual};

/// The traces. `LAST` is the last timestamp. `MAX` is the largest counter that is drawn. It is half of the largest one, which only
/// a generator that resumes can reach: `FULL` and `ONES` are its fields.
const SCRIPT: &str = "
    #1 | new_tick
    the first ID draws the counter and the random bits | T
    # | same_tick
    four IDs in one millisecond | T*4
    draws of zeros | T:counter=0,random=0 T:random=0
    draws of ones | T:counter=MAX,random=2^32-1 T:random=2^32-1
    the random bits may decrease within a millisecond | T:random=2^32-1 T:random=0 T:random=0
    # | new_tick
    {} ms later the counter is drawn | T T+{} T+{} | 1 2 999 1000 1001 YEAR
    the counter may decrease in a new millisecond | T:MAX T+1:0
    # | same_tick new_tick
    several IDs in several milliseconds | T T T+1 T+1 T+3 T+3 T+3

    #100 | carry
    a carry out of {} bits of ones | T:2^{}-1 T T | 1 8 16 24 29 31 32 33 38 40
    a carry out of the 30 bits in rand_b into rand_a | T:2^30-1 T T
    a carry into the highest bit, which is 0 when the counter is drawn | T:MAX T T
    a carry out of {} bits to the largest value above them | T:MAX-2^{} T T | 8 16 30 32 38

    #200 | resume carry
    the counter of rand_b is full, that of rand_a is not | resume_after=T/FULL-1/ONES T T
    # | resume overflow
    the counter rolls over into the next millisecond | resume_after=T/FULL/ONES T T
    the largest value comes before the overflow | resume_after=T/FULL/ONES-2^32 T T T
    after an overflow the clock is behind | resume_after=T/FULL/ONES T T T
    after an overflow the clock catches up | resume_after=T/FULL/ONES T T+1 T+2
    the clock passes the timestamp of an overflow | resume_after=T/FULL/ONES T T+5
    an overflow into the last millisecond | +limit resume_after=LAST-1/FULL/ONES LAST-1 LAST LAST
    an overflow of the last millisecond is an error, each time | +limit resume_after=LAST/FULL/ONES LAST LAST LAST-1
    an overflow of the last millisecond, then a reading far before it \
        | +limit +reset on_rollback=reset resume_after=LAST/FULL/ONES LAST T T
    an overflow at the end of time comes before the ceiling \
        | +ceiling resume_after=LAST/FULL/ONES LAST<LAST+1 LAST LAST<LAST LAST
    an overflow during a rollback | +rollback resume_after=T/FULL/ONES T-5000 T-5000 T+1 T+2
    a rollback includes the timestamp that an overflow added | +rollback resume_after=T/FULL/ONES T-10_000 T-10_000 T-9999
    a failed draw of the counter at an overflow | +rng_failure resume_after=T/FULL/ONES T:counter=fails T T
    a failed draw of the random bits at an overflow | +rng_failure resume_after=T/FULL/ONES T:random=fails T T
    without an allowance an overflow makes the next call of the same reading a rollback \
        | +rollback allowance_ms=0 resume_after=T/FULL/ONES T T T+1
    the largest value of the last millisecond, then an overflow, each time \
        | +limit resume_after=LAST/FULL/ONES-2^32 LAST LAST LAST

    #300 | rollback
    {} ms back is within the allowance | T T-{} T-{} | 1 2 9999 10_000
    {} ms back is beyond the allowance | T T-{} T-{} | 10_001 10_002 YEAR T
    the clock recovers after the error | T T-10_001 T T+1
    a rollback is measured from the last ID, not from the last reading | T T-6000 T-9000 T-12_000 T-10_000
    the clock goes back and catches up | T T-100 T-50 T-1 T T+1
    the clock goes back and jumps ahead | T T-100 T+700
    a carry during a rollback | +carry T:2^30-1 T-5000 T-5000
    one reading in the far future: an error until the clock gets there | LAST T T+YEAR LAST

    #350 | rollback
    no allowance | allowance_ms=0 T T T-1 T
    an allowance of 1 ms | allowance_ms=1 T T-1 T-2
    an allowance of a minute | allowance_ms=60_000 T T-60_000 T-60_001
    an allowance 1 ms smaller than the largest rollback | allowance_ms=LAST-1 LAST 1 0 T
    an allowance as large as the largest rollback | allowance_ms=LAST LAST 0 T
    an allowance of 53 bits | allowance_ms=2^53-1 LAST T T+YEAR 0

    #400 | reset | on_rollback=reset
    10 001 ms back starts over and draws every field | T T-10_001 T-10_001
    10 000 ms back does not start over | T T-10_000 T
    the clock recovers after starting over | T T-20_000 T T
    starting over twice | T T-20_000 T-40_000 T-40_000
    a first reading in the far future | LAST T T T+1
    one reading in the far future | T T T+100YEAR T+1 T+1 T+2
    back to the first millisecond | T 0 0 1
    starting over with the largest value | T T-20_000:MAX T-20_000 T-19_999
    a failure while starting over keeps the old series | T T-20_000:counter=fails T-20_000:random=fails T T-20_000
    starting over without an allowance | allowance_ms=0 T T T-1 T

    #500 | limit
    a timestamp of 0 is valid | 0 0 1 T
    the smallest ID | 0:counter=0,random=0 0
    the last timestamp | LAST-1 LAST LAST
    a reading of {} at the start | {} T | &
    a reading of {} later | T {} T T+1 | LAST+1 LAST+2 LAST+1+T 2^53-1
    a reading above the range does not start over | +reset on_rollback=reset T LAST+1 T T-10_001
    a reading of 0 within the allowance | +rollback 5 0 5 6
    a reading of 0 beyond the allowance | +rollback 10_001 0 1

    #600 | rng_failure
    a failed draw of the counter for the first ID | T:counter=fails T T
    a failed draw of the random bits for the first ID | T:random=fails T T
    a failed draw for the first ID, then an earlier reading | T:counter=fails T-YEAR T
    a failed draw within a millisecond: the count is not consumed | T T:random=fails T
    a failed draw of the counter for a new millisecond | T T+1:counter=fails T+1 T+1
    a failed draw of the random bits for a new millisecond | T T+1:random=fails T+1 T+1
    a failed new millisecond leaves no trace | T T+1:random=fails T T+1
    a failed draw during a rollback | T T-1:random=fails T-1 T
    many failures in a row | T T:random=fails T:random=fails T+1:counter=fails T:random=fails T
    failures, then a reading above the range, then a rollback | T T+1:counter=fails LAST+1 T-10_001 T
";

/// Changes of the configuration with an ID that its generator does not resume after.
pub(super) const NOT_RESUMED: &str = "
    resume_after=017f22e2-79b0-4cc3-98c4-dc0c0c07398f | a UUID of version 4
    resume_after=017f22e2-79b0-7cc3-c8c4-dc0c0c07398f | a UUID of another variant
";

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({}))
}

pub(super) fn cases() -> Vec<Case<Trace>> {
    let mut traces = Traces::new(&LAYOUT, usual_config(), new_model);
    traces.names("MAX=2^41-1 FULL=2^12-1 ONES=2^62-1 LAST=2^48-1 OUT=LAST+1");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    let exhaust = Some("+resume resume_after=AT/FULL/ONES-2^32 AT<END");
    traces.ceilings(&Ceilings { first_id: 9500, exhaust });
    traces.resuming(&Resuming { first_id: 9800, id: "NOW/0x123/5", last: "NOW/FULL/ONES" });
    traces.finish()
}
