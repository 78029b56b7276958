//! Traces of generators that resume after an ID. They are the same in all schemes but SCRU64, which has its own.

use serde_json::{Value, json};

use super::{Call, Traces, YEAR, calls, or_reset};

/// The flag of these traces, with its meaning.
pub(super) const FLAG: (&str, &str) = ("resume", "the generator resumes after a given ID");

/// Only SCRU64's specification mentions it.
const POLICY: &str = "";

/// What these traces depend on.
pub(crate) struct Resuming<'a> {
    /// The first id of the group.
    pub(crate) first_id: u32,
    /// The scheme's changes of the usual configuration.
    pub(crate) changes: &'a [(&'a str, Value)],
    /// An ordinary reading at the start of a tick.
    pub(crate) now: u64,
    /// A millisecond, in the unit of the readings.
    pub(crate) ms: u64,
    /// The text of an ID at a reading, whose tick has room for more.
    pub(crate) id: &'a dyn Fn(u64) -> String,
    /// The text of the last ID of a tick.
    pub(crate) last: &'a dyn Fn(u64) -> String,
    /// A reading that no ID can carry.
    pub(crate) out_of_range: u64,
}

impl Traces {
    /// Adds the traces.
    pub(crate) fn resuming(&mut self, scheme: &Resuming<'_>) {
        self.group(scheme.first_id);
        let &Resuming { changes, now, ms, id, last, out_of_range, .. } = scheme;
        let mut trace =
            |more: &[(&str, Value)], after: String, comment: &str, flags: &[&str], calls: &[Call<'_>]| {
                let after = [("resume_after", json!(after))];
                let changes: Vec<_> = changes.iter().chain(more).chain(&after).cloned().collect();
                let flags: Vec<_> = ["resume"].iter().chain(flags).copied().collect();
                self.trace_with(&changes, &format!("resuming {comment}"), POLICY, &flags, calls);
            };
        let mut of = |comment: &str, flags: &[&str], calls: &[Call<'_>]| {
            trace(&[], id(now), comment, flags, calls);
        };
        of("in its tick", &[], calls![now, now, now + 1]);
        of("one tick later", &[], calls![now + 1, now + 1, now + 2]);
        of("less than a second later", &[], calls![now + 999 * ms, now + 999 * ms]);
        of("a second later", &[], calls![now + 1000 * ms, now + 1000 * ms]);
        of("a year later", &[], calls![now + YEAR * ms, now + YEAR * ms, now + YEAR * ms + 1]);
        of("with the clock back by one tick", &["rollback"], calls![now - 1, now, now + 1]);
        let furthest = now - 10_000 * ms;
        of("with the clock back by the allowance", &["rollback"], calls![furthest, now]);
        let calls = calls![furthest - 1, furthest - 1, furthest, now + 1];
        of("with the clock back beyond the allowance", &["rollback"], calls);
        of("after a reading that is out of range", &[], calls![out_of_range, now, out_of_range, now]);
        let end = now / ms;
        let below = |unix_ms| Call { ceiling_unix_ms: Some(unix_ms), ..Call::from(now) };
        let calls = calls![below(end), now - ms, below(end + 1), now + ms];
        of("under a ceiling at its timestamp", &["ceiling"], calls);
        let calls = calls![now, now, now + ms, now + ms];
        trace(&[], last(now), "from the last ID of its tick", &["overflow"], calls);
        let calls = calls![now + 1, now + 1];
        trace(&[], last(now), "from the last ID of its tick, one tick later", &[], calls);
        let calls = calls![furthest, furthest - ms];
        let comment = "from the last ID of its tick, with the clock back by the allowance";
        trace(&[], last(now), comment, &["overflow", "rollback"], calls);
        let calls = calls![furthest, furthest - 1, furthest - 1, now];
        let comment = "with the clock back by the allowance, then starting over";
        trace(&or_reset(), id(now), comment, &["reset"], calls);
    }
}
