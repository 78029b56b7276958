//! The generator oracle. Its models take their draws from the case or from a fixed seed.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use serde_json::{Map, Value};

use crate::format::{Step, Trace, integer, json_integer};
use crate::origin::{Followed, Origin};
use crate::rules::GeneratorRules;

/// Creates a model with the `config` of a trace.
pub type NewModel = fn(&Map<String, Value>, &GeneratorRules) -> Box<dyn Model>;

/// A generator in the simplest form that the specification allows. It shares nothing with the crates except the
/// specification.
pub trait Model {
    /// Returns the ID for a clock reading, as text. The error is the name used in the vectors. An error leaves the
    /// state unchanged.
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str>;

    /// Sets the ceiling for the following calls, in milliseconds since 1970. Initially, no ceiling is set.
    fn set_ceiling(&mut self, unix_ms: u64);

    /// Returns the fields that the model can draw, each with its width in bits.
    fn draw_bits(&self) -> Vec<(&'static str, u32)>;

    /// Returns the rules that the model has followed.
    fn followed(&self) -> &Followed;
}

impl dyn Model {
    /// Returns a trace of the model with these steps. Zero-bit draws are left out.
    #[must_use]
    pub fn trace(&self, config: Map<String, Value>, steps: Vec<Step>) -> Trace {
        let draw_bits = self.draw_bits().into_iter().filter(|(_, bits)| *bits > 0);
        let draw_bits = draw_bits.map(|(field, bits)| (field.to_owned(), bits.into())).collect();
        Trace { config, draw_bits, steps }
    }
}

/// Returns a number in a configuration, or 0 if it is missing.
pub(crate) fn number(config: &Map<String, Value>, key: &str) -> u64 {
    config.get(key).and_then(integer).and_then(|number| u64::try_from(number).ok()).unwrap_or_default()
}

/// The sources of the rules of a scheme's generators.
#[derive(Debug)]
pub(crate) struct Origins {
    /// The first ID in a timestamp.
    pub(crate) new_tick: &'static [Origin],
    /// The next ID in a timestamp.
    pub(crate) same_tick: &'static [Origin],
    /// The result of the call after the last ID of a timestamp.
    pub(crate) overflow: &'static [Origin],
    /// A call in the timestamp of a call that failed with an overflow.
    pub(crate) after_overflow: &'static [Origin],
    /// An overflow of the last timestamp, in schemes that continue after other overflows.
    pub(crate) end: &'static [Origin],
    /// An overflow to a timestamp that is ahead of the reading by more than the allowance.
    pub(crate) ahead: &'static [Origin],
    /// A reading before the last ID.
    pub(crate) rollback: &'static [Origin],
    /// A rollback next to the allowance, and an allowance of more than 32 bits.
    pub(crate) boundary: &'static [Origin],
    /// Starting over after a large rollback.
    pub(crate) reset: &'static [Origin],
    /// A reading before the first timestamp, and one after the last.
    pub(crate) out_of_range: [&'static [Origin]; 2],
    /// A reading before the first timestamp that is also before the last ID.
    pub(crate) precedence: &'static [Origin],
    /// Resuming after an ID.
    pub(crate) resume: &'static [Origin],
    /// A ceiling.
    pub(crate) ceiling: &'static [Origin],
    /// A random source that fails.
    pub(crate) source: &'static [Origin],
}

impl Origins {
    /// Our choices for what a specification leaves open.
    pub(crate) const OURS: Self = Self {
        new_tick: &[],
        same_tick: &[],
        overflow: &[],
        after_overflow: &[],
        end: &[Origin::Ours("An overflow at the last timestamp")],
        ahead: &[Origin::Ours("An overflow may exceed the allowance")],
        rollback: &[Origin::Ours("Allowance")],
        boundary: &[Origin::Ours("Allowance")],
        reset: &[Origin::Ours("A large rollback")],
        out_of_range: [&[], &[]],
        precedence: &[Origin::Ours("A reading that no ID can carry")],
        resume: &[Origin::Ours("Resuming after an ID")],
        ceiling: &[Origin::Ours("A ceiling")],
        source: &[Origin::Ours("A failing random source")],
    };
}

/// The parts of a generator that its specification defines. [`Generator`] adds what all schemes share.
pub(crate) trait Steps {
    /// The last ID: its fields, and anything else that a generator remembers.
    type Last: Clone + Default;

