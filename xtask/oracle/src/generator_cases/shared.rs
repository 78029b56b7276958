//! Traces that are the same in all schemes, except for the named numbers of the script.

use super::{Call, Traces, WALKS};
use crate::model::Sampling;

impl Traces {
    /// Adds traces with time spans that do not fit in 16, 31 and 32 bits, forward and back. An implementation that
    /// truncates such a difference sees a small one.
    pub(crate) fn wide_spans(&mut self, first_id: u32) {
        self.begin(&first_id.to_string());
        for bits in [16, 31, 32] {
            self.names(&format!("THEN=NOW+2^{bits}TICK+20TICK"));
            self.add(&format!(
                "forward and back by a little more than 2^{bits} ticks | +rollback NOW THEN NOW THEN
                 starting over after a little more than 2^{bits} ticks back | +reset on_rollback=reset THEN NOW NOW"
            ));
        }
    }

    /// Adds traces with allowances, readings and ceilings that do not fit in 48, 53 or 63 bits, or are not exact in
    /// seconds.
    pub(crate) fn wide_limits(&mut self, first_id: u32) {
        let step = self.reading("TICK").max(self.reading("MS"));
        let step_ms = step / self.reading("MS");
        self.names(&format!("STEP={step} STEP_MS={step_ms}"));
        self.begin(&format!("{first_id} | rollback"));
        self.add(
            "an allowance of 2^48 ms | allowance_ms=2^48 NOW NOW-TICK NOW-20_000MS
             an allowance of 1001 steps | allowance_ms=1001STEP_MS NOW NOW-1001STEP NOW-1001STEP-1 NOW",
        );
        self.begin("| limit");
        self.add("a reading of {} later | NOW {} NOW | 2^53+NOW+1 2^63 2^63+NOW+1 2^64-1");
        self.begin("| ceiling");
        self.add("a ceiling of {} ms | NOW<{}MS NOW NOW+TICK | 2^48 2^63 2^64-1");
    }

    /// Adds the random walks of a scheme with millisecond ticks. `LAST` is the last tick that an ID can carry.
    pub(crate) fn usual_walks(&mut self) {
        self.random_walks(
            700,
            400,
            "a random walk in steps of about 3 ms | on_rollback=error allowance_ms=10_000 | T | 3
             a random walk in steps of about 3 ms | on_rollback=reset allowance_ms=10_000 | T | 3
             a random walk in steps of about 300 ms | on_rollback=error allowance_ms=500 | T | 300
             a random walk in steps of about 300 ms | on_rollback=reset allowance_ms=0 | T | 300
             a random walk in steps of about 40 ms | on_rollback=reset allowance_ms=10_000 | LAST-10_000 | 40
             a random walk in steps of about 5 ms | on_rollback=error allowance_ms=1_000_000 | 1_000_000 | 5",
        );
    }

    /// Adds traces with a ceiling. The script must have defined the names `NOW`, `MS`, `TICK`, `OUT` (a reading that no
    /// ID can carry) and `LAST` (the start of the last tick). `exhaust` has the calls that exhaust the tick of the
    /// reading `AT`, which is below the ceiling `END`. The next call then overflows.
    pub(crate) fn ceilings(&mut self, first_id: u32, exhaust: Option<&str>) {
        // The smallest span that is a whole number of ticks and of milliseconds.
        let step = self.reading("TICK").max(self.reading("MS"));
        self.names(&format!("STEP={step} S=1000MS END=NOW+STEP AT=END-TICK AHEAD=NOW+5STEP"));
        self.begin(&format!("{first_id} | ceiling"));
        self.add(
            "the last tick before the ceiling has IDs, the next has none | NOW<END AT END-1 END END+1 AT
             a ceiling at the reading | NOW<NOW NOW+1 NOW-1 NOW
             a ceiling of 0 stops the generator | NOW NOW<0 NOW-STEP NOW<MS NOW<END
             a generator that is stopped before its first ID draws nothing | NOW<0 NOW NOW<2^53MS-MS NOW
             several IDs at one reading, with the ceiling lowered and raised in between \
                | NOW NOW<END NOW NOW<NOW NOW NOW NOW<END NOW
             a raised ceiling | NOW<END END END<END+STEP END END+STEP
             a reading before the ceiling, but the last ID is at it \
                | +rollback AHEAD NOW<AHEAD AHEAD-1 AHEAD NOW<AHEAD+MS NOW
             a ceiling that is lowered below the last ID refuses all until it is raised \
                | +rollback AHEAD NOW-1<NOW NOW-S NOW<AHEAD+STEP NOW
             a rollback within the allowance, below the ceiling | +rollback NOW<END NOW-1 NOW-10S NOW-5S NOW
             a rollback beyond the allowance, below the ceiling | +rollback NOW<END NOW-11S NOW
             the ceiling comes before the rollback | +rollback NOW NOW-11S<NOW NOW NOW-11S<END NOW
             a reading that is out of range comes before the ceiling | NOW OUT<NOW-S NOW OUT<END NOW
             a reading after the last tick comes before the ceiling | NOW<END LAST+TICK NOW
             starting over does not get below a ceiling that was lowered \
                | +reset on_rollback=reset NOW NOW-20S<NOW-S NOW-20S<END NOW-20S END
             starting over below the ceiling | +reset on_rollback=reset NOW<END NOW-20S NOW-20S END AT",
        );
        if let Some(full) = exhaust {
            self.begin("| ceiling overflow");
            self.add(&format!(
                "an overflow across the ceiling draws nothing | {full} AT AT AT<END+STEP AT END
                 an overflow across the ceiling, then the clock reaches it | {full} AT END END<END+STEP END
                 an overflow across the ceiling during a rollback | +rollback {full} AT-S AT-11S AT-S<END+STEP AT
                 an overflow below the ceiling, which is then lowered \
                    | {full} AT<END+STEP AT AT<END AT-1 END AT<END+STEP
                 an exhausted tick before the ceiling, and starting over \
                    | +reset on_rollback=reset allowance_ms=0 {full} AT AT-STEP AT"
            ));
        }
        self.begin("| ceiling random_walk");
        for (_, sampling, of_kind) in WALKS {
            self.ceiling_walk(step, sampling, of_kind);
        }
    }

