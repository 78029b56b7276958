//! `time` 0.3: `UtcDateTime` and `OffsetDateTime` as a [`UnixTime`].

use time::{OffsetDateTime, UtcDateTime};

use crate::clock::divide::u64_by_u16;
use crate::clock::unix_time::UnixTime;

/// The last time is the end of the year 9999, or of the year 999999 with `time`'s `large-dates` feature.
///
/// A `UtcDateTime` can't represent a leap second. `time` parses `23:59:60` as the last nanosecond before it.
impl UnixTime for UtcDateTime {
    #[allow(clippy::cast_sign_loss, reason = "the last time is after 1970")]
    const MAX_UNIX_MS: u64 = unix_ms(Self::MAX) as u64;

    fn unix_ms(&self) -> i64 {
        unix_ms(*self)
    }

    fn from_unix_ms(unix_ms: u64) -> Option<Self> {
        let (seconds, milliseconds) = u64_by_u16(unix_ms, 1000);
        let seconds = i64::try_from(seconds).ok()?;
        Self::from_unix_timestamp(seconds).ok()?.replace_millisecond(milliseconds).ok()
    }
}

/// The time is in UTC when converted from an ID. When converted to milliseconds, it can have any offset.
impl UnixTime for OffsetDateTime {
    const MAX_UNIX_MS: u64 = UtcDateTime::MAX_UNIX_MS;

    fn unix_ms(&self) -> i64 {
        // An offset has whole seconds, so the milliseconds are the same as in UTC. `to_utc` could panic at the last
        // times.
        self.unix_timestamp() * 1000 + i64::from(self.millisecond())
    }

    fn from_unix_ms(unix_ms: u64) -> Option<Self> {
        UtcDateTime::from_unix_ms(unix_ms).map(Self::from)
    }
}

/// Rounds down before 1970 too, because both parts do.
const fn unix_ms(time: UtcDateTime) -> i64 {
    time.unix_timestamp() * 1000 + time.millisecond() as i64
}

#[cfg(test)]
mod tests {
    use time::{Duration, UtcOffset};

    use super::*;
    use crate::clock::unix_time::tests::converts;

    #[test]
    fn a_date_and_time_is_rounded_down_and_converts_back() {
        converts(|seconds, nanoseconds| {
            UtcDateTime::from_unix_timestamp(seconds).expect("in range") + Duration::nanoseconds(nanoseconds)
        });
        converts(|seconds, nanoseconds| {
            OffsetDateTime::from_unix_timestamp(seconds).expect("in range")
                + Duration::nanoseconds(nanoseconds)
        });
        assert_eq!(UtcDateTime::MAX.to_unix_ms(), Ok(UtcDateTime::MAX_UNIX_MS));
        assert!([253_402_300_799_999, 31_494_784_780_799_999].contains(&UtcDateTime::MAX_UNIX_MS));
    }

    #[test]
    fn an_offset_does_not_change_the_instant() {
        let time = OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(1_700_000_000_123);
        let offset = UtcOffset::from_hms(-5, -30, -7).expect("an offset");
        assert_eq!(time.to_offset(offset).to_unix_ms(), Ok(1_700_000_000_123));
        let last = UtcDateTime::MAX;
        let last_there = last.date().with_time(last.time()).assume_offset(offset);
        assert_eq!(
            last_there.to_unix_ms(),
            Ok(UtcDateTime::MAX_UNIX_MS + (5 * 60 * 60 + 30 * 60 + 7) * 1000)
        );
    }
}