    /// Returns the sources of the configuration's rules, which each call follows.
    fn settings(&self) -> Vec<Origin> {
        Vec::new()
    }

    /// Returns the tick of a reading, if the reading has a tick.
    fn tick(&self, _: &GeneratorRules, reading: u64) -> Option<u64> {
        Some(reading)
    }

    /// Returns the tick of an ID.
    fn tick_of(last: &Self::Last) -> u64;

    /// Returns the time of a tick in milliseconds since 1970.
    fn unix_ms(&self, _: &GeneratorRules, tick: u64) -> u64 {
        tick
    }

    /// Returns the fields and widths for [`Model::draw_bits`].
    fn draw_bits(&self) -> Vec<(&'static str, u32)>;

    /// Advances `next` from the last ID to the next ID. If `last` is `None`, the generator starts or starts over, and
    /// `next` is all zeros.
    fn advance(
        &self,
        last: Option<&Self::Last>,
        next: &mut Self::Last,
        call: &mut Call,
    ) -> Result<(), &'static str>;

    /// Keeps part of the state of a failed call. Only a port with a bug does this.
    fn keep_part(_: &GeneratorRules, _now: u64, _last: &mut Self::Last, _failed: &Self::Last) {}

    /// Returns the text form of an ID.
    fn text(&self, last: &Self::Last) -> String;
}

/// A call to a generator.
pub(crate) struct Call<'a, 'b> {
    pub(crate) rules: GeneratorRules,
    limits: &'a Limits,
    origins: &'static Origins,
    unix_ms: &'a dyn Fn(u64) -> u64,
    /// The tick of the reading.
    pub(crate) now: u64,
    pub(crate) draws: &'a mut Draws<'b>,
    pub(crate) followed: &'a mut Followed,
}

impl Call<'_, '_> {
    /// Moves the tick of an exhausted counter to the next tick, if that is below the ceiling.
    pub(crate) fn overflow(&mut self, tick: &mut u64) -> Result<(), &'static str> {
        *tick = (self.rules.after_overflow)(*tick);
        let ends = !self.rules.overflows_on || (self.rules.beyond)(*tick, self.limits.ticks.1);
        if ends {
            self.followed.add(self.origins.end.iter().copied());
        } else if *tick > self.now.saturating_add(self.limits.allowance) {
            self.followed.add(self.origins.ahead.iter().copied());
        }
        if self.rules.ceiling_of_overflow && !(ends && self.rules.end_first) {
            self.limits.check((self.unix_ms)(*tick))?;
        }
        self.draws.received = self.rules.value_after_overflow;
        if ends { Err("overflow") } else { Ok(()) }
    }
}

/// A generator of any scheme.
pub(crate) struct Generator<S: Steps> {
    steps: S,
    origins: &'static Origins,
    limits: Limits,
    last: Option<S::Last>,
    /// The ID that the generator resumed after.
    resumed: Option<S::Last>,
    /// Whether the last ID is the ID that the generator resumed after.
    is_resumed: bool,
    /// Whether the last call failed with an overflow.
    overflowed: bool,
    followed: Followed,
}

impl<S: Steps> Generator<S> {
    /// Creates a generator, which continues after `last` if it is an ID.
    pub(crate) fn new(steps: S, origins: &'static Origins, limits: Limits, last: Option<S::Last>) -> Self {
        let mut followed = Followed::default();
        followed.add(steps.settings());
        if last.is_some() {
            followed.add(origins.resume.iter().copied());
        }
        if limits.is_wide {
            followed.add(origins.boundary.iter().copied());
        }
        let (resumed, is_resumed) = (last.clone(), last.is_some());
        Self { steps, origins, limits, last, resumed, is_resumed, overflowed: false, followed }
    }

