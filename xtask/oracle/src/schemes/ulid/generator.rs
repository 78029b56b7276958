//! Traces of every transition of the generator.

use serde_json::{Map, Value, json};

use super::model::{LAYOUT, new_model};
use crate::format::{Case, Step, Trace};
use crate::generator_cases::{Ceilings, Resuming, Traces, usual};

/// The traces. `LAST` is the last timestamp, and `MAX` the largest randomness, after which the next call in the tick
/// overflows.
const SCRIPT: &str = "
    #10 | new_tick
    the first ID draws randomness | T
    # | same_tick
    four IDs in one millisecond | T*4
    a draw of zeros | T:0 T T
    # | new_tick
    a draw of ones | T:MAX
    {} ms later randomness is drawn | T T+{} T+{} | 1 2 999 1000 1001 YEAR
    randomness may decrease in a new millisecond | T:MAX T+1:0
    the largest values, without an overflow | T:MAX-1 T T+1:MAX T+2:MAX-1
    # | same_tick new_tick
    several IDs in several milliseconds | T T T+1 T+1 T+3 T+3 T+3

    #100 | carry
    a carry out of {0} bytes of ones | T:2^{1}-1 T T | 1/8 2/16 3/24 4/32 5/40 6/48 7/56 8/64 9/72
    #120 | carry
    a carry out of {0} digits of ones | T:2^{1}-1 T T \
        | 1/5 2/10 3/15 4/20 5/25 6/30 7/35 8/40 9/45 10/50 11/55 12/60 13/65 14/70 15/75
    #150 | carry
    a carry out of {} bits of ones | T:2^{}-1 T T | 1 4 31 33 47 52 53 54 63 66 79
    a carry out of {} bits to the largest value above them | T:MAX-2^{} T T | 8 16 32 64

    #200 | overflow
    randomness overflows | T:MAX T
    the largest value comes before the overflow | T:MAX-1 T T
    an overflow is an error for the rest of the millisecond | T:MAX T T T
    after an overflow the clock advances | T:MAX T T+1 T+1
    after an overflow the clock jumps | T:MAX T T+YEAR
    an overflow, twice | T:MAX T T+1:MAX T+1 T+1 T+2
    the timestamp of 0 overflows | 0:MAX 0 1
    after the largest ID there is no other | +limit LAST:MAX LAST LAST
    an overflow before the last millisecond | +limit LAST-1:MAX LAST-1 LAST

    #250 | overflow
    after an overflow the clock is behind, within the allowance | +rollback T:MAX T T-1 T-10_000 T+1
    after an overflow the clock is behind, beyond the allowance | +rollback T:MAX T T-10_001 T-10_000 T T+1
    an overflow during a rollback | +rollback T:MAX-1 T-5000 T-5000 T
    after an overflow the clock goes back and catches up | +rollback T:MAX T-2 T-1 T T+1 T+1
    an overflow is distinguished from a rollback, without an allowance | +rollback allowance_ms=0 T:MAX T T-1 T T+1
    after an overflow only a large rollback starts over | +reset on_rollback=reset T:MAX T T-10_000 T-10_001 T-10_001
    after the largest ID, a reading far before it | +reset on_rollback=reset LAST:MAX LAST T T

    #300 | rollback
    {} ms back is within the allowance | T T-{} T-{} | 1 2 9999 10_000
    {} ms back is beyond the allowance | T T-{} T-{} | 10_001 10_002 YEAR T
    the clock recovers after the error | T T-10_001 T T+1
    a rollback is measured from the last ID, not from the last reading | T T-6000 T-9000 T-12_000 T-10_000
    the clock goes back and catches up | T T-100 T-50 T-1 T T+1
    the clock goes back and jumps ahead | T T-100 T+700
    the clock goes back twice | T T-100 T+1 T-100 T+1 T+2 T-9999
    a carry during a rollback | T:2^64-1 T-5000 T-5000
    one reading in the far future: an error until the clock gets there | LAST T T+YEAR LAST
    a later reading in the far future | T T+100YEAR T+1 T+100YEAR+1

    #350 | rollback
    no allowance | allowance_ms=0 T T T-1 T
    an allowance of 1 ms | allowance_ms=1 T T-1 T-2
    an allowance of a minute | allowance_ms=60_000 T T-60_000 T-60_001
    an allowance 1 ms smaller than the largest rollback | allowance_ms=LAST-1 LAST 1 0 T
    an allowance as large as the largest rollback | allowance_ms=LAST LAST 0 T
    an allowance of 53 bits | allowance_ms=2^53-1 LAST T T+YEAR 0

    #400 | reset | on_rollback=reset
    10 001 ms back starts over and draws randomness | T T-10_001 T-10_001
    10 000 ms back does not start over | T T-10_000 T
    the clock recovers after starting over | T T-20_000 T T
    starting over twice | T T-20_000 T-40_000 T-40_000
    a first reading in the far future | LAST T T T+1
    one reading in the far future | T T T+100YEAR T+1 T+1 T+2
    back to the first millisecond | T 0 0 1
    starting over with the largest value | T T-20_000:MAX T-20_000 T-19_999
    a rollback measured from the new series | T T-20_000 T-30_000 T-30_001
    a failure while starting over keeps the old series | T T-20_000:fails T-20_000:fails T T-20_000
    starting over without an allowance | allowance_ms=0 T T T-1 T
    starting over after an overflow, without an allowance | +overflow allowance_ms=0 T:MAX T T-1 T-1

    #500 | limit
    a timestamp of 0 is valid | 0 0 1 T
    the smallest ID | 0:0 0
    the last timestamp | LAST-1 LAST LAST
    the largest ID | LAST:MAX-1 LAST
    a reading of {} at the start | {} T | &
    a reading of {} later | T {} T T+1 | LAST+1 LAST+2 LAST+1+T 2^53-1
    one millisecond too many | LAST LAST+1 LAST
    a reading above the range does not start over | +reset on_rollback=reset T LAST+1 T T-10_001

    #550 | limit
    a reading of 0 within the allowance | +rollback 5 0 5 6
    a reading of 0 beyond the allowance | +rollback 10_001 0 1
    one error of each kind except `rng` | +overflow +rollback T:MAX LAST+1 T T-10_001 T+1

    #600 | rng_failure
    a failed draw of randomness for the first ID | T:fails T T
    a failed draw of randomness for the first ID, then an earlier reading | T:fails T-YEAR T
    a failed draw of randomness for the first ID at 0 | 0:fails 0 0
    a failed draw of randomness for a new millisecond | T T+1:fails T+1 T+1
    a failed new millisecond leaves no trace | T T+1:fails T T+1
    a failure in the far future leaves no trace | T T+YEAR:fails T-10_000 T+1
    randomness is incremented after a failure | T T+1:fails T T T
    a failed draw in the millisecond after an overflow | T:MAX T T+1:fails T T+1
    a failed draw in the millisecond after a rollback | T T-100 T+1:fails T-10_000 T+1
    many failures in a row | T T+1:fails T+1:fails T+2:fails T T+1:fails T+1
    a failure, then a reading above the range, then a rollback | T T+1:fails LAST+1 T-10_001 T
