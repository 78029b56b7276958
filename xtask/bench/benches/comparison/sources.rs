//! Clocks and random sources that the contenders share.

use std::convert::Infallible;

use idcore::clock::{Clock, MicrosecondClock, SystemClock};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The first reading of the clocks of this module, in Unix milliseconds.
pub(crate) const START_UNIX_MS: u64 = 1_800_000_000_000;

/// Returns the random number generator for contenders that accept one. It uses the same cipher as `SystemRandom`. A
/// fixed seed makes runs comparable.
#[must_use]
pub(crate) fn chacha() -> ChaCha8Rng {
    ChaCha8Rng::from_seed([7; 32])
}

/// A clock that advances by a fixed number of milliseconds with each reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SteppingClock {
    unix_ms: u64,
    step_ms: u64,
}

impl SteppingClock {
    /// Creates a clock that advances by `step_ms` with each reading.
    #[must_use]
    pub(crate) const fn new(step_ms: u64) -> Self {
        Self { unix_ms: START_UNIX_MS, step_ms }
    }

    /// Returns the next reading.
    pub(crate) const fn next_unix_ms(&mut self) -> u64 {
        self.unix_ms += self.step_ms;
        self.unix_ms
    }
}

impl Clock for SteppingClock {
    type Error = Infallible;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_unix_ms())
    }
}

/// The system clock, accelerated a thousand times, for schemes with fewer IDs in a millisecond than a loop can
/// generate.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastClock(SystemClock);

impl Clock for FastClock {
    type Error = <SystemClock as Clock>::Error;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        // Microseconds used as milliseconds. Counted from 1970, they would be out of an ID's range.
        Ok(self.0.unix_us()? % (1 << 42) + START_UNIX_MS)
    }
}
