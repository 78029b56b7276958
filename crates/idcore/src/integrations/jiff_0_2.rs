//! `jiff` 0.2: `Timestamp` as a [`UnixTime`].

use jiff::Timestamp;

use crate::clock::divide::u64_by_u16;
use crate::clock::unix_time::UnixTime;

/// A `Timestamp` is in UTC. For a `Zoned`, use `zoned.timestamp()`.
///
/// A `Timestamp` can't represent a leap second. `jiff` parses `23:59:60` as `23:59:59`.
impl UnixTime for Timestamp {
    /// 9999-12-30T22:00:00.999Z, a day before the last calendar day, so that each time zone can show it.
    const MAX_UNIX_MS: u64 = 253_402_207_200_999;

    fn unix_ms(&self) -> i64 {
        // Both are rounded toward 1970, so what is left is negative before 1970.
        let below_ms = self.subsec_nanosecond() % 1_000_000;
        self.as_millisecond() - i64::from(below_ms < 0)
    }

    fn from_unix_ms(unix_ms: u64) -> Option<Self> {
        // `from_millisecond` rejects the milliseconds of the last second.
        let (seconds, milliseconds) = u64_by_u16(unix_ms, 1000);
        Self::new(i64::try_from(seconds).ok()?, i32::from(milliseconds) * 1_000_000).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::unix_time::tests::converts;

    #[test]
    fn a_timestamp_is_rounded_down_and_converts_back() {
        converts(|seconds, nanoseconds| {
            Timestamp::from_second(seconds).expect("in range") + jiff::SignedDuration::from_nanos(nanoseconds)
        });
        assert_eq!(Timestamp::MAX.to_unix_ms(), Ok(Timestamp::MAX_UNIX_MS));
        assert_eq!(Timestamp::MIN.unix_ms(), Timestamp::MIN.as_millisecond());
    }

    #[test]
    fn a_leap_second_is_the_second_before_it() {
        let leap: Timestamp = "2016-12-31T23:59:60.25Z".parse().expect("a timestamp");
        assert_eq!(leap.to_unix_ms(), Ok(1_483_228_799_250));
    }
}
