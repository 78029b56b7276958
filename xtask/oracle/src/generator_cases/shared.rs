//! Traces that are the same in all schemes, except for the named numbers and the words of the scripts.

use super::{Call, Traces, WALKS, script};
use crate::draws::Sampling;

impl Traces {
    /// Adds a script after replacing each word with its string. A line with a word that has no string is left out. The
    /// script's first id has the name `ID`.
    fn shared(&mut self, first_id: u32, script: &str, words: &[(&str, Option<&str>)]) {
        self.names(&format!("ID={first_id}"));
        let mut lines = script::lines(script);
        for (word, string) in words {
            lines.retain(|line| string.is_some() || !line.contains(word));
            lines.iter_mut().for_each(|line| *line = line.replace(word, string.unwrap_or_default()));
        }
        self.add(&lines.join("\n"));
    }

    /// Adds traces with time spans that do not fit in 16, 31 and 32 bits, forward and back. An implementation that
    /// truncates such a difference sees a small one.
    pub(crate) fn wide_spans(&mut self, first_id: u32) {
        self.shared(first_id, include_str!("wide-spans.txt"), &[]);
    }

    /// Adds traces with allowances, readings and ceilings that do not fit in 48, 53 or 63 bits, or are not exact in
    /// seconds.
    pub(crate) fn wide_limits(&mut self, first_id: u32) {
        self.shared(first_id, include_str!("wide-limits.txt"), &[]);
    }

    /// Adds the random walks of a scheme with millisecond ticks. `LAST` is the last tick that an ID can carry.
    pub(crate) fn usual_walks(&mut self) {
        self.random_walks(700, 400, include_str!("walks.txt"));
    }

    /// Adds traces with a ceiling. The scheme must have defined the names `NOW`, `MS`, `TICK`, `OUT` (a reading that no
    /// ID can carry) and `LAST` (the start of the last tick). `exhaust` has the calls that exhaust the tick of the
    /// reading `AT`, which is below the ceiling `END`. The next call then overflows.
    pub(crate) fn ceilings(&mut self, first_id: u32, exhaust: Option<&str>) {
        self.shared(first_id, include_str!("ceilings.txt"), &[("$FULL", exhaust)]);
        self.begin("| ceiling random_walk");
        for (_, sampling, of_kind) in WALKS {
            self.ceiling_walk(sampling, of_kind);
        }
        self.shared(first_id, include_str!("ceilings-after-errors.txt"), &[("$FULL", exhaust)]);
    }

    /// Adds a long random trace whose ceiling moves around the readings.
    fn ceiling_walk(&mut self, sampling: Sampling, of_kind: &str) {
        let [start, ms, step] = ["NOW", "MS", "STEP"].map(|name| self.reading(name));
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
        // ULID draws nothing within a tick.
        let in_tick = self.fields.get(1..).and_then(<[_]>::last).copied();
        let words = [("$ID", Some(id)), ("$LAST", Some(last)), ("$FIELD", in_tick)];
        self.shared(first_id, include_str!("resuming-in-2200.txt"), &words);
        self.shared(first_id, include_str!("resuming.txt"), &words);
    }
}