    /// Records the rules that apply to a reading in the tick `now` before the scheme advances. The tick can be out of
    /// range.
    fn follow_reading(&mut self, now: Option<u64>) {
        let (origins, limits, (first_tick, last_tick)) = (self.origins, &self.limits, self.limits.ticks);
        let mut follow =
            |rules: &[Origin], holds: bool| self.followed.add(rules.iter().copied().filter(|_| holds));
        let behind =
            self.last.as_ref().map_or(0, |last| S::tick_of(last).saturating_sub(now.unwrap_or_default()));
        let is_early = now.is_none_or(|now| now < first_tick);
        let is_in_range = !is_early && now.is_some_and(|now| now <= last_tick);
        let is_next_to_allowance = behind == limits.allowance
            || limits.is_rounded && behind.checked_sub(1) == Some(limits.allowance);
        follow(origins.ceiling, limits.ceiling_unix_ms.is_some());
        follow(origins.out_of_range[usize::from(!is_early)], !is_in_range);
        follow(origins.precedence, is_early && self.last.is_some());
        follow(origins.rollback, is_in_range && behind > 0);
        follow(origins.boundary, is_in_range && behind > 0 && is_next_to_allowance);
        follow(origins.reset, is_in_range && behind > limits.allowance && limits.reset);
    }

    /// Records the rules that a call followed if it continues after `last`.
    fn follow_result(&mut self, now: u64, last: Option<u64>, result: Result<u64, &'static str>) {
        let origins = self.origins;
        let step = match (last, result) {
            (Some(last), Err("overflow" | "after_ceiling")) if now <= last => origins.overflow,
            (Some(last), Ok(next)) if now <= last && next > last => origins.overflow,
            (Some(last), _) if now <= last => origins.same_tick,
            _ => origins.new_tick,
        };
        self.followed.add(step.iter().copied());
        if self.overflowed && last.is_some_and(|last| now <= last) {
            self.followed.add(origins.after_overflow.iter().copied());
        }
        if result == Err("rng") {
            self.followed.add(origins.source.iter().copied());
        }
        self.overflowed = result == Err("overflow");
    }
}

impl<S: Steps> Model for Generator<S> {
    fn step(&mut self, now: u64, draws: &mut Draws) -> Result<String, &'static str> {
        let rules = self.limits.rules;
        let (first_tick, last_tick) = self.limits.ticks;
        let tick = self.steps.tick(&rules, now);
        self.follow_reading(tick);
        let Self { steps, origins, limits, last, resumed, is_resumed, overflowed, followed } = self;
        let in_range = |tick: &u64| (rules.in_range)(*tick, first_tick, last_tick);
        let unix_ms = |tick| steps.unix_ms(&rules, tick);
        let reached = |tick| limits.check(unix_ms(tick)).is_err();
        let now = tick.filter(in_range).ok_or_else(|| (rules.out_of_range)(tick.is_some_and(reached)))?;
        let from = limits.last(last.as_ref(), *is_resumed, S::tick_of, now, unix_ms)?.or_else(|| {
            let near = |last: &&S::Last| S::tick_of(last).saturating_sub(now) <= limits.allowance;
            resumed.as_ref().filter(|_| rules.resumes_again).filter(near).cloned()
        });
        let forgets = from.is_none() && (rules.forgets)(*is_resumed, *overflowed);
        let mut next = from.clone().unwrap_or_default();
        let mut call = Call { rules, limits, origins, unix_ms: &unix_ms, now, draws, followed };
        let result = steps.advance(from.as_ref(), &mut next, &mut call);
        self.follow_result(now, from.as_ref().map(S::tick_of), result.map(|()| S::tick_of(&next)));
        if result.err().is_none_or(|error| (rules.keeps_failed)(error, self.is_resumed)) {
            self.last = Some(next.clone());
            self.is_resumed = false;
        } else if forgets && result == Err("rng") {
            self.last = None;
        } else if let Some(last) = &mut self.last {
            S::keep_part(&rules, now, last, &next);
        }
        result.map(|()| self.steps.text(&next))
    }

    fn set_ceiling(&mut self, unix_ms: u64) {
        let (rules, old) = (&self.limits.rules, self.limits.ceiling_unix_ms);
        let last = self.steps.unix_ms(rules, self.limits.ticks.1);
        self.limits.ceiling_unix_ms = Some((rules.replaced)(old, unix_ms, last));
    }

    fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        self.steps.draw_bits()
    }

    fn followed(&self) -> &Followed {
        &self.followed
    }
}

/// Converts a timestamp to a number of ticks.
pub(crate) fn tick(timestamp: u128) -> u64 {
    u64::try_from(timestamp).unwrap_or(u64::MAX)
}

