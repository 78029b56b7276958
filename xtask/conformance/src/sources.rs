//! Clocks and random sources that misbehave.

use std::cell::Cell;
use std::rc::Rc;

use idcore::clock::Clock;
use idcore::random::RandomSource;
use thiserror::Error;

/// A clock that a test sets. `None` means that the time is unknown.
#[derive(Clone, Debug, Default)]
pub struct ManualClock(Rc<Cell<Option<u64>>>);

impl ManualClock {
    /// Creates a clock that reads `unix_ms`.
    #[must_use]
    pub fn at(unix_ms: u64) -> Self {
        Self(Rc::new(Cell::new(Some(unix_ms))))
    }

    /// Sets the clock.
    pub fn set(&self, unix_ms: impl Into<Option<u64>>) {
        self.0.set(unix_ms.into());
    }
}

/// A clock that advances by a second with every reading.
#[derive(Clone, Copy, Debug)]
pub struct Advancing(pub u64);

impl Clock for Advancing {
    type Error = std::convert::Infallible;

    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        let now = self.0;
        self.0 += 1000;
        Ok(now)
    }
}

/// The error of a clock that is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the clock was never synchronised")]
pub struct NotSet;

impl Clock for ManualClock {
    type Error = NotSet;

    fn unix_ms(&mut self) -> Result<u64, NotSet> {
        self.0.get().ok_or(NotSet)
    }
}

/// A source that counts. Every word differs from the words shortly before it, and none is random.
#[derive(Clone, Debug, Default)]
pub struct Counting(pub u32);

impl RandomSource for Counting {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        Ok(self.0)
    }
}

/// A source that always returns the same word, like a peripheral without a clock signal.
#[derive(Clone, Copy, Debug)]
pub struct Stuck(pub u32);

impl RandomSource for Stuck {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0)
    }
}

/// A source that fails whenever a bit of the pattern is 1. It uses the bits from the lowest up, and then restarts.
#[derive(Clone, Debug)]
pub struct Flaky {
    words: Counting,
    pattern: u64,
}

impl Flaky {
    /// Creates a source that fails for each 1 in the pattern.
    #[must_use]
    pub fn new(pattern: u64) -> Self {
        Self { words: Counting(0), pattern }
    }
}

/// The error of hardware that reports unusable words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the peripheral reports a seed error")]
pub struct SeedError;

impl RandomSource for Flaky {
    type Error = SeedError;

    fn next_u32(&mut self) -> Result<u32, SeedError> {
        let fails = self.pattern & 1 == 1;
        self.pattern = self.pattern.rotate_right(1);
        if fails {
            return Err(SeedError);
        }
        self.words.next_u32().map_err(|never| match never {})
    }
}
