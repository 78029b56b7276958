//! The one place that decides, from a reading and the last state, how the next ID is made.

use crate::error::GenerateError;
use crate::random::RandomSource;
use crate::scheme::{AdvanceError, Scheme};

/// The limits that a generator compares readings and IDs with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The tolerated rollback, in milliseconds.
    pub(crate) allowance_ms: u64,
    /// The floor, in milliseconds since 1970. Readings whose ticks start earlier are errors.
    pub(crate) floor_unix_ms: u64,
    /// The ceiling, in milliseconds since 1970. All IDs have ticks that start before it.
    pub(crate) ceiling_unix_ms: u64,
    /// Whether the IDs before the ceiling belong to this process alone, so that a fork and starting over are errors.
    #[cfg(feature = "std")]
    pub(crate) is_exclusive: bool,
}

impl Limits {
    /// No floor and no ceiling.
    pub(crate) const fn new(allowance_ms: u64) -> Self {
        Self {
            allowance_ms,
            floor_unix_ms: 0,
            ceiling_unix_ms: u64::MAX,
            #[cfg(feature = "std")]
            is_exclusive: false,
        }
    }

    #[cfg(feature = "std")]
    pub(crate) const fn is_exclusive(&self) -> bool {
        self.is_exclusive
    }

    #[cfg(not(feature = "std"))]
    pub(crate) const fn is_exclusive(&self) -> bool {
        false
    }
}

/// Returns the start of the tick that the ID after `past` would have, in milliseconds since 1970, if that is not before the
/// ceiling. The reading's tick is not after the last. [`step`] calls this only close to the ceiling.
#[cold]
#[inline(never)]
fn after_ceiling<S: Scheme>(
    scheme: &S,
    limits: &Limits,
    past: &Past<S::State>,
    last_tick: u64,
    now: u64,
) -> Option<u64> {
    let goes_on = last_tick - now <= scheme.ticks_in(limits.allowance_ms);
    let moves_on = match past {
        Past::State(last) => S::MOVES_ON && scheme.is_exhausted(last),
        _ => true,
    };
    let next_tick = scheme.next_tick(last_tick).filter(|_| goes_on && moves_on);
    let unix_ms = scheme.unix_ms(next_tick.unwrap_or(last_tick));
    (unix_ms >= limits.ceiling_unix_ms).then_some(unix_ms)
}

/// What to do after a rollback beyond the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRollback {
    /// Return an error.
    Error,
    /// Start over at the reading.
    Reset,
}

/// What a generator knows about the IDs that have been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Past<S> {
    /// None have been used.
    Nothing,
    /// All IDs up to this instant, in milliseconds since 1970, are used. No ID of this configuration can carry it.
    #[cfg(feature = "std")]
    Instant(u64),
    /// All IDs up to this tick are used. There is no state to continue: it is unknown, or belongs to another process or
    /// configuration as well.
    Tick(u64),
    /// All IDs up to the one of this state are used. The next ID continues from it.
    State(S),
}

impl<S: Copy> Past<S> {
    /// The last used tick, if this configuration has it.
    pub(crate) fn tick(&self, scheme: &impl Scheme<State = S>) -> Option<u64> {
        match self {
            Self::Nothing => None,
            #[cfg(feature = "std")]
            Self::Instant(_) => None,
            Self::Tick(tick) => Some(*tick),
            Self::State(state) => Some(scheme.last_tick(state)),
        }
    }

