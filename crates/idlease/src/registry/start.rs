//! The start of a new pool's leases.

use idcore::error::Quantity::Setting;
use idcore::error::RangeError;

use crate::registry::pool::WINDOW_MS;

/// The earliest start of the leases of a pool that [`Registry::init`](crate::registry::Registry::init) creates.
///
/// If the registry existed before, processes may still hold leases that only the lost registry knew. A lease ends at
/// most two windows after it was last renewed, so the new leases must start two windows of the **lost** pool from now,
/// whatever the window of the new pool is.
///
/// ```
/// use idlease::registry::{Pool, Start, unix_ms};
///
/// let now = unix_ms()?;
/// let start = Start::after_loss(60_000, now)?; // the window of the lost pool was 60 s
/// assert_eq!(start.unix_ms(None), now + 120_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    unix_ms: u64,
    lost_horizon_ms: Option<u64>,
}

impl Start {
    /// Creates the start of a registry from which no process has ever leased: this instant, in milliseconds since 1970,
    /// usually the current time.
    #[must_use]
    pub const fn new_registry(unix_ms: u64) -> Self {
        Self { unix_ms, lost_horizon_ms: None }
    }

    /// Creates the start of a registry that was lost. It is after every lease that the lost registry can have granted.
    ///
    /// `longest_window_ms` is the window of the lost pool, in milliseconds. If the registry was lost more than once
    /// within two hours, it is the longest window of all lost pools. If you don't know it, pass 3 600 000, the longest
    /// window of any pool. `local_unix_ms` is the current time, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if no pool can have this window: it must be 1 000 to 3 600 000.
    pub fn after_loss(longest_window_ms: u64, local_unix_ms: u64) -> Result<Self, RangeError> {
        RangeError::check(
            Setting("longest_window_ms"),
            longest_window_ms,
            *WINDOW_MS.start(),
            *WINDOW_MS.end(),
        )?;
        Ok(Self { unix_ms: local_unix_ms, lost_horizon_ms: Some(2 * longest_window_ms) })
    }

    /// Returns the earliest start, in milliseconds since 1970.
    ///
    /// After a loss, this is counted from the later of two clocks: the registry's, if it has one, and the caller's.
    #[must_use]
    pub const fn unix_ms(self, server_unix_ms: Option<u64>) -> u64 {
        match (self.lost_horizon_ms, server_unix_ms) {
            (None, _) => self.unix_ms,
            (Some(horizon_ms), Some(server)) if server > self.unix_ms => server.saturating_add(horizon_ms),
            (Some(horizon_ms), _) => self.unix_ms.saturating_add(horizon_ms),
        }
    }

    /// Returns how far the end of a lost lease can be ahead of the clock, in milliseconds, or `None` if the registry is
    /// new. This is for an engine that reads its clock in the same step in which it creates the pool.
    #[must_use]
    pub const fn lost_horizon_ms(self) -> Option<u64> {
        self.lost_horizon_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_lease_ends_two_windows_after_the_later_clock() {
        let start = Start::after_loss(60_000, 500_000).unwrap();
        assert_eq!((start.unix_ms(None), start.unix_ms(Some(400_000))), (620_000, 620_000));
        assert_eq!(start.unix_ms(Some(500_001)), 620_001);
        assert!(Start::after_loss(999, 0).is_err() && Start::after_loss(3_600_001, 0).is_err());
        assert_eq!(Start::new_registry(5).unix_ms(Some(9)), 5);
    }
}
