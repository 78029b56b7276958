//! [`UnixTime`], the trait of time types.

use crate::error::Quantity::UnixMs;
use crate::error::RangeError;

/// A time type that converts to and from milliseconds since 1970, the unit of IDs.
///
/// Each feature implements the trait for these types:
///
/// | feature      | types                                                 |
/// | ------------ | ----------------------------------------------------- |
/// | `std`        | `std::time::SystemTime`                               |
/// | `chrono_0_4` | `chrono::DateTime<Utc>`                               |
/// | `jiff_0_2`   | `jiff::Timestamp`                                     |
/// | `time_0_3`   | `time::UtcDateTime`, `time::OffsetDateTime` (in UTC)  |
///
/// Conversions from a time round down to milliseconds, so the result is never after the time. If a type has a time
/// zone, convert to UTC first.
pub trait UnixTime: Sized {
    /// The last millisecond that the type can hold, or `u64::MAX` if that is beyond all IDs.
    const MAX_UNIX_MS: u64;

    /// Returns the milliseconds since 1970, rounded down. The result is negative before 1970. Saturates.
    fn unix_ms(&self) -> i64;

    /// Returns the instant of a millisecond since 1970, or `None` if it is above [`MAX_UNIX_MS`](Self::MAX_UNIX_MS).
    fn from_unix_ms(unix_ms: u64) -> Option<Self>;

    /// Returns the milliseconds since 1970, rounded down, as a reading for `generate_at`, `sample_at`, `min_at` and
    /// `max_at`.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is before 1970.
    fn to_unix_ms(&self) -> Result<u64, RangeError> {
        let unix_ms = self.unix_ms();
        u64::try_from(unix_ms).map_err(|_| RangeError::negative(UnixMs, unix_ms, 0, Self::MAX_UNIX_MS))
    }

    /// Returns the instant of a millisecond since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is too late for this type.
    fn try_from_unix_ms(unix_ms: u64) -> Result<Self, RangeError> {
        let error = || RangeError::integer(UnixMs, unix_ms, 0, Self::MAX_UNIX_MS);
        Self::from_unix_ms(unix_ms).ok_or_else(error)
    }
}

#[cfg(feature = "std")]
mod system_time {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::UnixTime;

    impl UnixTime for SystemTime {
        const MAX_UNIX_MS: u64 = u64::MAX;

        fn unix_ms(&self) -> i64 {
            match self.duration_since(UNIX_EPOCH) {
                Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
                Err(before) => {
                    let before = before.duration().as_nanos().div_ceil(1_000_000);
                    i64::try_from(before).map_or(i64::MIN, |before| -before)
                }
            }
        }

        fn from_unix_ms(unix_ms: u64) -> Option<Self> {
            UNIX_EPOCH.checked_add(Duration::from_millis(unix_ms))
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use core::fmt::Debug;

    use super::*;

    /// Checks the conversions of a type. `time` creates an instant from seconds since 1970 and additional nanoseconds.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "types of other features use it"))]
    pub(crate) fn converts<T: UnixTime + Debug + PartialEq>(time: impl Fn(i64, i64) -> T) {
        for (seconds, nanoseconds, unix_ms) in [
            (0, 0, 0),
            (0, 999_999, 0),
            (0, 1_000_000, 1),
            (0, -1, -1),
            (0, -1_000_000, -1),
            (0, -1_000_001, -2),
            (-1, 0, -1_000),
            (-1, 1, -1_000),
            (-1, 999_999_999, -1),
            (-86_400, -500, -86_400_001),
            (1_700_000_000, 123_999_999, 1_700_000_000_123),
        ] {
            let time = time(seconds, nanoseconds);
            assert_eq!(time.unix_ms(), unix_ms, "{time:?}");
            let negative = RangeError::negative(UnixMs, unix_ms, 0, T::MAX_UNIX_MS);
            assert_eq!(time.to_unix_ms(), u64::try_from(unix_ms).map_err(|_| negative), "{time:?}");
        }

        assert_eq!(T::try_from_unix_ms(1_700_000_000_123), Ok(time(1_700_000_000, 123_000_000)));
        for unix_ms in [0, 1, 999, T::MAX_UNIX_MS.min(i64::MAX.unsigned_abs())] {
            let time = T::try_from_unix_ms(unix_ms).expect("in range");
            assert_eq!(time.to_unix_ms(), Ok(unix_ms), "{time:?}");
        }
        for beyond in T::MAX_UNIX_MS.checked_add(1).into_iter().chain([u64::MAX]) {
            if beyond > T::MAX_UNIX_MS {
                let error = RangeError::integer(UnixMs, beyond, 0, T::MAX_UNIX_MS);
                assert_eq!(T::try_from_unix_ms(beyond), Err(error));
            }
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn a_system_time_is_rounded_down_and_converts_back() {
        use std::time::{Duration, SystemTime, UNIX_EPOCH};

        fn add(time: SystemTime, count: i64, unit: Duration) -> SystemTime {
            let duration = unit * u32::try_from(count.unsigned_abs()).expect("a small number");
            if count < 0 { time - duration } else { time + duration }
        }
        converts(|seconds, nanoseconds| {
            add(add(UNIX_EPOCH, seconds, Duration::from_secs(1)), nanoseconds, Duration::from_nanos(1))
        });
    }
}