    /// The start of the last used tick, in milliseconds since 1970.
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
/// | after the last                    | begin at the reading                | begin anew at the reading           |
/// | the last, or within the allowance | advance                             | begin anew after the last           |
/// | before it, beyond the allowance   | error, or begin anew at the reading | error, or begin anew at the reading |
///
/// The ceiling is compared with the tick that the ID would have, before anything is drawn. The reading's tick would not do:
/// after a rollback or an overflow, the ID has a later one. While the last tick itself is not before the ceiling, there is no
/// ID, so a generator that starts over does not get below a ceiling that was lowered.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
pub(crate) fn step<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    past: &Past<S::State>,
    reading: u64,
    on_rollback: OnRollback,
    random: &mut R,
) -> Result<S::State, GenerateError<C, R::Error>> {
    let now = scheme.tick(reading).map_err(GenerateError::OutOfRange)?;
    let unix_ms = scheme.unix_ms(now);
    let Limits { floor_unix_ms, ceiling_unix_ms, .. } = *limits;
    if unix_ms < floor_unix_ms {
        return Err(GenerateError::BeforeFloor { unix_ms, floor_unix_ms });
    }
    let last = if let Past::State(state) = past { Some(state) } else { None };
    let last_tick = match past.tick(scheme) {
        Some(last_tick) if now <= last_tick => last_tick,
        _ => {
            if unix_ms >= ceiling_unix_ms {
                return Err(GenerateError::AfterCeiling { unix_ms, ceiling_unix_ms });
            }
            return scheme.begin(now, last, random).map_err(GenerateError::Random);
        }
    };
    // An overflow moves on by one tick.
    if scheme.unix_ms(last_tick + 1) >= ceiling_unix_ms {
        if let Some(unix_ms) = after_ceiling(scheme, limits, past, last_tick, now) {
            return Err(GenerateError::AfterCeiling { unix_ms, ceiling_unix_ms });
        }
    }
    if last_tick - now <= scheme.ticks_in(limits.allowance_ms) {
        match last {
            Some(last) => scheme.advance(last, random),
            None => begin_after(scheme, last_tick, random),
        }
        .map_err(|error| no_successor(scheme, unix_ms, last_tick, error))
    } else if on_rollback == OnRollback::Reset && !limits.is_exclusive() {
        scheme.begin(now, None, random).map_err(GenerateError::Random)
    } else {
        let last_unix_ms = scheme.unix_ms(last_tick);
        Err(GenerateError::Rollback { unix_ms, last_unix_ms, allowance_ms: limits.allowance_ms })
    }
}

/// Makes IDs after `last`, which [`step`] returned for the same reading, as long as each needs only an
/// [`advance`](Scheme::advance) within the tick. Returns the number of IDs made. `step` decides what happens next.
///
/// `step` has compared the tick of `last` with the ceiling, and no ID here leaves that tick.
///
/// # Errors
///
/// Returns the error of the first state that could not be made, and the number of IDs made before it.
// Faster than inlined: see xtask/bench/notes.md#fill.
#[inline(never)]
pub(crate) fn go_on<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    last: &mut S::State,
    reading: u64,
    random: &mut R,
    ids: &mut [S::Id],
) -> Result<usize, (usize, GenerateError<C, R::Error>)> {
    let last_tick = scheme.last_tick(last);
    // The reading has made an ID, so it has a tick.
    let now = scheme.tick(reading).unwrap_or(last_tick);
    // An overflow may have put the generator further ahead than the allowance.
    if last_tick.saturating_sub(now) > scheme.ticks_in(limits.allowance_ms) {
        return Ok(0);
    }
    let mut state = *last;
    let mut made = 0;
    let mut result = Ok(());
    for id in ids {
        if scheme.is_exhausted(&state) {
            break;
        }
        match scheme.advance(&state, random) {
            Ok(next) => state = next,
            Err(error) => {
                result = Err(no_successor(scheme, scheme.unix_ms(now), last_tick, error));
                break;
            }
        }
        debug_assert_eq!(scheme.last_tick(&state), last_tick, "the tick was not exhausted");
        *id = scheme.id(&state);
        made += 1;
    }
    *last = state;
    result.map(|()| made).map_err(|error| (made, error))
}

/// Why a state of `last_tick` has no successor.
#[cold]
fn no_successor<S: Scheme, C, R>(
    scheme: &S,
    unix_ms: u64,
    last_tick: u64,
    error: AdvanceError<R>,
) -> GenerateError<C, R> {
    match error {
        AdvanceError::Random(error) => GenerateError::Random(error),
        AdvanceError::Overflow => {
            GenerateError::Overflow { unix_ms, last_unix_ms: scheme.unix_ms(last_tick) }
        }
    }
}

/// The first state of the tick after `tick`, independent of all earlier states.
#[cold]
fn begin_after<S: Scheme, R: RandomSource>(
    scheme: &S,
    tick: u64,
    random: &mut R,
) -> Result<S::State, AdvanceError<R::Error>> {
    let next = scheme.next_tick(tick).ok_or(AdvanceError::Overflow)?;
    Ok(scheme.begin(next, None, random)?)
}
