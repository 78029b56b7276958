//! `chrono` 0.4: `DateTime<Utc>` as a [`UnixTime`].

use chrono::{DateTime, Utc};

use crate::clock::unix_time::UnixTime;

/// For a `DateTime` of another time zone, use `time.to_utc()`.
///
/// A leap second counts as the first second after it, with the milliseconds that have passed in it.
impl UnixTime for DateTime<Utc> {
    #[allow(clippy::cast_sign_loss, reason = "the last time is after 1970")]
    const MAX_UNIX_MS: u64 = Self::MAX_UTC.timestamp_millis() as u64;

    fn unix_ms(&self) -> i64 {
        // Rounds down before 1970 too, because nanoseconds count up from a second.
        self.timestamp_millis()
    }

    fn from_unix_ms(unix_ms: u64) -> Option<Self> {
        Self::from_timestamp_millis(i64::try_from(unix_ms).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::clock::unix_time::tests::converts;

    #[test]
    fn a_date_and_time_is_rounded_down_and_converts_back() {
        converts(|seconds, nanoseconds| {
            DateTime::from_timestamp(seconds, 0).expect("in range") + TimeDelta::nanoseconds(nanoseconds)
        });
        assert_eq!(DateTime::<Utc>::MAX_UTC.to_unix_ms(), Ok(DateTime::<Utc>::MAX_UNIX_MS));
        assert_eq!(DateTime::<Utc>::MIN_UTC.unix_ms(), -8_334_601_228_800_000);
    }

    #[test]
    fn a_leap_second_is_the_second_after_it() {
        let leap = DateTime::from_timestamp(1_483_228_799, 1_250_000_000).expect("2016-12-31T23:59:60.25Z");
        assert_eq!(leap.to_unix_ms(), Ok(1_483_228_800_250));
    }
}
