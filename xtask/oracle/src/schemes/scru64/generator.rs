//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, new_model};
use crate::format::{Case, Trace};
use crate::generator_cases::{Ceilings, Traces, usual};

/// The traces. A node has the id 42 of 8 bits, unless it says otherwise, so that its counter has 16 bits.
///
/// `LAST` is the start of the last usable tick, and `MAX` the largest counter, after which the next call in the tick
/// overflows. `TICKS` and `LAST_TICK` are the timestamps of `T` and `LAST`, `NODE` is the smallest `node_ctr` of the node, and
/// `EXAMPLE` is the time of the ID in the specification's node spec, 0u2r85hm2pt3/16.
///
/// "Resetting `timestamp` without refreshing `node_id` is highly discouraged". It therefore happens only with an
/// `on_rollback` of `reset`. The size of a rollback is the distance between the ticks of the two readings.
const SCRIPT: &str = "
    #1 | new_tick
    the first ID draws the counter | T
    # | same_tick
    four IDs at one reading | T T T T
    a draw of zeros | T:0 T
    # | new_tick
    a draw of ones | T:MAX
    the counter may decrease in a new tick | T:MAX T+256:0 T+256
    # | same_tick new_tick
    a tick lasts 256 ms | T T+1 T+128 T+255 T+256 T+511 T+512
    # | new_tick
    1 ms forward into a new tick | T+255 T+256
    ticks are aligned to the clock, not to the first reading | T+200 T+300 T+500 T+600
    # | same_tick
    going back within a tick is not a rollback | T+255 T T+254 T+1
    # | rollback
    back and forth within a tick, then into the next and back | T T+100 T+50 T+255 T+256 T+255

    #50 | new_tick
    {} ms forward from the start of a tick | T T+{} T+{} | 256 257 511 512 1000 10_000 YEAR
    {} ms forward from the end of a tick | T+255 T+255+{} T+255+{} | 1 255 256 257 512

    #100 | carry
    a 16-bit counter starting at {} | T:{} T T | 0x007f 0x00fe 0x00ff 0x0100 0x7ffe 0x7fff 0xfeff 0xfffd
    a 23-bit counter starting at {} | node_id=1 node_id_size=1 T:{} T T \
        | 0x0000ff 0x00ffff 0x0fffff 0x3fffff 0x7ffeff 0x7ffffd

    #150 | carry
    from the tick {} to the next | {}TICK+255 {}TICK+256 {}TICK+256 \
        | 0xff 0xffff 0xffffff 0xffffffff 0x1fffffffff 0x3fffffffff

    #200 | overflow
    the counter overflows | T:MAX T
    the counter reaches its largest value first | T:MAX-1 T T T
    an overflow at the end of a tick | T+255:MAX T+255 T+256
    after an overflow the clock is behind | T:MAX T T+1 T+255
    after an overflow the clock catches up | T:MAX T T+256 T+512
    the clock passes the timestamp of an overflow | T:MAX T T+512 T+512
    after an overflow the clock jumps ahead | T:MAX T T+YEAR
    an overflow draws zeros | T:MAX T:0 T
    repeated overflows, then the clock catches up | T:MAX T:MAX T:MAX T:MAX T T+1024
    two overflows, then the clock catches up tick by tick | T:MAX T:MAX T+256 T+512 T+768
    the clock catches up with the timestamp of the next overflow | T:MAX T:MAX T+512 T+512
    the largest value in each tick is not an overflow while the clock advances | T:MAX T+256:MAX T+512:MAX T+768
    an overflow while the clock is behind | T:MAX T:MAX T+256:5 T+512 T+768
    an overflow whose timestamp carries through four bytes | 0xffffffffTICK:MAX 0xffffffffTICK 0xffffffffTICK

    #230 | overflow reserved
    an overflow into the last usable timestamp | LAST-256:MAX LAST-256 LAST
    an overflow of the last usable timestamp is an error every time, and draws nothing | LAST:MAX LAST LAST+255 LAST-1
    an overflow of the last usable timestamp, then a reading far before it | +reset on_rollback=reset LAST:MAX LAST T T

    #300 | node_id
    node {0}/{1}, guard_bits {2}: draws of 0 and of the largest counter \
        | node_id={0} node_id_size={1} guard_bits={2} T:0 T T+256:2^{3}-1 T+256*4 T+2816 \
        | 0/1/0/23 1/1/0/23 0/8/0/16 255/8/0/16 0/16/0/8 65535/16/0/8 0/22/0/2 4194303/22/0/2 0/23/0/1 \
          8388607/23/0/1 1/2/0/22 2816/12/0/12 2796202/22/0/2 5592405/23/0/1 1/23/0/1
    node {}/4 of the specification's hot and cold nodes | node_id={} node_id_size=4 T T T+256 | 0x0 0x1
    node {}/8 of the specification's hot and cold nodes | node_id={} T T T+256 | 0x80 0x81

    #350 | guard_bits
    node {0}/{1}, guard_bits {2}: draws of 0 and of the largest counter \
        | node_id={0} node_id_size={1} guard_bits={2} T:0 T T+256:2^{3}-1 T+256*4 T+2816 \
        | 0/1/1/22 1/1/1/22 0/1/23/0 1/1/23/0 0/8/1/15 255/8/1/15 0/8/16/0 255/8/16/0 0/16/1/7 65535/16/1/7 \
          0/16/8/0 65535/16/8/0 0/22/1/1 4194303/22/1/1 0/22/2/0 4194303/22/2/0 0/23/1/0 8388607/23/1/0
    the counter carries into the guard bit | guard_bits=1 T:2^15-1 T T T+256:2^15-1

    #400 | rollback
    {} × 256 ms back is within the allowance | T T-{}TICK T-{}TICK | 1 2 38 39
    {} × 256 ms back is beyond the allowance | T T-{}TICK T-{}TICK | 40 41 123_187_500 6_640_624_999
    the clock recovers after the error | T T-20_000 T T+256
    a rollback is measured from the last ID, not from the last reading | T T-6000 T-9000 T-12_000 T-9500
    the clock goes back and catches up | T T-1000 T-500 T-1 T T+255 T+256
    the clock goes back and jumps ahead | T T-1000 T+700
    back by 1 ms into the tick before | T T-1 T
    one reading in the far future: an error until the clock gets there | T T+YEAR T T+YEAR-1 T+YEAR

    #430 | rollback overflow
    an overflow during a rollback | T:MAX T-5000 T-5000 T+256 T+512
    a rollback includes the tick that an overflow added | T:MAX T-9984 T-9984 T-9729 T-9728
    a rollback beyond the allowance when the next ID would overflow | T:MAX T-20_000 T T-9000
    overflows run ahead of the clock beyond the allowance, until the clock follows | T:MAX*41 T T+255 T+256 T+256

    #450 | rollback rounding
    {0} ms back from {1} ms into a tick is a rollback of {2} × 256 ms | T+{1} T+{1}-{0} T+{1}-{0} \
        | 9983/0/39 9984/0/39 9985/255/39 10_000/255/39 10_239/255/39 10_000/16/39 \
          9985/0/40 10_000/0/40 10_000/15/40 10_239/0/40 10_240/255/40

    #480 | rollback
    an allowance of {0} ms amounts to {1} × 256 ms \
        | +rounding allowance_ms={0} T+255 T-{1}TICK T-{1}TICK-1 T \
        | 0/0 1/0 255/0 256/1 257/1 511/1 512/2 9983/38 9984/39 10_239/39 10_240/40 60_000/234
    without an allowance, after an overflow the rest of the tick is a rollback \
        | +overflow allowance_ms=255 T:MAX T T T+255 T+256
    an allowance of two ticks for overflows that run ahead | +overflow allowance_ms=512 T:MAX T:MAX T:MAX T:MAX T+256
    an allowance larger than any rollback | allowance_ms=LAST LAST 256 T
    an allowance of 53 bits | allowance_ms=2^53-1 LAST 256 T LAST

    #500 | reset | on_rollback=reset
    a rollback within the allowance does not start over | T T-9984 T-9984
    a rollback beyond the allowance starts over | T T-9985 T-9985
    starting over, then the clock advances | T T-20_000 T-19_900 T-19_500
    starting over, then the clock recovers | T T-20_000 T T+256
    starting over twice | T T-20_000 T-40_000 T-40_000
    after starting over, a rollback is measured from the new series | T T-20_000 T-29_000 T-31_000
    a first reading in the far future | LAST T T T+256
    one reading in the far future | T T T+100YEAR T+1 T+1 T+256
    back to the first usable tick | T 256 511 512
    starting over with the largest counter | T T-20_000:MAX T-20_000
    starting over when the next ID would overflow | T:MAX T-20_000 T-20_000
    a failure while starting over keeps the old series | T T-20_000:fails T-20_000:fails T T-20_000
    starting over after overflows have run ahead beyond the allowance | T:MAX*40 T:7 T T+256

    #530 | reset | allowance_ms=255 on_rollback=reset
    starting over without an allowance | T T T-1 T
    going back within a tick does not start over | T+255 T T+1
    starting over after an overflow, without an allowance | T:MAX T T T

    #600 | reserved
    a clock at {} is not set | {} {} T | &
    a reading of {} later | T {} T | &
    a reading of {} within the allowance | 1000 {} 1000 | 0 1 255
    the first usable tick | 256 256 511 512
    from the reserved tick into the first usable one | 255 256 255
    the last usable tick, and the reserved one after it | LAST-1 LAST LAST LAST+255 LAST+256 LAST+255
    a reading of {} at the start | {} T | &
    a reading of {} later | T {} T T+256 | LAST+256 LAST+511 LAST+512 2^47 2^48+T 2^53-1

    #650 | reserved
    a reserved timestamp does not start over | +reset on_rollback=reset T 0 255 LAST+256 T
    reserved readings with an allowance larger than any rollback | allowance_ms=2^53-1 LAST LAST+256 0 LAST 256

    #700 | resume
    resuming in its tick | resume_after=TICKS/NODE+5 T T+255 T+256
    resuming in a later tick | resume_after=TICKS/NODE+5 T+256 T+256 T+512
    resuming long after | resume_after=TICKS/NODE+5 T+YEAR T+YEAR
    resuming from a counter of 0 | resume_after=TICKS/NODE T
    resuming from a carry | resume_after=TICKS/NODE+0xff T T
    resuming to the largest counter | resume_after=TICKS/NODE+MAX-1 T T
    resuming from the largest counter, in its tick | resume_after=TICKS/NODE+MAX T T T+256
    resuming from the largest counter, in a later tick | resume_after=TICKS/NODE+MAX T+256 T+256
    resuming from the first usable timestamp | resume_after=1/NODE 256 511 512
    resuming from the last usable timestamp | resume_after=LAST_TICK/NODE+3 LAST T LAST
    resuming after reserved readings | resume_after=TICKS/NODE+5 0 LAST+256 T T
    resuming with a failing source | resume_after=TICKS/NODE+5 T+256:fails T T+256:fails T+256
    resuming with a failing source at an overflow | resume_after=TICKS/NODE+MAX T:fails T:fails T

    #720 | overflow ceiling
    an overflow at the end of time comes before the ceiling | LAST<LAST+TICK:MAX LAST LAST+255 LAST<LAST+2TICK

    #730 | resume
    resuming node {0}/{1} from half of the counter's range \
        | +node_id node_id={0} node_id_size={1} resume_after=TICKS/{2} T T T+512 \
        | 0/1/0x3fffff 1/1/0xbfffff 2816/12/0xb007ff 65_535/16/0xffff7f 0/22/1 0/23/0 8_388_607/23/0xfffffe
    resuming after the specification's example, in its tick \
        | node_id=11_001 node_id_size=16 resume_after=0u2r85hm2pt3 EXAMPLE EXAMPLE EXAMPLE+256
    resuming after the specification's example, later | node_id=11_001 node_id_size=16 resume_after=0u2r85hm2pt3 T T

    #750 | resume guard_bits
    resuming from the counter {0} with guard_bits {1} | guard_bits={1} resume_after=TICKS/NODE+{0} T T T+512 \
        | 0x7fff/1 0x8000/1 0xffff/1 0x0000/16 0xffff/16

    #770 | resume
    resuming with the clock back by one tick | resume_after=TICKS/NODE+5 T-1 T T+256
    resuming with the clock back by the allowance | resume_after=TICKS/NODE+5 T-9984 T
    resuming with the clock back beyond the allowance | resume_after=TICKS/NODE+5 T-9985 T-9985 T-9984
    resuming with the clock back beyond the allowance until the clock has passed | resume_after=TICKS/NODE+5 T-YEAR T+256
    resuming from the largest counter, with the clock back by the allowance \
        | resume_after=TICKS/NODE+MAX T-9984 T-9984 T-9728 T+512
    resuming from the largest counter, with the clock back beyond the allowance | resume_after=TICKS/NODE+MAX T-9985 T

    #780 | resume
    resuming with the clock back by the allowance continues | +reset resume_after=TICKS/NODE+5 on_rollback=reset T-9984 T
    resuming with the clock back beyond the allowance starts over \
        | +reset resume_after=TICKS/NODE+5 on_rollback=reset T-9985 T-9985 T
    resuming, and a failure while starting over | +reset resume_after=TICKS/NODE+5 on_rollback=reset T-YEAR:fails T T-YEAR
    resuming after an ID from the far future | +reset resume_after=LAST_TICK/NODE+MAX on_rollback=reset T T T+256
    resuming with a ceiling between the reading and the ID \
        | +ceiling resume_after=TICKS/NODE+5 T-1000<T-100 T-1000<T T-1000<T+1 T
    resuming without an allowance | +rollback resume_after=TICKS/NODE+5 allowance_ms=255 T-1 T T+255 T-1
    resuming after the largest ID | +overflow resume_after=LAST_TICK/NODE+MAX LAST LAST+255 LAST-1 T

    #800 | rng_failure
    a failure at the first ID | T:fails T T
    a failure at the first ID, then the clock advances | T:fails T+256 T+256
    a failure at the first ID, then the clock goes back | T:fails T-YEAR T-YEAR
    a failure in a new tick | T T+256:fails T+256 T+256
    a failed new tick leaves no trace | T T+256:fails T T+256
    a failure at an overflow | T:MAX T:fails T T
    a failure at an overflow, then the clock advances | T:MAX T:fails T+256
    a failure at an overflow, then a new tick | T:MAX T:fails T+512 T+512
    a failure at an overflow during a rollback | T:MAX T-9984:fails T-9985 T-9984
    a failed tick does not count towards a rollback | T T+1000:fails T-9984 T
    many failures in a row | T:MAX T:fails T:fails T+256:fails T T
    failures, then a reserved reading, then a rollback | T T+256:fails 0 T-20_000 T
    a failure in the last usable tick, whose overflow draws nothing | LAST:fails LAST:MAX LAST

    #830 | rng_failure
    a failure at overflows of a counter of one bit | node_id=5 node_id_size=23 T:1 T:fails T:0 T T:fails
