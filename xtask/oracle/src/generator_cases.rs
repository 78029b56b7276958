//! Builds traces. A case gives the clock readings and, where they matter, the draws. The model gives the results.

mod ceilings;
mod resuming;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value, json};

use crate::format::{Step, Trace};
use crate::model::{Draw, Draws, NewModel, Sampling};
use crate::rules::GeneratorRules;
use crate::schemes::TraceCases;

pub(crate) use ceilings::Ceilings;
pub(crate) use resuming::Resuming;

/// An ordinary reading: 2023-11-14T22:13:20Z. It is the start of a tick in every scheme.
pub(crate) const T: u64 = 1_700_000_000_000;
/// A year, in milliseconds.
pub(crate) const YEAR: u64 = 365 * 24 * 60 * 60 * 1000;

/// The kinds of random walk: the distance of their ids, their draws, and the end of their comment.
pub(crate) const WALKS: [(u32, Sampling, &str); 2] =
    [(0, Sampling::EdgesAndFailures, ""), (10, Sampling::Edges, ", with a source that never fails")];

/// The flag of the cases that a library with a smaller limit skips, with its meaning.
const WIDE_ALLOWANCE: (&str, &str) = (
    "wide_allowance",
    "the allowance has more than 32 bits: a library that limits it to less skips the case",
);

/// One call of a case: the reading, and the draws that do not come from the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    now: u64,
    /// The new ceiling, if it changes before the call.
    ceiling_unix_ms: Option<u64>,
    set: &'a [(&'a str, Draw)],
}

/// A reading alone: the draws come from the seed.
impl From<u64> for Call<'_> {
    fn from(now: u64) -> Self {
        Self { now, ceiling_unix_ms: None, set: &[] }
    }
}

/// A reading, and the draws that the case sets.
impl<'a> From<(u64, &'a [(&'a str, Draw)])> for Call<'a> {
    fn from((now, set): (u64, &'a [(&'a str, Draw)])) -> Self {
        Self { now, ceiling_unix_ms: None, set }
    }
}

impl<'a, const N: usize> From<(u64, &'a [(&'a str, Draw); N])> for Call<'a> {
    fn from((now, set): (u64, &'a [(&'a str, Draw); N])) -> Self {
        Self { now, ceiling_unix_ms: None, set }
    }
}

/// The calls of a trace: a reading for each, or a pair of a reading and draws.
macro_rules! calls {
    ($($call:expr),+ $(,)?) => {
        &[$($crate::generator_cases::Call::from($call)),+]
    };
}
pub(crate) use calls;