";

/// The configuration to which cases apply their changes.
pub(super) fn usual_config() -> Map<String, Value> {
    usual(&json!({}))
}

pub(super) fn cases() -> Vec<Case<Trace>> {
    let mut traces = Traces::new(&LAYOUT, usual_config(), new_model);
    traces.names("MAX=2^80-1 LAST=2^48-1 OUT=LAST+1");
    let published = published(&mut traces);
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(&Ceilings { first_id: 9500, exhaust: Some("AT<END:MAX") });
    traces.resuming(&Resuming { first_id: 9800, id: "NOW/0xff_ffff_ffff", last: "NOW/MAX" });
    let cases = traces.finish();

    for (case, texts) in cases.iter().zip(published) {
        let found: Vec<_> = case.steps.iter().map(outcome).collect();
        assert_eq!(found, texts, "what the specification prints");
    }
    cases
}

fn outcome(step: &Step) -> &str {
    step.text.as_deref().or(step.error.as_deref()).unwrap_or_default()
}

/// The calls that the specification prints, and their printed results.
fn published(traces: &mut Traces) -> [&'static [&'static str]; 3] {
    traces.add("#1 | published");
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
        let (now, randomness, more) = (&values[0], &values[1], texts.len() - 1);
        traces.add(&format!("{comment} | +{flag} {now}:{randomness} {now}*{more}"));
    }
    [first, second, last]
}