";

/// The long random traces.
const WALKS: &str = "
    node 42/8: a random walk in steps of about 20 ms | allowance_ms=20_000 | T | 20
    node 65535/16: a random walk in steps of about 300 ms \
        | node_id=65_535 node_id_size=16 guard_bits=1 on_rollback=reset | T | 300
    node 2796202/22: a random walk in steps of about 60 ms \
        | node_id=2_796_202 node_id_size=22 allowance_ms=60_000 | T | 60
    node 7/23: a random walk in steps of about 700 ms \
        | node_id=7 node_id_size=23 guard_bits=1 on_rollback=reset allowance_ms=0 | T | 700
    node 0/12: a random walk in steps of about 100 ms \
        | node_id=0 node_id_size=12 guard_bits=4 on_rollback=reset | LAST-10_000 | 100
    node 1/1: a random walk in steps of about 100 ms \
        | node_id=1 node_id_size=1 allowance_ms=1_000_000 | 10_000_000 | 100
";

/// Changes of the configuration with an ID that its generator does not resume after. The usual node is 42/8.
pub(super) const NOT_RESUMED: &str = "
    resume_after=6_640_625_000/0x2b0005 | an ID of node 43
    resume_after=6_640_625_000/0x150000 | an ID of node 42/9
    resume_after=6_640_625_000/0 | an ID of node 0
    resume_after=0/0x2a0005 | an ID with the reserved timestamp 0
    resume_after=282_429_536_480/0x2a0005 | an ID with the largest timestamp, which is reserved
    node_id=0 resume_after=6_640_625_000/0x2b0005 | an ID of node 43, in a generator of node 0
";

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({"node_id": 42, "node_id_size": 8, "guard_bits": 0}))
}

pub(super) fn cases() -> Vec<Case<Trace>> {
    let mut traces = Traces::new(&LAYOUT, usual_config(), new_model);
    traces.names("TICK=256 MAX=0xffff NODE=42MAX+42 TICKS=6_640_625_000 LAST_TICK=282_429_536_479");
    traces.names("LAST=282_429_536_479TICK OUT=255 EXAMPLE=1_677_927_886_080");
    traces.add(SCRIPT);
    traces.random_walks(900, 400, WALKS);
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(&Ceilings { first_id: 9500, exhaust: Some("AT<END:MAX") });
    traces.finish()
}
