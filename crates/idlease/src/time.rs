//! The clocks that a keeper uses.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use idcore::clock::{Clock, SystemClock};
use idcore::error::SystemClockError;

#[cfg(feature = "testing")]
use crate::testing::TestClock;

/// How often a thread checks a test's clock, because that clock wakes no thread.
#[cfg(feature = "testing")]
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Returns the time of this machine's clock, in milliseconds since 1970.
///
/// # Errors
///
/// Returns an error if the clock is set before 1970.
pub fn unix_ms() -> Result<u64, SystemClockError> {
    SystemClock.unix_ms()
}

/// This machine's clocks, or a test's clock.
#[derive(Clone, Debug)]
pub(crate) enum Time {
    /// Contains the instant from which `elapsed` counts.
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
    /// Returns the elapsed time, which doesn't depend on how the clock was set.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Self::System(begun) => begun.elapsed(),
            #[cfg(feature = "testing")]
            Self::Test(clock) => clock.elapsed(),
        }
    }

    /// Waits until `elapsed` is `until` and returns `true`. If the channel is disconnected first, returns `false`.
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

    /// Waits on the caller's thread. A test can't advance its clock during the wait, so this function does.
    pub(crate) fn sleep(&self, time: Duration) {
        match self {
            Self::System(_) => thread::sleep(time),
            #[cfg(feature = "testing")]
            Self::Test(clock) => clock.advance(time),
        }
    }
}
