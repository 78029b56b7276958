//! The behaviour of a generator of the small scheme, according to its documentation. It shares nothing with the driver.

use crate::small::{Id, LAST_COUNT, TICK_MS, TICKS, World};

/// What stays the same in a history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) overflows_into_next_tick: bool,
    pub(crate) refuses_forks: bool,
    pub(crate) allowance_ms: u64,
    pub(crate) floor_unix_ms: u64,
}

/// The IDs that count as used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Used {
    Nothing,
    /// All IDs of a tick and of earlier ticks.
    Tick(u64),
    /// All IDs up to this one.
    Id(Id),
}

/// A generator between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) used: Used,
    /// Whether the past belongs to the parent of a fork.
    pub(crate) is_parents: bool,
    pub(crate) ceiling_unix_ms: u64,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Generate {
        world: World,
        or_reset: bool,
    },
    /// Three IDs from one reading.
    Fill(World),
    Ceiling(u64),
    Fork,
    ResumeAfter(Id),
    ResumeAfterInstant(u64),
}

/// The IDs that an event generated, and its error.
pub(crate) type Outcome = (Vec<Id>, Option<&'static str>);

/// The error of a call, by its name in the vectors.
type Generated = Result<Id, &'static str>;

impl State {
    /// Applies an event to the model and returns the IDs and the error that a generator should produce.
    pub(crate) fn apply(&mut self, settings: &Settings, event: Event) -> Outcome {
        match event {
            Event::Generate { mut world, or_reset } => match self.generate(settings, &mut world, or_reset) {
                Ok(id) => (vec![id], None),
                Err(error) => (vec![], Some(error)),
            },
            Event::Fill(mut world) => {
                let mut ids = vec![];
                while ids.len() < 3 {
                    match self.generate(settings, &mut world, false) {
                        Ok(id) => ids.push(id),
                        Err(error) => return (ids, Some(error)),
                    }
                }
                (ids, None)
            }
            Event::Ceiling(unix_ms) => {
                self.ceiling_unix_ms = unix_ms;
                (vec![], None)
            }
            Event::Fork => {
                self.is_parents = true;
                (vec![], None)
            }
            Event::ResumeAfter(id) => self.resume(settings, id.tick, Used::Id(id)),
            Event::ResumeAfterInstant(unix_ms) => {
                self.resume(settings, unix_ms / TICK_MS, Used::Tick(unix_ms / TICK_MS))
            }
        }
    }

    /// Resumes after used IDs. A child may do this too. If the scheme relies on nodes, the child still needs its own
    /// node.
    fn resume(&mut self, settings: &Settings, tick: u64, used: Used) -> Outcome {
        if !TICKS.contains(&tick) {
            return (vec![], Some("out_of_range"));
        }
        self.used = used;
        self.is_parents &= settings.refuses_forks;
        (vec![], None)
    }

    fn generate(&mut self, settings: &Settings, world: &mut World, or_reset: bool) -> Generated {
        let reading = world.reading.ok_or("clock")?;
        if self.is_parents && settings.refuses_forks {
            return Err("forked");
        }
        let now = reading / TICK_MS;
        if !TICKS.contains(&now) {
            return Err("out_of_range");
        }
        if now * TICK_MS < settings.floor_unix_ms {
            return Err("before_floor");
        }
        // A child knows what its parent has used and must not continue it.
        let used = match self.used {
            Used::Id(id) if self.is_parents => Used::Tick(id.tick),
            used => used,
        };
        let id = self.next(settings, used, now, or_reset, world)?;
        (self.used, self.is_parents) = (Used::Id(id), false);
        Ok(id)
    }

    /// Returns the ID after the used ones.
    fn next(
        &self,
        settings: &Settings,
        used: Used,
        now: u64,
        or_reset: bool,
        world: &mut World,
    ) -> Generated {
        let last_tick = match used {
            Used::Nothing => 0,
            Used::Tick(tick) | Used::Id(Id { tick, .. }) => tick,
        };
        if now > last_tick {
            self.admit(now)?;
            return begin(now, world);
        }
        // If the ceiling was lowered to the last tick or below, starting over is an error too.
        self.admit(last_tick)?;
        let behind = last_tick - now;
        if behind > settings.allowance_ms / TICK_MS {
            return if or_reset { begin(now, world) } else { Err("rollback") };
        }
        match used {
            Used::Id(last) if last.count < LAST_COUNT => {
                Ok(Id { count: last.count + 1, entropy: draw(world, world.entropy)?, ..last })
            }
            Used::Id(_) if !settings.overflows_into_next_tick => Err("overflow"),
            _ if last_tick == *TICKS.end() => Err("overflow"),
            _ => {
                self.admit(last_tick + 1)?;
                begin(last_tick + 1, world)
            }
        }
    }

    /// Returns an error if the tick starts at or after the ceiling.
    fn admit(&self, tick: u64) -> Result<(), &'static str> {
        if tick * TICK_MS >= self.ceiling_unix_ms { Err("after_ceiling") } else { Ok(()) }
    }
}

/// Returns the first ID of a tick.
fn begin(tick: u64, world: &mut World) -> Generated {
    Ok(Id { tick, count: draw(world, world.count)?, entropy: draw(world, world.entropy)? })
}

fn draw(world: &mut World, value: u8) -> Result<u8, &'static str> {
    world.draws = world.draws.checked_sub(1).ok_or("rng")?;
    Ok(value)
}