/// The change to a configuration in which the generator starts over after a rollback.
#[must_use]
pub(crate) fn or_reset() -> [(&'static str, Value); 1] {
    [("on_rollback", json!("reset"))]
}

/// The change of the allowance.
#[must_use]
pub(crate) fn allowance(ms: u64) -> [(&'static str, Value); 1] {
    [("allowance_ms", json!(ms))]
}

/// The usual configuration, of which `own` is the scheme's part.
#[must_use]
pub(crate) fn usual(own: &Value) -> Map<String, Value> {
    let mut config = own.as_object().cloned().unwrap_or_default();
    config.insert("allowance_ms".to_owned(), 10_000.into());
    config.insert("on_rollback".to_owned(), "error".into());
    config
}

/// Builds the traces of one scheme.
#[derive(Debug)]
pub(crate) struct Traces {
    new_model: NewModel,
    /// The usual configuration, to which a case applies its changes.
    config: Map<String, Value>,
    next_id: u32,
    rng: ChaCha8Rng,
    traces: Vec<Trace>,
}

impl Traces {
    /// Starts without traces. `config` is the usual configuration.
    #[must_use]
    pub(crate) fn new(config: Map<String, Value>, new_model: NewModel) -> Self {
        Self { new_model, config, next_id: 0, rng: ChaCha8Rng::from_seed([2; 32]), traces: Vec::new() }
    }

    /// Starts a group with its own block of ids and its own random numbers. A group can therefore grow at its end without
    /// changing another.
    pub(crate) fn group(&mut self, first_id: u32) {
        assert!(self.next_id <= first_id, "the group before {first_id} has grown into it");
        self.next_id = first_id;
        let mut seed = [3; 32];
        seed[..4].copy_from_slice(&first_id.to_be_bytes());
        self.rng = ChaCha8Rng::from_seed(seed);
    }

    /// Adds a trace with the usual configuration. A case without a heading gets the flag `policy`.
    pub(crate) fn trace(&mut self, comment: &str, reference: &str, flags: &[&str], calls: &[Call<'_>]) {
        self.trace_with(&[], comment, reference, flags, calls);
    }

    /// Adds a trace with a configuration that differs from the usual one.
    pub(crate) fn trace_with(
        &mut self,
        changes: &[(&str, Value)],
        comment: &str,
        reference: &str,
        flags: &[&str],
        calls: &[Call<'_>],
    ) {
        let mut config = self.config.clone();
        for (key, value) in changes {
            let present = config.insert((*key).to_owned(), value.clone()).is_some();
            assert!(present || *key == "resume_after", "{key} is not in the scheme's configuration");
        }
        self.push(config, comment, reference, flags, calls, Sampling::Even);
    }

    /// Adds traces with time spans that do not fit in 16, 31 and 32 bits, forward and back. An implementation that
    /// truncates such a difference sees a small one. `tick` is the length of a tick in the unit of the readings.
    pub(crate) fn wide_spans(&mut self, first_id: u32, now: u64, tick: u64) {
        self.group(first_id);
        for bits in [16, 31, 32] {
            let then = now + ((1 << bits) + 20) * tick;
            let comment = format!("forward and back by a little more than 2^{bits} ticks");
            let calls = calls![now, then, now, then];
            self.trace(&comment, "", &["rollback"], calls);
            let comment = format!("starting over after a little more than 2^{bits} ticks back");
            self.trace_with(&or_reset(), &comment, "", &["reset"], calls![then, now, now]);
        }
    }

    /// Adds a long random trace. Most calls are in the last tick or shortly after, and some go back or far forward.
    pub(crate) fn random_walk(
        &mut self,
        changes: &[(&str, Value)],
        comment: &str,
        start: u64,
        jump: u64,
        calls: u64,
        sampling: Sampling,
    ) {
        let mut config = self.config.clone();
        config.extend(changes.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
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
            readings.push(now);
        }
        let calls: Vec<_> = readings.into_iter().map(Call::from).collect();
        self.push(config, comment, "", &["random_walk"], &calls, sampling);
    }

    /// Adds the random walks of a scheme with ticks of a millisecond. `last` is the last tick that an ID can carry.
    pub(crate) fn random_walks(&mut self, last: u64) {
        for (first_id, sampling, of_kind) in WALKS {
            for (id, on_rollback, allowance_ms, start, jump) in [
                (700, "error", 10_000, T, 3),
                (701, "reset", 10_000, T, 3),
                (702, "error", 500, T, 300),
                (703, "reset", 0, T, 300),
                (704, "reset", 10_000, last - 10_000, 40),
                (705, "error", 1_000_000, 1_000_000, 5),
            ] {
                self.group(first_id + id);
                let comment = format!("a random walk in steps of about {jump} ms{of_kind}");
                let changes = [("on_rollback", json!(on_rollback)), ("allowance_ms", json!(allowance_ms))];
                self.random_walk(&changes, &comment, start, jump, 400, sampling);
            }
        }
    }

    fn push(
        &mut self,
        config: Map<String, Value>,
        comment: &str,
        reference: &str,
        flags: &[&str],
        calls: &[Call<'_>],
        sampling: Sampling,
    ) {
        let mut model = (self.new_model)(&config, &GeneratorRules::RIGHT);
        let rng = &mut self.rng;
        let steps = calls.iter().map(|&Call { now, ceiling_unix_ms, set }| {
            if let Some(unix_ms) = ceiling_unix_ms {
                model.set_ceiling(unix_ms);
            }
            let mut draws = Draws::new(&*model, set, rng, sampling);
            let result = model.step(now, &mut draws);
            for (field, _) in set {
                assert!(draws.has(field), "{comment}: {field} is set but not drawn");
            }
            Step { ceiling_unix_ms, ..Step::new(now, draws.made(), result) }
        });
        let steps: Vec<_> = steps.collect();
        let fails = steps.iter().any(|step| step.draws.values().any(Value::is_null));
        let is_wide = config["allowance_ms"].as_u64() > Some(u64::from(u32::MAX));
        let implied = [("rng_failure", fails), (WIDE_ALLOWANCE.0, is_wide), ("policy", reference.is_empty())];
        let implied = implied.into_iter().filter(|(flag, holds)| *holds && !flags.contains(flag));
        let flags = flags.iter().copied().chain(implied.map(|(flag, _)| flag)).map(str::to_owned).collect();
        let (comment, r#ref) = (comment.to_owned(), reference.to_owned());
        let trace = Trace::new(&*model, config, steps);
        self.traces.push(Trace { id: self.next_id, comment, r#ref, flags, ..trace });
        self.next_id += 1;
    }

    /// A number below `limit` from the group's seed.
    fn random(&mut self, limit: u64) -> u64 {
        self.rng.next_u64() % limit
    }

    /// All traces, with the meanings of their flags.
    #[must_use]
    pub(crate) fn finish(self, flags: &[(&'static str, &'static str)]) -> TraceCases {
        let own = |flag: &str| flags.iter().any(|(known, _)| *known == flag);
        let common = [WIDE_ALLOWANCE, resuming::FLAG, ceilings::FLAG];
        let common = common.into_iter().filter(|(flag, _)| !own(flag));
        TraceCases { flags: flags.iter().copied().chain(common).collect(), traces: self.traces }
    }
}
