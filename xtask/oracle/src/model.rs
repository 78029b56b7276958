//! What all generators share: readings of a clock, the allowance, the ceiling, and the last ID. The rest of each
//! generator is in `schemes/NAME/model.rs`.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::config::number;
use crate::draws::Draws;
use crate::format::{Step as TraceStep, Trace};
use crate::layout::Layout;
use crate::origin::Followed;
use crate::rules::{Event, Trail};
use crate::scheme::Scheme;
use crate::schemes::Generator;

/// The timestamps of a scheme. A tick is the unit of a timestamp: it can differ from a millisecond, and from the unit of
/// the clock.
#[derive(Clone, Debug)]
pub(crate) struct Ticks {
    /// The ticks that IDs can carry.
    pub(crate) range: RangeInclusive<u64>,
    /// The reading at which tick 0 starts.
    pub(crate) epoch: u64,
    /// The length of a tick in the unit of the clock.
    pub(crate) length: u64,
    /// A millisecond in the unit of the clock.
    pub(crate) ms: u64,
}

impl Ticks {
    /// Milliseconds since 1970.
    pub(crate) const fn milliseconds(range: RangeInclusive<u64>) -> Self {
        Self { range, epoch: 0, length: 1, ms: 1 }
    }

    /// Returns the first and the last reading in the ticks that IDs can carry.
    pub(crate) fn readings(&self) -> [u64; 2] {
        let [first, after] = [*self.range.start(), self.range.end() + 1];
        [self.epoch + first * self.length, self.epoch + (after * self.length - 1)]
    }

    /// Returns the tick of a reading, unless the reading is before the epoch.
    fn at(&self, reading: u64) -> Option<u64> {
        Some(reading.checked_sub(self.epoch)? / self.length)
    }

    /// Returns the number of whole ticks in a time.
    fn in_ms(&self, ms: u64) -> u64 {
        ms.saturating_mul(self.ms) / self.length
    }

    /// Returns the start of a tick in milliseconds since 1970.
    fn unix_ms(&self, tick: u64) -> u64 {
        (self.epoch + tick * self.length) / self.ms
    }
}

/// A generator of any scheme, in the simplest form that the specification allows. It shares nothing with the crates
/// except the specification.
#[derive(Clone, Debug)]
pub struct Model {
    layout: &'static Layout,
    /// The generator before its first ID.
    new: Generator,
    /// The generator after its last ID.
    generator: Generator,
    limits: Limits,
    trail: Trail,
}

/// The limits for the timestamps of IDs.
#[derive(Clone, Debug)]
struct Limits {
    ticks: Ticks,
    allowance_ms: u64,
    starts_over: bool,
    ceiling_unix_ms: Option<u64>,
}

impl Model {
    /// Creates a generator with a configuration. It doesn't yet resume after an ID.
    pub(crate) fn new(scheme: &Scheme, config: &Map<String, Value>) -> Self {
        let generator = (scheme.model)(config);
        let limits = Limits {
            ticks: generator.ticks(),
            allowance_ms: number(config, "allowance_ms"),
            starts_over: config["on_rollback"] == "reset",
            ceiling_unix_ms: None,
        };
        let trail = Trail::new((scheme.rules)(config), (scheme.settings)(config));
        Self { layout: scheme.layout, new: generator.clone(), generator, limits, trail }
    }

    /// Continues as if an ID were the last. The error is the reason why it can't be.
    pub(crate) fn resume(&mut self, text: &str) -> Result<(), Event> {
        let fields = self.layout.fields_of_text(text);
        let resumed = fields.map(|fields| self.generator.resume(&fields));
        let timestamp = self.generator.timestamp().unwrap_or_default();
        self.trail.resume(timestamp);
        match resumed {
            None => Err(Event::NoId),
            Some(_) if !self.limits.ticks.range.contains(&timestamp) => Err(Event::Reserved),
            Some(resumed) => resumed,
        }
    }

    /// Returns the ID for a clock reading, as text. The error is the name used in the vectors. An error leaves the
    /// state unchanged.
    pub fn step(&mut self, reading: u64, draws: &mut Draws) -> Result<String, &'static str> {
        let mut step = Step { limits: &self.limits, now: 0, timestamp: 0, draws, events: Vec::new() };
        let next = step.next(reading, &self.new, &self.generator);
        let Step { timestamp, events, .. } = step;
        self.trail.add(events, timestamp, next.as_ref().err().copied());
        self.generator = next?;
        let fields = self.generator.fields().into_iter().map(Into::into).collect::<Vec<_>>();
        Ok(self.layout.text(&self.layout.int(&fields)))
    }

    /// Sets the ceiling for the following calls, in milliseconds since 1970. Initially, no ceiling is set.
    pub fn set_ceiling(&mut self, unix_ms: u64) {
        self.limits.ceiling_unix_ms = Some(unix_ms);
    }

    /// Returns the fields that the model can draw, each with its width in bits.
    #[must_use]
    pub fn draw_bits(&self) -> Vec<(&'static str, u32)> {
        self.generator.draw_bits()
    }

    /// Returns the rules that the model has followed.
    #[must_use]
    pub fn followed(&self) -> &Followed {
        &self.trail.followed
    }

    /// Returns a trace of the model with these steps. Zero-bit draws are left out.
    #[must_use]
    pub fn trace(&self, config: Map<String, Value>, steps: Vec<TraceStep>) -> Trace {
        let draw_bits = self.draw_bits().into_iter().filter(|(_, bits)| *bits > 0);
        let draw_bits = draw_bits.map(|(field, bits)| (field.to_owned(), bits.into())).collect();
        Trace { config, draw_bits, steps }
    }
}

