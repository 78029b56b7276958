//! Writing traces: the case says when the clock reads what and, where it matters, what is drawn; the oracle answers.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value};

use super::layout::json_value;
use crate::vectors::format::{Step, Trace};

/// A generator in the plainest form that the specification allows. It has nothing in common with the crates but the
/// specification.
pub trait Oracle {
    /// Makes the ID of a reading, as text.
    ///
    /// # Errors
    ///
    /// What the vectors call the error. The state is then what it was.
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str>;
}

/// What the random source gives in one step: what the case sets, else what a fixed seed gives.
#[derive(Debug)]
pub struct Draws<'a> {
    set: &'a [(&'a str, Draw)],
    rng: &'a mut ChaCha8Rng,
    wild: bool,
    /// The draws that were asked for.
    made: Map<String, Value>,
}

/// What a case sets for one field.
#[derive(Clone, Copy, Debug)]
pub enum Draw {
    /// This value.
    Is(u128),
    /// A failing source.
    Fails,
}

impl<'a> Draws<'a> {
    /// The draws of one step. If `wild`, those that are not set are often near the end of their range, and sometimes
    /// fail.
    pub fn new(set: &'a [(&'a str, Draw)], rng: &'a mut ChaCha8Rng, wild: bool) -> Self {
        Self { set, rng, wild, made: Map::new() }
    }

    /// The draws that were asked for, as a trace has them.
    #[must_use]
    pub fn made(self) -> Map<String, Value> {
        self.made
    }

    /// The value of a field of so many bits.
    ///
    /// # Errors
    ///
    /// The case lets the source fail here.
    pub fn draw(&mut self, field: &str, bits: u32) -> Result<u128, &'static str> {
        self.draw_between(field, 0, (1 << bits) - 1, bits)
    }

    /// The value of a field from a range, both ends included, written as one of so many bits.
    ///
    /// # Errors
    ///
    /// The case lets the source fail here.
    pub fn draw_between(
        &mut self,
        field: &str,
        min: u128,
        max: u128,
        bits: u32,
    ) -> Result<u128, &'static str> {
        let set = self.set.iter().find(|(name, _)| *name == field).map(|(_, draw)| *draw);
        let value = match set {
            Some(Draw::Is(value)) => Some(value),
            Some(Draw::Fails) => None,
            None => self.random_between(min, max),
        };
        let json = value.map_or(Value::Null, |value| json_value(&value.into(), bits));
        assert!(value.is_none_or(|value| (min..=max).contains(&value)), "{field} is not in {min} to {max}");
        assert!(self.made.insert(field.to_owned(), json).is_none(), "{field} is drawn twice in one step");
        value.ok_or("rng")
    }

    fn random_between(&mut self, min: u128, max: u128) -> Option<u128> {
        let random = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        let fate = if self.wild { self.rng.next_u32() % 32 } else { 31 };
        match fate {
            0 => None,
            1..=12 => Some(max - random % (max - min + 1).min(4)),
            _ => Some(min + random % (max - min + 1)),
        }
    }
}

/// One call of a case: the reading, and the draws that are not left to the seed.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    now: u64,
    set: &'a [(&'a str, Draw)],
}

/// A call whose draws are left to the seed.
#[must_use]
pub fn at(now: u64) -> Call<'static> {
    Call { now, set: &[] }
}

