//! Builds traces. A case sets the clock readings and, if they matter, the draws. The model computes the results.

mod script;
mod shared;

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::config::number;
use crate::draws::{Draw, Draws, Sampling};
use crate::format::{Case, Step, Trace};
use crate::scheme::{Scheme, T};

/// The kinds of random walks. Each has the offset of its ids, its draws, and the end of its comment.
const WALKS: [(u32, Sampling, &str); 2] =
    [(0, Sampling::EdgesAndFailures, ""), (10, Sampling::Edges, ", with a source that never fails")];

/// The flag of a trace with a large allowance.
const WIDE_ALLOWANCE: &str = "wide_allowance";

/// One call of a case.
#[derive(Clone, Debug)]
struct Call {
    now: u64,
    /// The new ceiling, if it changes before the call.
    ceiling_unix_ms: Option<u64>,
    /// The draws that do not come from the seed.
    set: Vec<(&'static str, Draw)>,
}

/// Builds the traces of one scheme, from the lines of a [`script`].
#[derive(Debug)]
pub(crate) struct Traces {
    scheme: &'static Scheme,
    /// The names of the fields that are drawn.
    fields: Vec<&'static str>,
    /// The numbers that have a name in the script.
    names: HashMap<String, u128>,
    /// The changes of the configuration and the flags that all traces have from here on.
    every: &'static str,
    section: script::Section,
    next_id: u32,
    rng: ChaCha8Rng,
    traces: Vec<Case<Trace>>,
}

/// Returns the traces of a scheme.
#[must_use]
pub fn generator_cases(scheme: &'static Scheme) -> Vec<Case<Trace>> {
    Traces::of(scheme, scheme.traces)
}

impl Traces {
    /// Starts without traces.
    pub(crate) fn new(scheme: &'static Scheme) -> Self {
        let draws = scheme.new_model(&scheme.usual_config()).draw_bits();
        let mut traces = Self {
            scheme,
            fields: draws.into_iter().map(|(name, _)| name).collect(),
            names: HashMap::new(),
            every: "",
            section: script::Section::default(),
            next_id: 0,
            rng: ChaCha8Rng::from_seed([2; 32]),
            traces: Vec::new(),
        };
        traces.names(&format!("T={T} NOW=T YEAR=31_536_000_000 MS=1 TICK=1"));
        traces
    }

    /// Defines names for numbers, or assigns new numbers to names.
    pub(crate) fn names(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let (name, sum) = name.split_once('=').unwrap_or_else(|| panic!("expected a name: {name}"));
            self.names.insert(name.to_owned(), self.number(sum));
        }
        // The smallest span that is a whole number of ticks and of milliseconds. One of them is 1.
        self.names.insert("STEP".to_owned(), self.names["TICK"] * self.names["MS"]);
    }

    /// Adds these configuration changes and flags to all subsequent traces, after each trace's own changes and flags.
    pub(crate) fn every(&mut self, more: &'static str) {
        self.every = more;
    }

    /// Starts a group with its own block of ids and its own random numbers. A group can therefore grow at its end
    /// without changing other groups.
    fn group(&mut self, first_id: u32) {
        self.next_id = first_id;
        let mut seed = [3; 32];
        seed[..4].copy_from_slice(&first_id.to_be_bytes());
        self.rng = ChaCha8Rng::from_seed(seed);
    }

    /// Adds long random traces. Most calls are in the last tick or shortly after, and some go back or far forward.
    ///
    /// A line has the id, the comment, the changes of the configuration, the first reading, and the size of a jump.
    pub(crate) fn random_walks(&mut self, first_id: u32, calls: u64, lines: &str) {
        for (distance, sampling, of_kind) in WALKS {
            for (id, line) in (first_id + distance..).zip(script::lines(lines)) {
                let columns: Vec<_> = line.split('|').map(str::trim).collect();
                let &[comment, changes, start, jump] = &columns[..] else {
                    panic!("expected a comment, changes, a reading and a jump: {line}")
                };
                let [start, jump] = [start, jump].map(|number| self.reading(number));
                self.group(id);
                let mut now = start;
                let mut readings = Vec::new();
                for _ in 0..calls {
                    now = match self.random(20) {
                        0..=9 => now,
                        10..=13 => now + 1 + self.random(jump),
                        14 => now + 1 + self.random(jump * 1000),
                        15..=17 => now - self.random(jump * 100),
                        18 => now - self.random(20_000),
                        _ => start + self.random(jump * 100),
                    };
                    readings.push(Call { now, ceiling_unix_ms: None, set: Vec::new() });
                }
                self.begin("| random_walk");
                self.push(&format!("{comment}{of_kind}"), changes, readings, sampling);
            }
        }
    }

    /// Adds a trace. `more` has its changes of the configuration and its flags.
    fn push(&mut self, comment: &str, more: &str, calls: Vec<Call>, sampling: Sampling) {
        let (config, mut flags) = self.config_and_flags(more);
        let refused = |refusal| panic!("{comment}: {config:?}: {refusal:?}");
        let mut model = self.scheme.generator(&config).unwrap_or_else(refused);
        let steps = calls.into_iter().map(|Call { now, ceiling_unix_ms, set }| {
            if let Some(unix_ms) = ceiling_unix_ms {
                model.set_ceiling(unix_ms);
            }
            let mut draws = Draws::new(&model, &set, &mut self.rng, sampling);
            let result = model.step(now, &mut draws);
            for (field, _) in &set {
                assert!(draws.has(field), "{comment}: {field} is set but not drawn");
            }
            Step { ceiling_unix_ms, ..Step::new(now, draws.drawn(), result) }
        });
        let steps: Vec<_> = steps.collect();
        let fails = steps.iter().any(|step| step.draws.values().any(Value::is_null));
        let is_wide = number(&config, "allowance_ms") > u64::from(u32::MAX);
        for (flag, holds) in [("rng_failure", fails), (WIDE_ALLOWANCE, is_wide)] {
            if holds && !flags.iter().any(|known| known == flag) {
                flags.push(flag.to_owned());
            }
        }
        let flags: Vec<_> = flags.iter().map(String::as_str).collect();
        let trace = model.trace(config, steps);
        let is_new = self.traces.iter().all(|case| case.id != self.next_id);
        assert!(is_new, "two cases have the id {}: a group has grown into the next", self.next_id);
        self.traces.push(Case::new(self.next_id, comment.to_owned(), &flags, model.followed(), trace));
        self.next_id += 1;
    }

    /// Returns a number below `limit` from the group's seed.
    fn random(&mut self, limit: u64) -> u64 {
        self.rng.next_u64() % limit
    }

    /// Returns traces of a scheme.
    pub(crate) fn of(scheme: &'static Scheme, add: impl Fn(&mut Self)) -> Vec<Case<Trace>> {
        let mut traces = Self::new(scheme);
        add(&mut traces);
        traces.traces.sort_by_key(|case| case.id);
        traces.traces
    }
}
