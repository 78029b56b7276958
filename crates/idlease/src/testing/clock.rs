//! A clock for tests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock that stands still until a test moves it. Clones are the same clock.
///
/// With [`LeaseBuilder::with_clock`](crate::LeaseBuilder::with_clock), a lease is acquired, renewed and lost in no real time:
///
/// ```
/// use idlease::testing::{MemoryRegistry, TestClock};
/// use idlease::error::LeasedError;
/// use idlease::registry::Pool;
///
/// let registry = MemoryRegistry::with_pool(Pool::new(8)?.with_window_ms(60_000)?);
/// let clock = TestClock::new(1_700_000_000_000);
/// let (mut ids, mut keeper) = idlease::scru64(registry).with_clock(clock.clone()).caller_driven();
/// let wait = keeper.tick();
/// assert_eq!((wait.as_secs(), keeper.status().remaining_ms), (15, 60_000));
///
/// clock.advance(wait * 5);
/// assert!(matches!(ids.generate(), Err(LeasedError::Generate(_))), "the lease has expired");
/// # Ok::<(), idcore::error::RangeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TestClock(Arc<Mutex<Times>>);

#[derive(Debug)]
struct Times {
    unix_ms: u64,
    elapsed: Duration,
}

impl TestClock {
    /// A clock that reads this time, in milliseconds since 1970.
    #[must_use]
    pub fn new(unix_ms: u64) -> Self {
        Self(Arc::new(Mutex::new(Times { unix_ms, elapsed: Duration::ZERO })))
    }

    /// The time, in milliseconds since 1970.
    #[must_use]
    pub fn unix_ms(&self) -> u64 {
        self.lock().unix_ms
    }

    /// Sets the clock, forward or back, as an operator does. No time passes, so no wait ends.
    pub fn set_unix_ms(&self, unix_ms: u64) {
        self.lock().unix_ms = unix_ms;
    }

    /// Lets time pass. Threads that have waited for long enough continue.
    ///
    /// A call that waits in the test's own thread, such as [`Keeper::acquire`](crate::Keeper::acquire), does this itself.
    pub fn advance(&self, time: Duration) {
        let mut times = self.lock();
        times.elapsed += time;
        times.unix_ms = times.unix_ms.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    }

    /// How far the clock was advanced in all.
    pub(crate) fn elapsed(&self) -> Duration {
        self.lock().elapsed
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
