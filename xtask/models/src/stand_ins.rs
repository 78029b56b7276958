//! What stands in for parts of the published crates and of the system that no model is about.

use crate::status::{Board, Grant};
use crate::{
    FillError, RangeError, Scheme, Status, SystemClockError, SystemError, SystemRandomError, execution,
};

/// The time of all models, in milliseconds since 1970.
pub(crate) const NOW_UNIX_MS: u64 = 1_700_000_000_000;

/// `idcore::trusted`, as far as it reads clocks. All of them stand still.
pub(crate) mod real_time {
    use super::NOW_UNIX_MS;

    pub(crate) enum RealTime {
        Exact,
        Coarse,
    }

    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn since_1970(_: RealTime) -> Option<(u64, u32)> {
        Some((NOW_UNIX_MS / 1000, 0))
    }

    pub(crate) fn resolution(_: RealTime) -> Option<(u64, u32)> {
        None
    }
}

/// `idcore::seed`.
pub(crate) mod seed {
    use super::execution;

    pub(crate) use real::io::Error;

    /// Another seed for each call.
    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn seed() -> Result<[u8; 32], Error> {
        let execution = execution::current();
        let seeds = execution.seeds.get();
        execution.seeds.set(seeds + 1);
        Ok([seeds; 32])
    }
}

/// `idlease::Pool`, with one slot.
pub(crate) struct Pool;

impl Pool {
    pub(crate) fn slots(&self) -> u32 {
        1
    }

    pub(crate) fn node_id(&self, slot: u32) -> Result<u32, RangeError> {
        Ok(slot)
    }

    pub(crate) fn node_id_size(&self) -> u32 {
        8
    }
}

/// `idlease::NodeScheme`, as far as generators need it.
pub(crate) trait NodeScheme:
    Scheme<Unit = crate::Milliseconds> + Copy + Send + Sync + 'static
{
}

impl NodeScheme for crate::test_scheme::Config {}

/// `idlease::keeper`.
pub(crate) mod keeper {
    use super::{Grant, Pool, RangeError};

    /// The published trait. Its implementations have the same signatures, or this crate does not compile.
    #[allow(dead_code, reason = "no model has a pool to check")]
    pub(crate) trait Target: Send {
        fn check(&self, pool: &Pool) -> Result<(), RangeError>;
        fn begin(&mut self, grant: &Grant) -> Result<(), RangeError>;
        fn extend(&mut self, end_unix_ms: u64) -> bool;
        fn last_unix_ms(&self) -> Option<u64>;
        fn stop(&mut self) -> Option<u64>;
    }
}

/// `idlease::LeaseGuard`: the models are the keeper.
pub(crate) struct LeaseGuard(Board);

impl LeaseGuard {
    pub(crate) fn status(&self) -> Status {
        self.0.status()
    }

    #[allow(clippy::unnecessary_wraps, reason = "the published one can fail")]
    pub(crate) fn release(self) -> Result<(), LeaseError> {
        Ok(())
    }
}

/// `idlease::LeaseError`.
#[derive(Debug)]
pub(crate) enum LeaseError {
    Forked,
}

/// `idlease::LeasedError`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LeasedError {
    #[error("forked")]
    Forked,
    #[error("no lease")]
    NoLease,
    #[error("out of range")]
    OutOfRange(#[source] RangeError),
    #[error("no ID")]
    Generate(#[from] SystemError),
    #[error("not all IDs")]
    Fill(#[from] FillError<SystemClockError, SystemRandomError>),
}
