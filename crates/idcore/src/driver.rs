//! The one place that decides, from a reading and the last state, where the next ID comes from.

use crate::error::GenerateError;
use crate::random::RandomSource;
use crate::scheme::{AdvanceError, AfterFork, Scheme};

/// What a generator holds readings against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The rollback that is tolerated, in milliseconds.
    pub(crate) allowance_ms: u64,
    /// Ticks that start before this are refused, in milliseconds since 1970.
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

/// What came before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'a, S> {
    /// The last state, if there is one.
    pub(crate) last: Option<&'a S>,
    /// Whether another process has that state as well.
    pub(crate) forked: bool,
}

/// The state after `past` at a reading: a pure function but for the draws.
///
/// | the reading's tick is                | in the same process                  | after a fork              |
/// | ------------------------------------ | ------------------------------------ | ------------------------- |
/// | the first                            | begin at the reading                 | begin at the reading      |
/// | after the last                       | begin at the reading                 | begin anew at the reading |
/// | the last, or within the allowance    | advance                              | begin anew after the last |
/// | before it, beyond the allowance      | error, or begin anew at the reading  | the same                  |
#[inline]
pub(crate) fn step<S: Scheme, C, R: RandomSource>(
    scheme: &S,
    limits: &Limits,
    past: Past<'_, S::State>,
    reading: u64,
    on_rollback: OnRollback,
    random: &mut R,
) -> Result<S::State, GenerateError<C, R::Error>> {
    let Past { last, forked } = past;
    if forked && S::AFTER_FORK == AfterFork::Refuse {
        return Err(GenerateError::Forked);
    }
    let now = scheme.tick(reading).map_err(GenerateError::OutOfRange)?;
    let (unix_ms, floor_unix_ms) = (scheme.unix_ms(now), limits.floor_unix_ms);
    if unix_ms < floor_unix_ms {
        return Err(GenerateError::BeforeFloor { unix_ms, floor_unix_ms });
    }
    let Some(last) = last else {
        return scheme.begin(now, None, random).map_err(GenerateError::Random);
    };
    let last_tick = scheme.last_tick(last);
    if now > last_tick {
        let last = if forked { None } else { Some(last) };
        scheme.begin(now, last, random).map_err(GenerateError::Random)
    } else if last_tick - now <= scheme.ticks_in(limits.allowance_ms) {
        let next = if forked { begin_after(scheme, last_tick, random) } else { scheme.advance(last, random) };
        next.map_err(|error| match error {
            AdvanceError::Random(error) => GenerateError::Random(error),
            AdvanceError::Overflow => GenerateError::Overflow { last_unix_ms: scheme.unix_ms(last_tick) },
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

/// A state that has nothing in common with those of `tick`, and is above them.
#[cold]
fn begin_after<S: Scheme, R: RandomSource>(
    scheme: &S,
    tick: u64,
    random: &mut R,
) -> Result<S::State, AdvanceError<R::Error>> {
    let next = scheme.next_tick(tick).ok_or(AdvanceError::Overflow)?;
    Ok(scheme.begin(next, None, random)?)
}
