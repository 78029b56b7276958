//! The driver, which decides from a reading and the last state how the next ID is generated. No other code decides
//! this.

use crate::error::GenerateError;
use crate::generate::scheme::{CountError, OnRollback, Scheme, Since};
use crate::random::RandomSource;

/// The default allowance, in milliseconds.
pub(crate) const DEFAULT_ALLOWANCE_MS: u64 = 10_000;

/// The limits that a generator compares readings and IDs with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The tolerated rollback, in milliseconds.
    pub(crate) allowance_ms: u64,
    /// The floor, in milliseconds since 1970. Readings whose ticks start earlier are errors.
    pub(crate) floor_unix_ms: u64,
    /// The ceiling, in milliseconds since 1970. All IDs have ticks that start before it.
    pub(crate) ceiling_unix_ms: u64,
}

impl Limits {
    /// No floor and no ceiling.
    pub(crate) const DEFAULT: Self =
        Self { allowance_ms: DEFAULT_ALLOWANCE_MS, floor_unix_ms: 0, ceiling_unix_ms: u64::MAX };
}

/// The origin of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The generator's clock.
    Clock(u64),
    /// The caller. Such readings can be years apart.
    Caller(u64),
}

impl Reading {
    #[inline]
    fn get(self) -> u64 {
        let (Self::Clock(reading) | Self::Caller(reading)) = self;
        reading
    }
}

/// What a generator knows about the IDs that have been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Past<S> {
    /// No IDs have been used.
    Nothing,
    /// All IDs up to this instant, in milliseconds since 1970, are used. No ID of this configuration can carry it.
    #[cfg(feature = "std")]
    Instant(u64),
    /// All IDs up to this tick are used. The state after them is unknown or shared with another process or
    /// configuration, so the generator can't continue from it.
    Tick(u64),
    /// All IDs up to this state's ID are used. The next ID continues from it.
    State(S),
}

impl<S: Copy> Past<S> {
    /// Returns the last used tick, if this configuration has it.
    pub(crate) fn tick(&self, scheme: &impl Scheme<State = S>) -> Option<u64> {
        match self {
            Self::Nothing => None,
            #[cfg(feature = "std")]
            Self::Instant(_) => None,
            Self::Tick(tick) => Some(*tick),
            Self::State(state) => Some(scheme.last_tick(state)),
        }
    }

    /// Returns the start of the last used tick, in milliseconds since 1970.
    pub(crate) fn unix_ms(&self, scheme: &impl Scheme<State = S>) -> Option<u64> {
        match self {
            #[cfg(feature = "std")]
            Self::Instant(unix_ms) => Some(*unix_ms),
            past => past.tick(scheme).map(|tick| scheme.unix_ms(tick)),
        }
    }
}

/// Returns the state after `past` for a reading. Apart from the draws, this is a pure function.
///
/// | the reading's tick is             | after a state                       | after a tick                        |
/// | --------------------------------- | ----------------------------------- | ----------------------------------- |
/// | after the last                    | start at the reading                | start at the reading                |
/// | the last, or within the allowance | count, or start the next tick       | start the next tick                 |
/// | before it, beyond the allowance   | error, or reset to the reading      | error, or reset to the reading      |
///
/// The ceiling is compared with the tick that the ID will have, before anything is drawn. After a rollback or an
/// overflow, this tick is later than the reading's. While the last tick is at or after the ceiling, the generator
/// returns an error, so starting over can't bypass a lowered ceiling.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
pub(crate) fn step<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    past: &Past<S::State>,
    reading: Reading,
    on_rollback: OnRollback,
    random: &mut R,
) -> Result<S::State, GenerateError<C, R::Error>> {
    let now = scheme.tick(reading.get()).map_err(GenerateError::OutOfRange)?;
    let unix_ms = scheme.unix_ms(now);
    let Limits { floor_unix_ms, ceiling_unix_ms, .. } = *limits;
    if unix_ms < floor_unix_ms {
        return Err(GenerateError::BeforeFloor { unix_ms, floor_unix_ms });
    }
    // The age of a seed is measured with the clock. The last ID's tick provides no new information.
    let mut observe_time = || {
        if matches!(reading, Reading::Clock(_)) {
            random.observe_time(unix_ms);
        }
    };
    let next = match past.tick(scheme) {
        Some(last_tick) if now <= last_tick => {
            if now < last_tick {
                observe_time();
            }
            let last_unix_ms = scheme.unix_ms(last_tick);
            if last_unix_ms >= ceiling_unix_ms {
                return Err(GenerateError::AfterCeiling { unix_ms: last_unix_ms, ceiling_unix_ms });
            }
            match past {
                _ if last_tick - now > scheme.ticks_in(limits.allowance_ms) => {
                    if on_rollback == OnRollback::Error {
                        let allowance_ms = limits.allowance_ms;
                        return Err(GenerateError::Rollback { unix_ms, last_unix_ms, allowance_ms });
                    }
                    Next::Begin(now, Since::Nothing)
                }
                Past::State(last) if !scheme.is_exhausted(last) => Next::Count(last),
                past => overflow_into(scheme, ceiling_unix_ms, unix_ms, last_tick, past)?,
            }
        }
        _ => {
            observe_time();
            if unix_ms >= ceiling_unix_ms {
                return Err(GenerateError::AfterCeiling { unix_ms, ceiling_unix_ms });
            }
            Next::Begin(now, if let Past::State(last) = past { Since::Earlier(last) } else { Since::Nothing })
        }
    };
    // Both cases share one return, so that the state stays in registers.
    let state = match next {
        Next::Count(last) => count(scheme, unix_ms, last, random)?,
        Next::Begin(tick, since) => {
            let state = scheme.begin(tick, since, random).map_err(GenerateError::Random)?;
            debug_assert_eq!(scheme.last_tick(&state), tick, "a scheme starts the tick that it is given");
            state
        }
    };
    Ok(state)
}

