//! The time by which a keeper acts.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use idcore::clock::{Clock, SystemClock};
use idcore::error::SystemClockError;

#[cfg(feature = "testing")]
use crate::testing::TestClock;

/// How often a thread looks at a test's clock, which wakes nobody.
#[cfg(feature = "testing")]
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// The time of this machine's clock, in milliseconds since 1970.
///
/// # Errors
///
/// Returns an error if the clock is set before 1970.
pub fn unix_ms() -> Result<u64, SystemClockError> {
    SystemClock.unix_ms()
}

/// This machine's clocks, or a test's.
#[derive(Clone, Debug)]
pub(crate) enum Time {
    /// With the instant from which `elapsed` counts.
    System(Instant),
    #[cfg(feature = "testing")]
    Test(TestClock),
}

impl Default for Time {
    fn default() -> Self {
        Self::System(Instant::now())
    }
}

impl Clock for Time {
    type Error = SystemClockError;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, SystemClockError> {
        match self {
            Self::System(_) => SystemClock.unix_ms(),
            #[cfg(feature = "testing")]
            Self::Test(clock) => Ok(clock.unix_ms()),
        }
    }
}

impl Time {
    /// The time that has passed, whatever the clock was set to.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Self::System(begun) => begun.elapsed(),
            #[cfg(feature = "testing")]
            Self::Test(clock) => clock.elapsed(),
        }
    }

    /// Waits until `elapsed` is `until`, and then returns `true`. If the channel ends before, returns `false`.
    pub(crate) fn wait(&self, until: Duration, ended: &Receiver<()>) -> bool {
        loop {
            let left = until.saturating_sub(self.elapsed());
            let step = match self {
                Self::System(_) => left,
                #[cfg(feature = "testing")]
                Self::Test(_) => left.min(LOOK_AGAIN),
            };
            if ended.recv_timeout(step) != Err(RecvTimeoutError::Timeout) {
                return false;
            }
            if self.elapsed() >= until {
                return true;
            }
        }
    }

    /// Waits in the caller's thread. A test can't advance its clock meanwhile, so this does.
    pub(crate) fn sleep(&self, time: Duration) {
        match self {
            Self::System(_) => thread::sleep(time),
            #[cfg(feature = "testing")]
            Self::Test(clock) => clock.advance(time),
        }
    }
}
