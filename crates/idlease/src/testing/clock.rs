//! A clock for tests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock that doesn't advance until a test moves it. Clones share the same time.
///
/// With [`LeaseBuilder::with_clock`](crate::LeaseBuilder::with_clock), a test can acquire, renew and lose a lease
/// without real time passing:
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
    /// Creates a clock that reads this time, in milliseconds since 1970.
    #[must_use]
    pub fn new(unix_ms: u64) -> Self {
        Self(Arc::new(Mutex::new(Times { unix_ms, elapsed: Duration::ZERO })))
    }

    /// Returns the time, in milliseconds since 1970.
    #[must_use]
    pub fn unix_ms(&self) -> u64 {
        self.lock().unix_ms
    }

    /// Sets the clock, forwards or backwards, like an operator. No time passes, so no wait ends.
    pub fn set_unix_ms(&self, unix_ms: u64) {
        self.lock().unix_ms = unix_ms;
    }

    /// Lets time pass. Threads that have waited long enough continue.
    ///
    /// A call that waits in the test's own thread, such as [`Keeper::acquire`](crate::Keeper::acquire), advances the
    /// clock itself.
    pub fn advance(&self, time: Duration) {
        let mut times = self.lock();
        times.elapsed += time;
        times.unix_ms = times.unix_ms.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    }

    /// Returns how far the clock was advanced in total.
    pub(crate) fn elapsed(&self) -> Duration {
        self.lock().elapsed
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