/// The next state.
enum Next<'a, S> {
    /// A further state of this state's tick.
    Count(&'a S),
    /// The first state of a tick.
    Begin(u64, Since<'a, S>),
}

/// Returns the state after `last`, whose tick is not exhausted. `unix_ms` is the start of the reading's tick.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
fn count<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    unix_ms: u64,
    last: &S::State,
    random: &mut R,
) -> Result<S::State, GenerateError<C, R::Error>> {
    match scheme.count(last, random) {
        Ok(state) => {
            debug_assert_eq!(
                scheme.last_tick(&state),
                scheme.last_tick(last),
                "a scheme counts within a tick"
            );
            Ok(state)
        }
        Err(CountError::Random(error)) => Err(GenerateError::Random(error)),
        Err(CountError::Exhausted) => Err(overflow(scheme, unix_ms, scheme.last_tick(last))),
    }
}

/// Moves to the tick after `last_tick`, which is exhausted. `unix_ms` is the start of the reading's tick.
#[cold]
#[inline(never)]
fn overflow_into<'a, S: Scheme, C, R>(
    scheme: &S,
    ceiling_unix_ms: u64,
    unix_ms: u64,
    last_tick: u64,
    past: &'a Past<S::State>,
) -> Result<Next<'a, S::State>, GenerateError<C, R>> {
    let since = if let Past::State(last) = past { Since::Exhausted(last) } else { Since::Nothing };
    let may_overflow = S::OVERFLOWS_INTO_NEXT_TICK || matches!(since, Since::Nothing);
    let Some(tick) = next_tick::<S>(last_tick).filter(|_| may_overflow) else {
        return Err(overflow(scheme, unix_ms, last_tick));
    };
    let next_unix_ms = scheme.unix_ms(tick);
    if next_unix_ms >= ceiling_unix_ms {
        return Err(GenerateError::AfterCeiling { unix_ms: next_unix_ms, ceiling_unix_ms });
    }
    Ok(Next::Begin(tick, since))
}

/// Returns the tick after this one, or `None` if no ID can carry it.
pub(crate) fn next_tick<S: Scheme>(tick: u64) -> Option<u64> {
    (tick < S::LAST_TICK).then(|| tick + 1)
}

#[cold]
fn overflow<S: Scheme, C, R>(scheme: &S, unix_ms: u64, last_tick: u64) -> GenerateError<C, R> {
    GenerateError::Overflow { unix_ms, last_unix_ms: scheme.unix_ms(last_tick) }
}

/// Generates IDs after `last`, which [`step`] returned for the same reading, until their tick is exhausted. Returns the
/// number of IDs. `step` decides what happens next.
///
/// `step` has compared the tick of `last` with the ceiling, and no ID here leaves that tick.
///
/// # Errors
///
/// Returns an error if generating a state fails, together with the number of IDs generated before it.
// If inlined next to the first ID of a tick, the loop took up to 7 % longer.
#[inline(never)]
pub(crate) fn fill_tick<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    last: &mut S::State,
    reading: u64,
    random: &mut R,
    ids: &mut [S::Id],
) -> Result<usize, (usize, GenerateError<C, R::Error>)> {
    let last_tick = scheme.last_tick(last);
    // The reading has produced an ID, so it has a tick.
    let now = scheme.tick(reading).unwrap_or(last_tick);
    // An overflow may have put the generator further ahead than the allowance.
    if last_tick.saturating_sub(now) > scheme.ticks_in(limits.allowance_ms) {
        return Ok(0);
    }
    let mut state = *last;
    let mut filled = 0;
    let mut failed = None;
    // By index, because a `for` loop keeps a second variable in a register and is slower.
    while let Some(id) = ids.get_mut(filled) {
        if scheme.is_exhausted(&state) {
            break;
        }
        match scheme.count(&state, random) {
            Ok(next) => state = next,
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
        *id = scheme.id(&state);
        filled += 1;
    }
    debug_assert_eq!(scheme.last_tick(&state), last_tick, "a scheme counts within a tick");
    *last = state;
    match failed {
        None => Ok(filled),
        Some(CountError::Random(error)) => Err((filled, GenerateError::Random(error))),
        Some(CountError::Exhausted) => Err((filled, overflow(scheme, scheme.unix_ms(now), last_tick))),
    }
}
