//! The clock of the IDs of the present.

use idcore::clock::{Clock, CoarseClock, MicrosecondClock, SystemClock};
use idcore::error::SystemClockError;

/// The system's clock. A variable and not a type parameter, because a batch of IDs takes a single reading.
#[derive(Clone, Copy, Debug)]
pub(super) enum LiveClock {
    Exact,
    /// As of the kernel's last tick.
    Coarse,
}

impl LiveClock {
    pub(super) fn new(coarse: bool) -> Self {
        if coarse { Self::Coarse } else { Self::Exact }
    }
}

impl Clock for LiveClock {
    type Error = SystemClockError;

    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        match self {
            Self::Exact => SystemClock.unix_ms(),
            Self::Coarse => CoarseClock.unix_ms(),
        }
    }
}

impl MicrosecondClock for LiveClock {
    fn unix_us(&mut self) -> Result<u64, Self::Error> {
        match self {
            Self::Exact => SystemClock.unix_us(),
            Self::Coarse => CoarseClock.unix_us(),
        }
    }
}
