//! This machine's clock.

use idcore::{Clock, SystemClock, SystemClockError};

/// The time of this machine's clock, in milliseconds since 1970.
///
/// # Errors
///
/// Returns an error if the clock is set before 1970.
pub fn unix_ms() -> Result<u64, SystemClockError> {
    SystemClock.unix_ms()
}
