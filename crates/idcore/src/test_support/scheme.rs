//! The smallest scheme, for this crate's own tests.

use crate::Scheme;
use crate::clock::Milliseconds;
use crate::error::Quantity::{Field, UnixMs};
use crate::error::RangeError;
use crate::generate::scheme::{AfterFork, CountError, OnRollback, Since};
use crate::random::{Draw, RandomSource};

/// The largest timestamp.
pub(crate) const MAX_TIMESTAMP: u64 = 1 << 40;

/// The last count of a timestamp. No draw and no test reaches it, so only a resumed generator exhausts a timestamp.
pub(crate) const MAX_COUNT: u64 = 1 << 32;

/// The configuration: an epoch and a node. If `REFUSE` is set, a fork is an error, as in schemes with nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Config<const REFUSE: bool = false> {
    pub(crate) epoch_unix_ms: u64,
    pub(crate) node: u8,
}

/// Timestamp since the epoch, node, and a count that starts from a draw.
pub(crate) type Id = (u64, u8, u64);

impl<const REFUSE: bool> Scheme for Config<REFUSE> {
    type Id = Id;
    type State = (u64, u64);
    type Unit = Milliseconds;

    const LAST_TICK: u64 = MAX_TIMESTAMP;
    const OVERFLOWS_INTO_NEXT_TICK: bool = false;
    const NEW_ON_ROLLBACK: OnRollback = if REFUSE { OnRollback::Error } else { OnRollback::Reset };
    const AFTER_FORK: AfterFork = if REFUSE { AfterFork::Error } else { AfterFork::StartOver };

    fn tick(&self, reading: u64) -> Result<u64, RangeError> {
        let last = self.epoch_unix_ms + MAX_TIMESTAMP;
        RangeError::check(UnixMs, reading, self.epoch_unix_ms, last).map(|()| reading - self.epoch_unix_ms)
    }
    fn last_tick(&self, last: &Self::State) -> u64 {
        last.0
    }
    fn unix_ms(&self, tick: u64) -> u64 {
        self.epoch_unix_ms + tick
    }
    fn begin<R: RandomSource>(
        &self,
        tick: u64,
        _since: Since<'_, Self::State>,
        random: &mut R,
    ) -> Result<Self::State, R::Error> {
        Ok((tick, random.draw(Draw { field: "count", bits: 16 })?.into()))
    }
    fn is_exhausted(&self, last: &Self::State) -> bool {
        last.1 == MAX_COUNT
    }
    fn count<R: RandomSource>(
        &self,
        last: &Self::State,
        _random: &mut R,
    ) -> Result<Self::State, CountError<R::Error>> {
        Ok((last.0, last.1 + 1))
    }
    fn id(&self, state: &Self::State) -> Self::Id {
        (state.0, self.node, state.1)
    }
    fn resume(&self, (timestamp, node, count): Self::Id) -> Result<Self::State, RangeError> {
        RangeError::check(Field("timestamp"), timestamp, 0, MAX_TIMESTAMP)?;
        RangeError::check(Field("node"), node.into(), self.node.into(), self.node.into())?;
        Ok((timestamp, count))
    }
}
