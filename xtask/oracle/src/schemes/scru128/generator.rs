//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, new_model};
use crate::format::{Case, Trace};
use crate::generator_cases::{Ceilings, Resuming, Traces, usual};

/// The traces. `LAST` is the last usable timestamp, and `MAX` the largest value of either counter: `lo=MAX` makes the next
/// call in the tick carry, and with `hi=MAX` it overflows.
const SCRIPT: &str = "
    #1 | new_tick
    the first ID draws every field | T
    # | same_tick
    four IDs in one millisecond | T T T T
    draws of zeros | T:lo=0,hi=0,entropy=0 T:entropy=0
    # | new_tick
    draws of ones | T:lo=MAX,hi=MAX,entropy=2^32-1
    # | same_tick
    entropy may decrease within a millisecond | T:entropy=2^32-1 T:entropy=0 T:entropy=0
    # | new_tick
    {} ms later counter_hi is kept | +renewal T T+{} T+{} | 1 2 500 999
    {} ms later counter_hi is drawn | +renewal T T+{} T+{} | 1000 1001 2000 YEAR
    the second is measured from the last draw of counter_hi, not from the last ID \
        | +renewal T T+600 T+1200 T+1800 T+2199 T+2200
    draws of counter_hi a second apart | +renewal T T+999 T+1000 T+1999 T+2000 T+2001
    a second is a time span, not a second of the clock | +renewal T+999 T+1000 T+1998 T+1999
    counter_lo may decrease in a new timestamp | T:lo=MAX T+1:lo=0
    {0} ms later counter_hi is drawn: the span has more than {1} bits | +renewal T T+{0} T+{0} \
        | 2^16+5/16 2^31+5/31 2^32+5/32

    #100 | carry
    counter_lo carries into counter_hi | T:lo=MAX T T
    counter_lo reaches its largest value first | T:lo=MAX-1 T T
    counter_hi carries to its largest value | T:lo=MAX,hi=MAX-1 T T
    counter_hi at its largest value is not an overflow | T:hi=MAX T
    a carry into 0 | T:lo=MAX,hi=0 T
    counters at half of their range do not carry | T:lo=2^23-1,hi=2^23-1 T
    two bytes of ones do not carry | T:lo=2^16-1,hi=2^16-1 T
    an incremented counter_hi is kept for the rest of its second | +renewal T:lo=MAX T T+1:lo=MAX T+1 T+999
    an incremented counter_hi is drawn after a second | +renewal T:lo=MAX T T+1000
    a carry does not count as a draw of counter_hi | +renewal T T+999:lo=MAX T+999 T+1000

    #200 | overflow
    both counters overflow | T:lo=MAX,hi=MAX T
    after an overflow the clock is behind | T:lo=MAX,hi=MAX T T T
    after an overflow the clock catches up | T:lo=MAX,hi=MAX T T+1 T+2
    the clock passes the timestamp of an overflow | T:lo=MAX,hi=MAX T T+5
    counter_hi counts from 0 after an overflow | +carry T:lo=MAX,hi=MAX T:lo=MAX T T
    a carry comes before the overflow | T:lo=MAX-1,hi=MAX T T T
    an overflow with a counter_hi of an earlier timestamp | T:hi=MAX T+1:lo=MAX T+1 T+1
    # | overflow renewal
    the 0 after an overflow does not count as a draw of counter_hi | T:lo=MAX,hi=MAX T T+999 T+1000
    an overflow 999 ms after the draw of counter_hi | T:hi=MAX T+998:lo=MAX T+998 T+1000
    an overflow 1000 ms after the draw of counter_hi draws it again, as the field's definition requires \
        | T:hi=MAX T+999:lo=MAX T+999 T+1999 T+2000
    # | overflow reserved
    an overflow into the last usable timestamp | LAST-1:lo=MAX,hi=MAX LAST-1 LAST
    an overflow of the last usable timestamp is an error, each time | LAST:lo=MAX,hi=MAX LAST LAST LAST-1
    an overflow of the last usable timestamp, then a reading far before it \
        | +reset on_rollback=reset LAST:lo=MAX,hi=MAX LAST T T

    #250 | overflow ceiling
    an overflow at the end of time comes before the ceiling | LAST<LAST+1:lo=MAX,hi=MAX LAST LAST<LAST+2

    #300 | rollback
    {} ms back is within the allowance | T T-{} T-{} | 1 2 9999
    10000 ms back is within the allowance | T T-10_000 T-10_000
    {} ms back is beyond the allowance | T T-{} T-{} | 10_001 10_002 YEAR T-1
    the clock recovers after the error | T T-10_001 T T+1
    a rollback is measured from the last ID, not from the last reading | T T-6000 T-9000 T-12_000 T-10_000
    the clock goes back and catches up | T T-100 T-50 T-1 T T+1
    the clock goes back and jumps ahead | T T-100 T+700
    a rollback does not restart the second of counter_hi | +renewal T T+900 T-500 T+999 T+1000
    a carry during a rollback | +carry T:lo=MAX T-5000 T-5000
    an overflow during a rollback | +overflow T:lo=MAX,hi=MAX T-5000 T-5000 T+1 T+2
    # | rollback overflow
    a rollback includes the timestamp that an overflow added | T:lo=MAX,hi=MAX T-10_000 T-10_000 T-9999

    #350 | rollback
    no allowance | allowance_ms=0 T T T-1 T
    without an allowance an overflow makes the next call of the same reading a rollback \
        | +overflow allowance_ms=0 T:lo=MAX,hi=MAX T T T+1
    an allowance of 1 ms | allowance_ms=1 T T-1 T-2
    an allowance of a minute | allowance_ms=60_000 T T-60_000 T-60_001
    an allowance larger than any rollback | allowance_ms=LAST+1 LAST 1 T
    an allowance of 53 bits | allowance_ms=2^53-1 LAST 1 T
    one reading in the far future: an error until the clock gets there | LAST T T+YEAR LAST
    {0} ms back is beyond the allowance: the span has more than {1} bits | T T-{0} T | 2^31+5000/31 2^32+5000/32
    # | rollback | allowance_ms=500
    65 636 ms back is beyond an allowance of 500 ms | T T-65_636 T

    #400 | reset | on_rollback=reset
    10 001 ms back starts over and draws every field | T T-10_001 T-10_001
    10 000 ms back does not start over | T T-10_000 T
    the clock recovers after starting over | T T-20_000 T T
    starting over draws counter_hi and starts its second | T T+500 T-20_000 T-19_001 T-19_000
    starting over twice | T T-20_000 T-40_000 T-40_000
    a first reading in the far future | LAST T T T+1
    one reading in the far future | T T T+100YEAR T+1 T+1 T+2
    back to the first usable timestamp | T 1 1 2
    starting over with counters at their largest | T T-20_000:lo=MAX,hi=MAX T-20_000
    a failure while starting over keeps the old series | T T-20_000:lo=fails T-20_000:hi=fails T-20_000:entropy=fails T
    starting over without an allowance | allowance_ms=0 T T T-1 T
    starting over after an overflow, without an allowance | +overflow allowance_ms=0 T:lo=MAX,hi=MAX T T
    starting over after a rollback of more than 32 bits | T T-2^32-5000 T-2^32-5000

    #500 | reserved
    a clock at 0 is not set | 0 0 T
    the first usable timestamp | 1 1 2
    # | reserved renewal
    the second of counter_hi from the first usable timestamp | 1 1000 1001
    # | reserved
    the last usable timestamp | LAST-1 LAST LAST
    a reading of {} at the start | {} T | &
    a reading of {} later | T {} T T+1 | LAST+1 LAST+2 2^53-1
    a reading of 0 later | T 0 T
    a reading of 0 within the allowance | 5 0 5
    a reserved timestamp does not start over | +reset on_rollback=reset T 0 LAST+1 T

    #600 | rng_failure
    a failed draw of counter_lo for the first ID | T:lo=fails T T
    a failed draw of counter_hi for the first ID | T:hi=fails T T
    a failed draw of entropy for the first ID | T:entropy=fails T T
    a failed draw of entropy within a millisecond: the count is not consumed | T T:entropy=fails T
    a failed draw of counter_lo for a new millisecond | T T+1:lo=fails T+1 T+1
    a failed draw of entropy for a new millisecond | T T+1:entropy=fails T+1 T+1
    a failed new millisecond leaves no trace | T T+1:entropy=fails T T+1
    a failed draw of counter_lo for a new second | T T+1000:lo=fails T+1000 T+1001
    a failed draw of counter_hi for a new second | T T+1000:hi=fails T+1000 T+1001
    a failed draw of entropy for a new second | T T+1000:entropy=fails T+1000 T+1001
    a failed new second leaves no trace | T T+1000:entropy=fails T+999 T+1000
    a failed draw of entropy at a carry | T:lo=MAX T:entropy=fails T T
    a failed draw of counter_lo at an overflow | T:lo=MAX,hi=MAX T:lo=fails T T
    a failed draw of entropy at an overflow | T:lo=MAX,hi=MAX T:entropy=fails T T
    a failed draw of counter_hi at an overflow | T:hi=MAX T+999:lo=MAX T+999:hi=fails T+999 T+999
    a failed draw of entropy during a rollback | T T-1:entropy=fails T-1 T
    many failures in a row | T T:entropy=fails T:entropy=fails T+1:lo=fails T:entropy=fails T
    failures, then a reserved reading, then a rollback | T T+1:lo=fails 0 T-10_001 T
