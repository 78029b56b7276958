//! [`UnixTime`], instants of other types.

use crate::error::RangeError;

/// An instant that converts to and from milliseconds since 1970, as IDs count them.
///
/// `std::time::SystemTime` is one with the feature `std`. Further features add the types of other crates:
///
/// | feature      | types                                                 |
/// | ------------ | ----------------------------------------------------- |
/// | `std`        | `std::time::SystemTime`                               |
/// | `chrono_0_4` | `chrono::DateTime<Utc>`                               |
/// | `jiff_0_2`   | `jiff::Timestamp`                                     |
/// | `time_0_3`   | `time::UtcDateTime`, `time::OffsetDateTime` (in UTC)  |
///
/// The conversions from a time drop what is below a millisecond, so the result is never after the time. For types with a
/// time zone, convert to UTC first.
pub trait UnixTime: Sized {
    /// The last millisecond that the type can hold, or `u64::MAX` if that is beyond all IDs.
    const MAX_UNIX_MS: u64;

    /// The milliseconds since 1970, rounded down, and negative before. Saturates.
    fn unix_ms(&self) -> i64;

    /// The instant of a millisecond since 1970, or `None` if it is above [`MAX_UNIX_MS`](Self::MAX_UNIX_MS).
    fn from_unix_ms(unix_ms: u64) -> Option<Self>;

    /// The milliseconds since 1970, rounded down: the reading for `generate_at`, `sample_at`, `min_at` and `max_at`.
    ///
    /// # Errors
    ///
    /// Returns an error if the instant is before 1970.
    fn to_unix_ms(&self) -> Result<u64, RangeError> {
        let unix_ms = self.unix_ms();
        u64::try_from(unix_ms).map_err(|_| RangeError::negative("unix_ms", unix_ms, Self::MAX_UNIX_MS))
    }

    /// The instant of a millisecond since 1970.
    ///
    /// # Errors
    ///
    /// Returns an error if the type ends before.
    fn try_from_unix_ms(unix_ms: u64) -> Result<Self, RangeError> {
        let error = || RangeError::integer("unix_ms", unix_ms, 0, Self::MAX_UNIX_MS);
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

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::RangeError;

        #[test]
        fn a_time_is_rounded_down_to_milliseconds_on_both_sides_of_1970() {
            let us = Duration::from_micros;
            for (time, unix_ms) in [
                (UNIX_EPOCH, 0),
                (UNIX_EPOCH + us(999), 0),
                (UNIX_EPOCH + us(1_000), 1),
                (UNIX_EPOCH - us(1), -1),
                (UNIX_EPOCH - us(1_000), -1),
                (UNIX_EPOCH - us(1_001), -2),
            ] {
                assert_eq!(time.unix_ms(), unix_ms, "{time:?}");
            }
            assert_eq!((UNIX_EPOCH - us(1)).to_unix_ms(), Err(RangeError::negative("unix_ms", -1, u64::MAX)));
        }

        #[test]
        fn a_millisecond_converts_there_and_back() {
            for unix_ms in [0, 1, 1_700_000_000_123, (1 << 48) - 1] {
                let time = SystemTime::try_from_unix_ms(unix_ms).expect("it fits");
                assert_eq!(time.to_unix_ms(), Ok(unix_ms));
            }
        }
    }
}
