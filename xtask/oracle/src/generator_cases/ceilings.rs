//! Traces with a ceiling. They are the same in all schemes, apart from the length of a tick and from overflows.

use serde_json::{Value, json};

use super::{Call, Traces, WALKS, allowance, calls, or_reset};
use crate::model::Sampling;

/// The flag of these traces, with its meaning.
pub(super) const FLAG: (&str, &str) =
    ("ceiling", "no ID has a timestamp at or after the ceiling, which can change before any call");

/// The specifications are silent on ceilings.
const POLICY: &str = "";

/// What these traces depend on.
pub(crate) struct Ceilings<'a> {
    /// The first id of the group.
    pub(crate) first_id: u32,
    /// The scheme's changes of the usual configuration.
    pub(crate) changes: &'a [(&'a str, Value)],
    /// An ordinary reading at the start of a tick and of a millisecond.
    pub(crate) now: u64,
    /// The length of a tick, in the unit of the readings.
    pub(crate) tick: u64,
    /// The length of a millisecond, in the unit of the readings.
    pub(crate) ms: u64,
    /// A reading that no ID can carry.
    pub(crate) out_of_range: u64,
    /// Makes the calls at a reading that exhaust its tick. The next call overflows.
    pub(crate) exhaust: Option<fn(u64) -> Vec<Call<'a>>>,
}

/// The call after a change of the ceiling.
fn below<'a>(ceiling_unix_ms: u64, call: impl Into<Call<'a>>) -> Call<'a> {
    Call { ceiling_unix_ms: Some(ceiling_unix_ms), ..call.into() }
}

impl Traces {
    /// Adds the traces.
    pub(crate) fn ceilings(&mut self, scheme: &Ceilings<'_>) {
        self.group(scheme.first_id);
        let &Ceilings { changes, now, tick, ms, out_of_range, exhaust, .. } = scheme;
        // The smallest span that is both whole ticks and whole milliseconds.
        let step = tick.max(ms);
        let second = 1000 * ms;
        // A reading as a ceiling.
        let at = |reading: u64| reading / ms;
        let mut trace_with = |more: &[(&str, Value)], comment: &str, flags: &[&str], calls: &[Call<'_>]| {
            let changes: Vec<_> = changes.iter().chain(more).cloned().collect();
            let flags: Vec<_> = ["ceiling"].iter().chain(flags).copied().collect();
            self.trace_with(&changes, comment, POLICY, &flags, calls);
        };
        let mut trace =
            |comment: &str, flags: &[&str], calls: &[Call<'_>]| trace_with(&[], comment, flags, calls);

        let end = now + step;
        let last = end - tick;
        let calls = calls![below(at(end), now), last, end - 1, end, end + 1, last];
        trace("the last tick before the ceiling has IDs, the next has none", &[], calls);
        let calls = calls![below(at(now), now), now + 1, now - 1, now];
        trace("a ceiling at the reading", &[], calls);
        let calls = calls![now, below(0, now), now - step, below(1, now), below(at(end), now)];
        trace("a ceiling of 0 stops the generator", &[], calls);
        let calls = calls![below(0, now), now, below((1 << 53) - 1, now), now];
        trace("a generator that is stopped before its first ID draws nothing", &[], calls);
        let calls =
            calls![now, below(at(end), now), now, below(at(now), now), now, now, below(at(end), now), now];
        trace("several IDs at one reading, with the ceiling lowered and raised in between", &[], calls);
        let calls = calls![below(at(end), now), end, below(at(end + step), end), end, end + step];
        trace("a raised ceiling", &[], calls);

        let ahead = now + 5 * step;
        let calls = calls![ahead, below(at(ahead), now), ahead - 1, ahead, below(at(ahead) + 1, now), now];
        trace("a reading before the ceiling, but the last ID is at it", &["rollback"], calls);
        let calls = calls![ahead, below(at(now), now - 1), now - second, below(at(ahead + step), now), now];
        trace(
            "a ceiling that is lowered below the last ID refuses all until it is raised",
            &["rollback"],
            calls,
        );
        let calls = calls![below(at(end), now), now - 1, now - 10 * second, now - 5 * second, now];
        trace("a rollback within the allowance, below the ceiling", &["rollback"], calls);
        let calls = calls![below(at(end), now), now - 11 * second, now];
        trace("a rollback beyond the allowance, below the ceiling", &["rollback"], calls);
        let calls =
            calls![now, below(at(now), now - 11 * second), now, below(at(end), now - 11 * second), now];
        trace("the ceiling comes before the rollback", &["rollback"], calls);
        let calls =
            calls![now, below(at(now - second), out_of_range), now, below(at(end), out_of_range), now];
        trace("a reading that is out of range comes before the ceiling", &[], calls);

        let calls = calls![
            now,
            below(at(now - second), now - 20 * second),
            below(at(end), now - 20 * second),
            now - 20 * second,
            end
        ];
        let comment = "starting over does not get below a ceiling that was lowered";
        trace_with(&or_reset(), comment, &["reset"], calls);
        let calls = calls![below(at(end), now), now - 20 * second, now - 20 * second, end, last];
        trace_with(&or_reset(), "starting over below the ceiling", &["reset"], calls);

        if let Some(exhaust) = exhaust {
            let mut full = |more: &[(&str, Value)], comment: &str, flags: &[&str], calls: &[Call<'_>]| {
                let flags: Vec<_> = ["overflow"].iter().chain(flags).copied().collect();
                let mut all = exhaust(last);
                all[0] = below(at(end), all[0]);
                all.extend_from_slice(calls);
                trace_with(more, comment, &flags, &all);
            };
            let calls = calls![last, last, below(at(end + step), last), last, end];
            full(&[], "an overflow across the ceiling draws nothing", &[], calls);
            let calls = calls![last, end, below(at(end + step), end), end];
            full(&[], "an overflow across the ceiling, then the clock reaches it", &[], calls);
            let calls = calls![last - second, last - 11 * second, below(at(end + step), last - second), last];
            full(&[], "an overflow across the ceiling during a rollback", &["rollback"], calls);
            let calls = calls![
                below(at(end + step), last),
                last,
                below(at(end), last),
                last - 1,
                end,
                below(at(end + step), last)
            ];
            full(&[], "an overflow below the ceiling, which is then lowered", &[], calls);
            let strict = [or_reset()[0].clone(), allowance(0)[0].clone()];
            let calls = calls![last, last - step, last];
            full(&strict, "an exhausted tick before the ceiling, and starting over", &["reset"], calls);
        }
        for (_, sampling, of_kind) in WALKS {
            self.ceiling_walk(changes, now, step, at, sampling, of_kind);
        }
    }

    /// Adds a long random trace whose ceiling moves around the readings.
    fn ceiling_walk(
        &mut self,
        changes: &[(&str, Value)],
        start: u64,
        step: u64,
        at: impl Fn(u64) -> u64,
        sampling: Sampling,
        of_kind: &str,
    ) {
        for on_rollback in ["error", "reset"] {
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
                    let ceiling = at(now + self.random(8 * step)).saturating_sub(at(3 * step));
                    if self.random(4) == 0 { below(ceiling, now) } else { now.into() }
                })
                .collect();
            let changes = changes.iter().cloned().chain([("on_rollback", json!(on_rollback))]);
            let mut config = self.config.clone();
            config.extend(changes.map(|(key, value)| (key.to_owned(), value)));
            let comment = format!("a random walk around a ceiling that moves{of_kind}");
            self.push(config, &comment, POLICY, &["ceiling", "random_walk"], &calls, sampling);
        }
    }
}