    /// Adds a long random trace whose ceiling moves around the readings.
    fn ceiling_walk(&mut self, step: u64, sampling: Sampling, of_kind: &str) {
        let [start, ms] = ["NOW", "MS"].map(|name| self.reading(name));
        for change in ["on_rollback=error", "on_rollback=reset"] {
            let mut now = start;
            let calls: Vec<_> = (0..200)
                .map(|_| {
                    now = match self.random(8) {
                        0..=3 => now,
                        4 => now + self.random(4 * step),
                        5 => now + step,
                        6 => now - self.random(4 * step),
                        _ => start + self.random(100 * step),
                    };
                    let ceiling = ((now + self.random(8 * step)) / ms).saturating_sub(3 * step / ms);
                    let ceiling_unix_ms = (self.random(4) == 0).then_some(ceiling);
                    Call { now, ceiling_unix_ms, set: Vec::new() }
                })
                .collect();
            let comment = format!("a random walk around a ceiling that moves{of_kind}");
            self.push(&comment, change, calls, sampling);
        }
    }

    /// Adds traces of generators that resume after an ID. They use the same names as [`ceilings`](Self::ceilings). `id`
    /// has the fields of an ID at the reading `NOW`, in a tick with room for more IDs. `last` has the fields of the
    /// last ID of that tick. Only SCRU64's specification mentions resuming, and SCRU64 has its own traces for it.
    pub(crate) fn resuming(&mut self, first_id: u32, id: &str, last: &str) {
        self.names("FAR=NOW-10_000MS");
        self.begin(&format!("{first_id} | resume"));
        // ULID draws nothing within a tick.
        let fails_in_tick = match self.fields[..] {
            [_, .., field] => format!(
                "\nresuming with a source that fails in its tick | resume_after={id} NOW:{field}=fails NOW NOW+1"
            ),
            _ => String::new(),
        };
        self.add(&format!(
            "resuming in its tick | resume_after={id} NOW NOW NOW+1
             resuming one tick later | resume_after={id} NOW+1 NOW+1 NOW+2
             resuming less than a second later | resume_after={id} NOW+999MS NOW+999MS
             resuming a second later | resume_after={id} NOW+1000MS NOW+1000MS
             resuming a year later | resume_after={id} NOW+YEAR NOW+YEAR NOW+YEAR+1
             resuming with the clock back by one tick | +rollback resume_after={id} NOW-1 NOW NOW+1
             resuming with the clock back by the allowance | +rollback resume_after={id} FAR NOW
             resuming with the clock back beyond the allowance | +rollback resume_after={id} FAR-1 FAR-1 FAR NOW+1
             resuming after a reading that is out of range | resume_after={id} OUT NOW OUT NOW
             resuming under a ceiling at its timestamp \
                | +ceiling resume_after={id} NOW<NOW NOW-MS NOW<NOW+MS NOW+MS
             resuming from the last ID of its tick | +overflow resume_after={last} NOW NOW NOW+MS NOW+MS
             resuming from the last ID of its tick, one tick later | resume_after={last} NOW+1 NOW+1
             resuming from the last ID of its tick, with the clock back by the allowance \
                | +overflow +rollback resume_after={last} FAR FAR-MS
             resuming with the clock back by the allowance, then starting over \
                | +reset on_rollback=reset resume_after={id} FAR FAR-1 FAR-1 NOW
             resuming with a source that fails one tick later | resume_after={id} NOW+1:fails NOW NOW+1{fails_in_tick}"
        ));
    }
}
