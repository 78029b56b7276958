//! The generator oracle: models, whose draws come from the case or from a fixed seed.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use serde_json::{Map, Value};

use crate::layout::json_value;
use crate::rules::GeneratorRules;

/// Makes a model with the `config` of a trace.
pub type NewModel = fn(&Map<String, Value>, &GeneratorRules) -> Box<dyn Model>;

/// A generator in the simplest form that the specification allows. It shares nothing with the crates except the
/// specification.
pub trait Model {
    /// Returns the ID for a clock reading, as text. An error has its name in the vectors, and leaves the state unchanged.
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str>;

    /// Sets the ceiling for the calls that follow, in milliseconds since 1970. There is none at first.
    fn set_ceiling(&mut self, unix_ms: u64);

    /// The fields that the model can draw, each with its width in bits.
    fn draw_bits(&self) -> Vec<(&'static str, u32)>;
}

/// What a specification says of a generator. [`Generator`] adds what is the same in all schemes.
pub(crate) trait Steps {
    /// The last ID: its fields, and what else a generator remembers.
    type Last: Clone + Default;

    /// The first and the last tick that an ID can carry.
    fn ticks(&self) -> (u64, u64);

    /// The tick of a reading, if there is one.
    fn tick(&self, _: &GeneratorRules, reading: u64) -> Option<u64> {
        Some(reading)
    }

    /// The tick of an ID.
    fn tick_of(last: &Self::Last) -> u64;

    /// The time of a tick, in milliseconds since 1970.
    fn unix_ms(&self, tick: u64) -> u64 {
        tick
    }

    /// The same as [`Model::draw_bits`].
    fn draw_bits(&self) -> Vec<(&'static str, u32)>;

    /// Changes `next` from the last ID to the next one. Without a last one, the generator starts, or starts over, and `next` is
    /// all zeros.
    fn advance(
        &self,
        last: Option<&Self::Last>,
        next: &mut Self::Last,
        call: &mut Call,
    ) -> Result<(), &'static str>;

    /// The text of an ID.
    fn text(&self, last: &Self::Last) -> String;
}

/// A call of a generator.
pub(crate) struct Call<'a, 'b> {
    pub(crate) rules: GeneratorRules,
    limits: &'a Limits,
    last_tick: u64,
    unix_ms: &'a dyn Fn(u64) -> u64,
    /// The tick of the reading.
    pub(crate) now: u64,
    pub(crate) draws: &'a mut Draws<'b>,
}

impl Call<'_, '_> {
    /// Moves the tick of an exhausted counter to the next one, if there is one below the ceiling.
    pub(crate) fn overflow(&self, tick: &mut u64) -> Result<(), &'static str> {
        *tick = (self.rules.after_overflow)(*tick);
        let ends = !self.rules.overflows_on || (self.rules.beyond)(*tick, self.last_tick);
        if self.rules.ceiling_of_overflow && !(ends && self.rules.end_first) {
            self.limits.check((self.unix_ms)(*tick))?;
        }
        if ends { Err("overflow") } else { Ok(()) }
    }
}

/// A generator of any scheme.
pub(crate) struct Generator<S: Steps> {
    pub(crate) steps: S,
    pub(crate) limits: Limits,
    pub(crate) last: Option<S::Last>,
}

impl<S: Steps> Model for Generator<S> {
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        let Self { steps, limits, last } = self;
        let rules = limits.rules;
        let (first_tick, last_tick) = steps.ticks();
        let in_range = |tick: &u64| (rules.in_range)(*tick, first_tick, last_tick);
        let now = steps.tick(&rules, now).filter(in_range).ok_or("out_of_range")?;
        let unix_ms = |tick| steps.unix_ms(tick);
        let from = limits.last(last.as_ref(), S::tick_of, now, unix_ms)?;
        let mut next = from.clone().unwrap_or_default();
        let mut call = Call { rules, limits, last_tick, unix_ms: &unix_ms, now, draws };
        let result = steps.advance(from.as_ref(), &mut next, &mut call);
        if result.err().is_none_or(rules.keeps_failed) {
            *last = Some(next.clone());
        }
        result.map(|()| steps.text(&next))
    }

    fn set_ceiling(&mut self, unix_ms: u64) {
        self.limits.ceiling_unix_ms =
            Some((self.limits.rules.replaced)(self.limits.ceiling_unix_ms, unix_ms));
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        self.steps.draw_bits()
    }
}

/// A timestamp as a number of ticks.
pub(crate) fn tick(timestamp: u128) -> u64 {
    u64::try_from(timestamp).unwrap_or(u64::MAX)
}

/// The allowance, and the ceiling: no ID has a timestamp at or after it. They are the same in all schemes.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) rules: GeneratorRules,
    /// The allowance in the scheme's ticks.
    allowance: u64,
    reset: bool,
    ceiling_unix_ms: Option<u64>,
    last_reading: u64,
}

impl Limits {
    /// Reads the `config` of a trace. `ticks_in` converts milliseconds to ticks of the scheme.
    pub(crate) fn new(
        config: &Map<String, Value>,
        rules: &GeneratorRules,
        ticks_in: impl Fn(u64) -> u64,
    ) -> Self {
        let allowance_ms = config["allowance_ms"].as_u64().unwrap_or_default();
        Self {
            rules: *rules,
            allowance: (rules.allowance)(ticks_in(allowance_ms)),
            reset: (rules.starts_over)(config["on_rollback"] == "reset"),
            ceiling_unix_ms: None,
            last_reading: 0,
        }
    }

