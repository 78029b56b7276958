//! The one place that decides, from a reading and the last state, where the next ID comes from.

use crate::error::{GenerateError, RangeError};
use crate::random::RandomSource;
use crate::scheme::{AdvanceError, Scheme};

/// What a generator holds readings against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The rollback that is tolerated, in milliseconds.
    pub(crate) allowance_ms: u64,
    /// Readings before this are refused, in milliseconds since 1970.
    pub(crate) floor_unix_ms: u64,
}

/// What to do after a rollback beyond the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnRollback {
    /// Report it.
    Error,
    /// Start over at the reading.
    Reset,
}

/// The last state, and whether it is this process's own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Last<S> {
    pub(crate) state: S,
    /// What [`RandomSource::lineage`] was when the state was made.
    pub(crate) lineage: u32,
}

/// The state after `last` at a reading: a pure function but for the draws.
///
/// | reading's tick             | same process              | forked                    |
/// | -------------------------- | ------------------------- | ------------------------- |
/// | there is no last state     | begin at the reading      |                           |
/// | after the last             | begin at the reading      | begin anew at the reading |
/// | equal, or within allowance | advance                   | begin anew after the last |
/// | beyond the allowance       | error, or begin anew at the reading | same            |
#[inline]
pub(crate) fn step<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    last: Option<&Last<S::State>>,
    unix_ms: u64,
    on_rollback: OnRollback,
    random: &mut R,
) -> Result<Last<S::State>, GenerateError<C, R::Error>> {
    let now = tick(scheme, limits, unix_ms)?;
    let lineage = random.lineage();
    let state = match last {
        None => scheme.begin(now, None, random).map_err(GenerateError::Random),
        Some(last) => {
            let last_tick = scheme.last_tick(&last.state);
            let forked = lineage != last.lineage;
            if now > last_tick {
                let last = if forked { None } else { Some(&last.state) };
                scheme.begin(now, last, random).map_err(GenerateError::Random)
            } else if last_tick - now <= scheme.ticks_in(limits.allowance_ms) {
                let advanced = if forked {
                    begin_after(scheme, last_tick, random)
                } else {
                    scheme.advance(&last.state, random)
                };
                advanced.map_err(|error| match error {
                    AdvanceError::Random(error) => GenerateError::Random(error),
                    AdvanceError::Overflow => {
                        GenerateError::Overflow { last_unix_ms: scheme.unix_ms(last_tick) }
                    }
                })
            } else if on_rollback == OnRollback::Reset {
                scheme.begin(now, None, random).map_err(GenerateError::Random)
            } else {
                Err(GenerateError::Rollback {
                    unix_ms,
                    last_unix_ms: scheme.unix_ms(last_tick),
                    allowance_ms: limits.allowance_ms,
                })
            }
        }
    }?;
    Ok(Last { state, lineage })
}

/// The tick of a reading that is neither before the floor nor outside of what the scheme can hold.
fn tick<S: Scheme, C, R>(scheme: &S, limits: &Limits, unix_ms: u64) -> Result<u64, GenerateError<C, R>> {
    RangeError::check("unix_ms", unix_ms, limits.floor_unix_ms, u64::MAX)
        .and_then(|()| scheme.tick(unix_ms))
        .map_err(GenerateError::OutOfRange)
}

/// A state that has nothing in common with the states of `tick`, and is above them.
#[cold]
fn begin_after<S: Scheme, R: RandomSource>(
    scheme: &S,
    tick: u64,
    random: &mut R,
) -> Result<S::State, AdvanceError<R::Error>> {
    let next = scheme.next_tick(tick).ok_or(AdvanceError::Overflow)?;
    Ok(scheme.begin(next, None, random)?)
}