/// The ticks of IDs, the allowance, and the ceiling. The timestamps of all IDs are below the ceiling.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) rules: GeneratorRules,
    /// The first and the last tick that an ID can carry.
    ticks: (u64, u64),
    /// The allowance in the scheme's ticks.
    allowance: u64,
    /// Whether the allowance is not whole ticks.
    is_rounded: bool,
    /// Whether the allowance has more than 32 bits.
    is_wide: bool,
    reset: bool,
    ceiling_unix_ms: Option<u64>,
    last_reading: u64,
}

impl Limits {
    /// Reads the `config` of a trace. `ticks_in` converts milliseconds to ticks of the scheme.
    pub(crate) fn new(
        config: &Map<String, Value>,
        rules: &GeneratorRules,
        ticks: (u64, u64),
        ticks_in: impl Fn(u64) -> u64,
    ) -> Self {
        let allowance_ms = (rules.allowance_ms)(number(config, "allowance_ms"));
        let allowance = ticks_in(allowance_ms);
        Self {
            rules: *rules,
            ticks,
            allowance: (rules.allowance)(allowance),
            is_wide: allowance_ms > u64::from(u32::MAX),
            is_rounded: allowance_ms.checked_sub(1).is_some_and(|less| ticks_in(less) == allowance),
            reset: (rules.starts_over)(config["on_rollback"] == "reset"),
            ceiling_unix_ms: None,
            last_reading: 0,
        }
    }

    /// Returns the ID to continue after: the last ID, or `None` if the model starts over. `tick` is the timestamp of an
    /// ID, and `unix_ms` its time.
    fn last<T: Clone>(
        &mut self,
        last: Option<&T>,
        is_resumed: bool,
        tick: impl Fn(&T) -> u64,
        now: u64,
        unix_ms: impl Fn(u64) -> u64,
    ) -> Result<Option<T>, &'static str> {
        let rules = self.rules;
        let last_reading = std::mem::replace(&mut self.last_reading, now);
        let last_tick = last.map(tick);
        let timestamps = [
            last_tick.filter(|_| if is_resumed { rules.ceiling_of_resumed } else { rules.ceiling_of_last }),
            Some(now).filter(|_| rules.ceiling_of_reading),
        ];
        let ceiling =
            || timestamps.into_iter().flatten().try_for_each(|timestamp| self.check(unix_ms(timestamp)));
        if rules.ceiling_first {
            ceiling()?;
        }
        let behind = last_tick
            .map(|tick| (rules.behind)(if rules.from_last_reading { last_reading } else { tick }, now));
        let starts_over = |behind| is_resumed && (rules.starts_over_first)(behind, self.reset);
        let last = match last {
            Some(_) if behind.is_some_and(starts_over) => None,
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

/// The random source for one step. It returns the values that the case sets. All other values come from a fixed seed.
#[derive(Debug)]
pub struct Draws<'a> {
    bits: Vec<(&'static str, u32)>,
    set: &'a [(&'a str, Draw)],
    rng: &'a mut ChaCha8Rng,
    sampling: Sampling,
    /// The value that the model receives.
    received: fn(&str, u128) -> u128,
    /// The model's draws so far.
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
    /// Creates the draws of one step of a model. Values that the case does not set come from the seed.
    pub fn new(
        model: &dyn Model,
        set: &'a [(&'a str, Draw)],
        rng: &'a mut ChaCha8Rng,
        sampling: Sampling,
    ) -> Self {
        Self { bits: model.draw_bits(), set, rng, sampling, received: |_, value| value, drawn: Map::new() }
    }

    /// Changes the drawn values before the model receives them, as in a port with a bug.
    #[must_use]
    pub fn received_as(self, received: fn(&str, u128) -> u128) -> Self {
        Self { received, ..self }
    }

    /// Returns the model's draws, in the form of a trace.
    #[must_use]
    pub fn drawn(self) -> Map<String, Value> {
        self.drawn
    }

    /// Returns `true` if the model drew a field, or would have drawn it if it had bits.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.drawn.contains_key(field) || self.bits.contains(&(field, 0))
    }

    /// Draws the value of a field. Returns an error if the case makes the source fail here.
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
        if bits == 0 {
            return Ok(0);
        }
        let max = (1 << bits) - 1;
        let set = self.set.iter().find(|(name, _)| *name == field).map(|(_, draw)| *draw);
        let value = match set {
            Some(Draw::Is(value)) => Some(value),
            Some(Draw::Fails) => None,
            None => self.random_between(min, max),
        };
        let json = value.map_or(Value::Null, json_integer);
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