";

/// An ID does not say when its `counter_hi` was drawn.
const RENEWALS_AFTER_RESUMING: &str = "
    #9830 | resume renewal
    resuming the next timestamp draws counter_hi, and the second is measured from there \
        | resume_after=T/7/9/5 T T+1 T+2 T+1000 T+1001
    resuming from a carry | resume_after=T/7/MAX/5 T T T+1
    resuming before an overflow, which draws counter_hi | resume_after=T/MAX/MAX-1/5 T T T+1 T+2
    resuming with a source that fails at counter_hi | resume_after=T/7/9/5 T+1:hi=fails T T+1
    resuming with the clock behind | resume_after=T/0/0/5 T-9999 T-10_000 T+999 T+1000
";

/// Changes of the configuration with an ID that its generator does not resume after.
pub(super) const NOT_RESUMED: &str = "
    resume_after=0/0/0/0 | the smallest ID
    resume_after=0/5/5/5 | an ID with the reserved timestamp 0
    resume_after=2^48-1/5/5/5 | an ID with the largest timestamp, which is reserved
";

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({}))
}

pub(super) fn cases() -> Vec<Case<Trace>> {
    let mut traces = Traces::new(&LAYOUT, usual_config(), new_model);
    traces.names("MAX=2^24-1 LAST=2^48-2 OUT=0");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(&Ceilings { first_id: 9500, exhaust: Some("AT<END:lo=MAX,hi=MAX") });
    traces.resuming(&Resuming { first_id: 9800, id: "NOW/7/9/5", last: "NOW/MAX/MAX/5" });
    traces.add(RENEWALS_AFTER_RESUMING);
    traces.finish()
}