    /// Returns the ID to continue from: the last one, or `None` if the model starts over. `tick` is the timestamp of an ID,
    /// and `unix_ms` its time.
    fn last<T: Clone>(
        &mut self,
        last: Option<&T>,
        tick: impl Fn(&T) -> u64,
        now: u64,
        unix_ms: impl Fn(u64) -> u64,
    ) -> Result<Option<T>, &'static str> {
        let rules = self.rules;
        let last_reading = std::mem::replace(&mut self.last_reading, now);
        let last_tick = last.map(tick);
        let timestamps =
            [last_tick.filter(|_| rules.ceiling_of_last), Some(now).filter(|_| rules.ceiling_of_reading)];
        let ceiling =
            || timestamps.into_iter().flatten().try_for_each(|timestamp| self.check(unix_ms(timestamp)));
        if rules.ceiling_first {
            ceiling()?;
        }
        let behind = last_tick
            .map(|tick| (rules.behind)(if rules.from_last_reading { last_reading } else { tick }, now));
        let last = match last {
            Some(last) if behind.is_none_or(|behind| (rules.within)(behind, self.allowance)) => {
                Some(last.clone())
            }
            Some(_) if !self.reset => return Err("rollback"),
            _ => None,
        };
        if !rules.ceiling_first {
            ceiling()?;
        }
        Ok(last)
    }

    fn check(&self, unix_ms: u64) -> Result<(), &'static str> {
        let reached = self.ceiling_unix_ms.is_some_and(|ceiling| (self.rules.reached)(unix_ms, ceiling));
        if reached { Err("after_ceiling") } else { Ok(()) }
    }
}

/// The random source for one step. It returns the values that the case sets, and otherwise values from a fixed seed.
#[derive(Debug)]
pub struct Draws<'a> {
    bits: Vec<(&'static str, u32)>,
    set: &'a [(&'a str, Draw)],
    rng: &'a mut ChaCha8Rng,
    sampling: Sampling,
    /// The value that the model receives.
    received: fn(&str, u128) -> u128,
    /// The draws that the model made.
    drawn: Map<String, Value>,
}

/// How values come from the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Each value is equally likely.
    Even,
    /// Many are near the end of their range.
    Edges,
    /// Many are near the end of their range, and some draws fail.
    EdgesAndFailures,
}

/// The draw that a case sets for one field.
#[derive(Clone, Copy, Debug)]
pub enum Draw {
    /// This value.
    Is(u128),
    /// The source fails.
    Fails,
}

impl<'a> Draws<'a> {
    /// The draws of one step of a model. Those that the case does not set come from the seed.
    pub fn new(
        model: &dyn Model,
        set: &'a [(&'a str, Draw)],
        rng: &'a mut ChaCha8Rng,
        sampling: Sampling,
    ) -> Self {
        Self { bits: model.draw_bits(), set, rng, sampling, received: |_, value| value, drawn: Map::new() }
    }

    /// Gives the model other values than those that are drawn, as a faulty port uses them.
    #[must_use]
    pub fn received_as(self, received: fn(&str, u128) -> u128) -> Self {
        Self { received, ..self }
    }

    /// The draws that the model made, in the form of a trace.
    #[must_use]
    pub fn drawn(self) -> Map<String, Value> {
        self.drawn
    }

    /// Whether the model drew a field.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.drawn.contains_key(field)
    }

    /// Draws the value of a field. It is an error if the case makes the source fail here.
    pub fn draw(&mut self, field: &str) -> Result<u128, &'static str> {
        self.draw_from(0, field)
    }

    /// Draws the value of a field that must not be 0.
    pub fn draw_positive(&mut self, field: &str) -> Result<u128, &'static str> {
        self.draw_from(1, field)
    }

    fn draw_from(&mut self, min: u128, field: &str) -> Result<u128, &'static str> {
        let bits = self.bits.iter().find(|(name, _)| *name == field).map(|(_, bits)| *bits);
        let bits = bits.unwrap_or_else(|| panic!("the model has no draw named {field}"));
        let max = (1 << bits) - 1;
        let set = self.set.iter().find(|(name, _)| *name == field).map(|(_, draw)| *draw);
        let value = match set {
            Some(Draw::Is(value)) => Some(value),
            Some(Draw::Fails) => None,
            None => self.random_between(min, max),
        };
        let json = value.map_or(Value::Null, |value| json_value(&value.into(), bits));
        assert!(value.is_none_or(|value| (min..=max).contains(&value)), "{field} is not in {min}..={max}");
        assert!(self.drawn.insert(field.to_owned(), json).is_none(), "{field} is drawn twice in one step");
        value.map(|value| (self.received)(field, value)).ok_or("rng")
    }

    fn random_between(&mut self, min: u128, max: u128) -> Option<u128> {
        let random = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        let fate = if self.sampling == Sampling::Even { 31 } else { self.rng.next_u32() % 32 };
        match fate {
            0 if self.sampling == Sampling::EdgesAndFailures => None,
            0..=12 => Some(max - random % (max - min + 1).min(4)),
            _ => Some(min + random % (max - min + 1)),
        }
    }
}
