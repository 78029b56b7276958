//! The smallest scheme with every feature that the driver handles, so that all of its histories can be tried.

use std::cell::Cell;

use idcore::clock::{Clock, Milliseconds};
use idcore::error::Quantity;
use idcore::error::RangeError;
use idcore::random::{Draw, RandomSource};

use crate::Scheme;
use crate::generate::scheme::{AfterFork, CountError, OnRollback, Since};

/// Ticks have three bits, and the first and the last are reserved.
pub(crate) const TICKS: std::ops::RangeInclusive<u64> = 1..=6;

/// The number of milliseconds in a tick. With two, limits can be within a tick.
pub(crate) const TICK_MS: u64 = 2;

/// The last count of a tick.
pub(crate) const LAST_COUNT: u8 = 3;

/// An ID has a tick, a two-bit count that starts from a draw, and a bit that is drawn for each ID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id {
    pub(crate) tick: u64,
    pub(crate) count: u8,
    pub(crate) entropy: u8,
}

impl Id {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let counts = |tick| (0..=LAST_COUNT).map(move |count| (tick, count));
        (0..8).flat_map(counts).flat_map(|(tick, count)| [0, 1].map(|entropy| Self { tick, count, entropy }))
    }
}

/// The scheme with each value of the driver's constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small<const OVERFLOWS: bool, const REFUSES_FORKS: bool>;

const COUNT: Draw = Draw { field: "count", bits: 2 };
const ENTROPY: Draw = Draw { field: "entropy", bits: 1 };

#[allow(clippy::cast_possible_truncation, reason = "no draw has more than two bits")]
impl<const OVERFLOWS: bool, const REFUSES_FORKS: bool> Scheme for Small<OVERFLOWS, REFUSES_FORKS> {
    type Id = Id;
    type State = Id;
    type Unit = Milliseconds;

    const FIRST_TICK: u64 = *TICKS.start();
    const LAST_TICK: u64 = *TICKS.end();
    const OVERFLOWS_INTO_NEXT_TICK: bool = OVERFLOWS;
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Error;
    const AFTER_FORK: AfterFork = if REFUSES_FORKS { AfterFork::Error } else { AfterFork::StartOver };

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        let (first, last) = (*TICKS.start(), *TICKS.end());
        RangeError::check(Quantity::UnixMs, reading, first * TICK_MS, last * TICK_MS + TICK_MS - 1)?;
        Ok(reading / TICK_MS)
    }
    fn ticks_in(&self, ms: u64) -> u64 {
        ms / TICK_MS
    }
    fn last_tick(&self, last: &Id) -> u64 {
        last.tick
    }
    fn unix_ms(&self, tick: u64) -> u64 {
        tick * TICK_MS
    }
    fn begin<R: RandomSource>(&self, tick: u64, _: Since<'_, Id>, random: &mut R) -> Result<Id, R::Error> {
        let count = random.draw(COUNT)? as u8;
        Ok(Id { tick, count, entropy: random.draw(ENTROPY)? as u8 })
    }
    fn is_exhausted(&self, last: &Id) -> bool {
        last.count == LAST_COUNT
    }
    fn count<R: RandomSource>(&self, last: &Id, random: &mut R) -> Result<Id, CountError<R::Error>> {
        Ok(Id { count: last.count + 1, entropy: random.draw(ENTROPY)? as u8, ..*last })
    }
    fn id(&self, state: &Id) -> Id {
        *state
    }
    fn resume(&self, id: Id) -> Result<Id, RangeError> {
        RangeError::check(Quantity::Field("tick"), id.tick, *TICKS.start(), *TICKS.end())?;
        Ok(id)
    }
}

/// The results of a clock and a source in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct World {
    /// `None` if the clock fails.
    pub(crate) reading: Option<u64>,
    pub(crate) count: u8,
    pub(crate) entropy: u8,
    /// The number of draws that succeed.
    pub(crate) draws: u8,
}

/// A failure of the clock or the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure;

/// A clock and a source that return what a test sets. All copies share one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hardware<'a> {
    pub(crate) world: &'a Cell<World>,
}

impl Clock for Hardware<'_> {
    type Error = Failure;

    fn unix_ms(&mut self) -> Result<u64, Failure> {
        self.world.get().reading.ok_or(Failure)
    }
}

impl RandomSource for Hardware<'_> {
    type Error = Failure;

    fn next_u32(&mut self) -> Result<u32, Failure> {
        unreachable!("the scheme draws fields")
    }
    fn draw(&mut self, draw: Draw) -> Result<u32, Failure> {
        let world = self.world.get();
        let draws = world.draws.checked_sub(1).ok_or(Failure)?;
        self.world.set(World { draws, ..world });
        Ok(u32::from(if draw == COUNT { world.count } else { world.entropy }))
    }
}