/// A call with some draws of the case's own.
#[must_use]
pub fn drawing<'a>(now: u64, set: &'a [(&'a str, Draw)]) -> Call<'a> {
    Call { now, set }
}

/// Makes an oracle with the `config` of a trace.
pub type NewOracle = fn(&Map<String, Value>) -> Box<dyn Oracle>;

/// Builds the traces of one scheme.
#[derive(Debug)]
pub struct Traces {
    oracle: NewOracle,
    /// The configuration that a case changes.
    config: Map<String, Value>,
    next_id: u32,
    rng: ChaCha8Rng,
    traces: Vec<Trace>,
}

impl Traces {
    /// Starts with no traces and the configuration that cases have unless they say otherwise.
    #[must_use]
    pub fn new(config: Map<String, Value>, oracle: NewOracle) -> Self {
        Self { oracle, config, next_id: 0, rng: ChaCha8Rng::from_seed([2; 32]), traces: Vec::new() }
    }

    /// Starts a block of ids, and a stretch of random numbers of its own, so that a group can grow at its end without
    /// touching another.
    pub fn group(&mut self, first_id: u32) {
        assert!(self.next_id <= first_id, "the group before {first_id} has grown into it");
        self.next_id = first_id;
        let mut seed = [3; 32];
        seed[..4].copy_from_slice(&first_id.to_be_bytes());
        self.rng = ChaCha8Rng::from_seed(seed);
    }

    /// Adds a trace with the usual configuration.
    pub fn trace(&mut self, comment: &str, reference: &str, flags: &[&str], calls: &[Call<'_>]) {
        self.trace_with(&[], comment, reference, flags, calls);
    }

    /// Adds a trace with a configuration that differs from the usual one.
    pub fn trace_with(
        &mut self,
        changes: &[(&str, Value)],
        comment: &str,
        reference: &str,
        flags: &[&str],
        calls: &[Call<'_>],
    ) {
        let mut config = self.config.clone();
        for (key, value) in changes {
            assert!(
                config.insert((*key).to_owned(), value.clone()).is_some(),
                "{key} is no key of the scheme"
            );
        }
        self.push(config, comment, reference, flags, calls, false);
    }

    /// Adds traces with spans of time that do not fit in 16, 31 and 32 bits, forward and back: differences that are cut off
    /// look small. `tick` is the length of a tick in readings.
    pub fn wide_spans(&mut self, first_id: u32, now: u64, tick: u64) {
        self.group(first_id);
        for bits in [16, 31, 32] {
            let then = now + ((1 << bits) + 20) * tick;
            let comment = format!("forward and back by a little more than 2^{bits} ticks");
            let calls = &[at(now), at(then), at(now), at(then)];
            self.trace(&comment, "", &["rollback", "policy"], calls);
            let comment = format!("starting over by a little more than 2^{bits} ticks");
            let reset = [("on_rollback", "reset".into())];
            self.trace_with(&reset, &comment, "", &["reset", "policy"], &[at(then), at(now), at(now)]);
        }
    }

    /// Adds a long trace that wanders about: most calls are in the last tick or shortly after, some go back or far
    /// forward, draws are often near the end of their range and sometimes fail.
    pub fn random_walk(
        &mut self,
        changes: &[(&str, Value)],
        comment: &str,
        start: u64,
        jump: u64,
        calls: u64,
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
        let calls: Vec<_> = readings.into_iter().map(at).collect();
        self.push(config, comment, "", &["random_walk", "policy"], &calls, true);
    }

    fn push(
        &mut self,
        config: Map<String, Value>,
        comment: &str,
        reference: &str,
        flags: &[&str],
        calls: &[Call<'_>],
        wild: bool,
    ) {
        assert_eq!(
            reference.is_empty(),
            flags.contains(&"policy"),
            "{comment}: a heading settles it, or a policy"
        );
        let mut oracle = (self.oracle)(&config);
        let rng = &mut self.rng;
        let steps = calls.iter().map(|&Call { now, set }| {
            let mut draws = Draws::new(set, rng, wild);
            let result = oracle.step(now, &mut draws);
            for (field, _) in set {
                assert!(draws.made.contains_key(*field), "{comment}: {field} is set, but not drawn");
            }
            let (text, error) = match result {
                Ok(text) => (Some(text), None),
                Err(error) => (None, Some(error.to_owned())),
            };
            Step { now, draws: draws.made(), text, error }
        });
        let steps = steps.collect();
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        let (comment, r#ref) = (comment.to_owned(), reference.to_owned());
        self.traces.push(Trace { id: self.next_id, comment, r#ref, flags, config, steps });
        self.next_id += 1;
    }

    /// A number below `limit` from the group's seed.
    fn random(&mut self, limit: u64) -> u64 {
        self.rng.next_u64() % limit
    }

    /// All traces.
    #[must_use]
    pub fn finish(self) -> Vec<Trace> {
        self.traces
    }
}