/// A call to a generator.
pub(crate) struct Step<'a, 'b> {
    limits: &'a Limits,
    /// The tick of the reading.
    now: u64,
    /// The timestamp of the ID.
    timestamp: u64,
    draws: &'a mut Draws<'b>,
    events: Vec<Event>,
}

impl Step<'_, '_> {
    /// Returns the generator after the next ID.
    fn next(
        &mut self,
        reading: u64,
        new: &Generator,
        generator: &Generator,
    ) -> Result<Generator, &'static str> {
        let Limits { ticks, allowance_ms, starts_over, ceiling_unix_ms } = self.limits;
        let (tick, last) = (ticks.at(reading), generator.timestamp());
        self.report(Event::WideAllowance, *allowance_ms > u64::from(u32::MAX));
        self.report(Event::HasCeiling, ceiling_unix_ms.is_some());

        // A reading that no ID can carry
        let Some(now) = tick.filter(|tick| ticks.range.contains(tick)) else {
            let is_early = tick.is_none_or(|tick| tick < *ticks.range.start());
            self.happened(if is_early { Event::TooEarly } else { Event::TooLate });
            self.report(Event::TooEarlyAndBehind, is_early && last.is_some());
            return Err("out_of_range");
        };
        self.now = now;

        // Allowance
        let behind = last.map_or(0, |last| last.saturating_sub(now));
        let allowance = ticks.in_ms(*allowance_ms);
        let is_rounded = *allowance_ms > 0 && ticks.in_ms(allowance_ms - 1) == allowance;
        let is_next = behind == allowance || is_rounded && behind.checked_sub(1) == Some(allowance);
        self.report(Event::RolledBack, behind > 0);
        self.report(Event::NextToAllowance, behind > 0 && is_next);
        self.report(Event::StartedOver, behind > allowance && *starts_over);

        // A ceiling
        self.check_ceiling(now.max(last.unwrap_or_default()))?;

        if behind > allowance && !starts_over {
            return Err("rollback");
        }
        let (mut next, last) =
            if behind > allowance { (new.clone(), None) } else { (generator.clone(), last) };
        // "Treat the timestamp of the last generated ID as the up-to-date one"
        self.timestamp = now.max(last.unwrap_or_default());
        next.generate(self.timestamp, self)?;
        Ok(next)
    }

    fn check_ceiling(&self, timestamp: u64) -> Result<(), &'static str> {
        let unix_ms = self.limits.ticks.unix_ms(timestamp);
        let is_below = self.limits.ceiling_unix_ms.is_none_or(|ceiling| unix_ms < ceiling);
        is_below.then_some(()).ok_or("after_ceiling")
    }

    /// Records an event.
    pub(crate) fn happened(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Records an event if it has happened.
    pub(crate) fn report(&mut self, event: Event, has_happened: bool) {
        self.events.extend(has_happened.then_some(event));
    }

    /// Returns a random value for a field.
    pub(crate) fn draw(&mut self, field: &str) -> Result<u128, &'static str> {
        self.draw_from(0, field)
    }

    /// Returns a random value from `min` for a field.
    pub(crate) fn draw_from(&mut self, min: u128, field: &str) -> Result<u128, &'static str> {
        let value = self.draws.draw(field, min);
        self.report(Event::SourceFailed, value.is_none());
        value.ok_or("rng")
    }

    /// Returns the tick after the last one, in which a counter overflowed.
    pub(crate) fn next_tick(&mut self) -> Result<u64, &'static str> {
        self.happened(Event::Overflowed);
        let Limits { ticks, allowance_ms, .. } = self.limits;
        self.timestamp += 1;
        if !ticks.range.contains(&self.timestamp) {
            self.happened(Event::Ended);
            return Err("overflow");
        }
        let is_ahead = self.timestamp > self.now.saturating_add(ticks.in_ms(*allowance_ms));
        self.report(Event::BeyondAllowance, is_ahead);
        self.check_ceiling(self.timestamp)?;
        Ok(self.timestamp)
    }
}
