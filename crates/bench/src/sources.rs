//! Clocks and random sources that the contenders share.

use std::convert::Infallible;

use idcore::{Clock, MicrosecondClock, SystemClock};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// An instant in milliseconds since 1970 from which the clocks of this module count.
pub const START_UNIX_MS: u64 = 1_800_000_000_000;

/// The generator of random numbers for contenders that are given one: the cipher that is behind `SystemRandom` as well, with a
/// seed that makes runs comparable.
#[must_use]
pub fn chacha() -> ChaCha8Rng {
    ChaCha8Rng::from_seed([7; 32])
}

/// A clock that goes on by so many milliseconds with each reading.
#[derive(Clone, Copy, Debug)]
pub struct SteppingClock {
    unix_ms: u64,
    step_ms: u64,
}

impl SteppingClock {
    /// A clock that reads later by `step_ms` each time.
    #[must_use]
    pub const fn new(step_ms: u64) -> Self {
        Self { unix_ms: START_UNIX_MS, step_ms }
    }

    /// The next reading.
    pub const fn next_unix_ms(&mut self) -> u64 {
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

/// The system's clock, a thousand times as fast: for schemes that have fewer IDs in a millisecond than a loop can make.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastClock(SystemClock);

impl Clock for FastClock {
    type Error = <SystemClock as Clock>::Error;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        // Microseconds that are taken for milliseconds: those since 1970 would be in no ID.
        Ok(self.0.unix_us()? % (1 << 42) + START_UNIX_MS)
    }
}
