//! How the fields of an ID are derived from the previous one.

use idcore::{Draw, Generator, Milliseconds, OnRollback, RandomSource, RangeError, Scheme, Since};

use super::id::{MAX_COUNTER, MAX_TIMESTAMP, Tiny64};

/// The configuration of a generator: there is nothing to choose.
#[derive(Clone, Copy, Debug)]
pub struct Config;

impl Config {
    pub(crate) const fn new() -> Self {
        Self
    }

    pub(crate) const fn generator<C, R>(self, clock: C, random: R) -> Generator<Self, C, R> {
        Generator::at_start(self, None, clock, random)
    }
}

/// The fields of the last ID.
#[derive(Clone, Copy, Debug)]
pub struct State {
    timestamp: u64,
    counter: u32,
}

impl Scheme for Config {
    type Id = Tiny64;
    type State = State;
    type Unit = Milliseconds;

    const LAST_TICK: u64 = MAX_TIMESTAMP;
    const OVERFLOWS_INTO_NEXT_TICK: bool = false; // an exhausted tick is an error
    const NEW_ON_ROLLBACK: OnRollback = OnRollback::Error; // 19 bits are too few to start over by chance

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        RangeError::check("unix_ms", reading, 0, MAX_TIMESTAMP).map(|()| reading)
    }

    fn last_tick(&self, last: &State) -> u64 {
        last.timestamp
    }

    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _: Since<'_, State>,
        random: &mut R,
    ) -> Result<State, R::Error> {
        let counter = random.draw(Draw { field: "counter", bits: 19 })?;
        Ok(State { timestamp: tick, counter })
    }

    fn is_exhausted(&self, last: &State) -> bool {
        last.counter >= MAX_COUNTER
    }

    fn count<R: RandomSource>(&self, last: &State, _: &mut R) -> Result<State, Option<R::Error>> {
        Ok(State { counter: last.counter + 1, ..*last })
    }

    fn id(&self, state: &State) -> Tiny64 {
        Tiny64::from_fields(state.timestamp, state.counter)
    }

    fn resume(&self, id: Tiny64) -> Result<State, RangeError> {
        Ok(State { timestamp: id.timestamp(), counter: id.counter() })
    }
}
