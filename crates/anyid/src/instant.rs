//! Instants, which are displayed in RFC 3339.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

const DAY_MS: u64 = 86_400_000;

/// The units of a distance in time, in milliseconds. Over thousands of years, only the mean year of the Gregorian calendar gives the
/// right number.
const UNITS: [(&str, u64); 5] = [
    ("year", 146_097 * DAY_MS / 400),
    ("day", DAY_MS),
    ("hour", 3_600_000),
    ("minute", 60_000),
    ("second", 1000),
];

/// An instant in milliseconds since 1970.
///
/// It is displayed in RFC 3339, in UTC, to the millisecond. RFC 3339 has no years above 9999. They are displayed as in
/// ISO 8601, with a sign: `+10889-08-02T05:31:50.655Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub u64);

impl Instant {
    /// The time of the system clock, or 1970 if the clock is set before that.
    #[must_use]
    pub fn now() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX))
    }

    /// The distance to another instant in words, such as `3 minutes ago` or `in 2 days`. It is in whole units, rounded down.
    #[must_use]
    pub fn relative_to(self, now: Self) -> String {
        match self.distance_to(now) {
            None => "now".into(),
            Some(distance) if self < now => format!("{distance} ago"),
            Some(distance) => format!("in {distance}"),
        }
    }

    /// The distance to another instant in whole units, rounded down, such as `3 minutes`. `None` if it is below a second.
    #[must_use]
    pub fn distance_to(self, other: Self) -> Option<String> {
        let distance = self.0.abs_diff(other.0);
        let (unit, unit_ms) = UNITS.into_iter().find(|&(_, unit_ms)| distance >= unit_ms)?;
        let count = distance / unit_ms;
        let plural = if count == 1 { "" } else { "s" };
        Some(format!("{count} {unit}{plural}"))
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, ms) = (self.0 / DAY_MS, self.0 % DAY_MS);
        // Years begin on 1 March here, so that a leap day is the last one. A cycle of 400 years has 146 097 days. 1970 began 719 468
        // days after the year 0.
        let (cycle, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = (400 * cycle + year + month / 10, (month + 2) % 12 + 1);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        // Many times faster than with `write!`.
        for (end, mut number) in
            [(4, year), (7, month), (10, day), (13, hour), (16, minute), (19, second), (23, ms % 1000)]
        {
            for digit in text[..end].iter_mut().rev() {
                *digit += u8::try_from(number % 10).unwrap_or(0);
                number /= 10;
                if number == 0 {
                    break;
                }
            }
        }
        let text = std::str::from_utf8(&text).unwrap_or_default();
        if year <= 9999 { formatter.write_str(text) } else { write!(formatter, "+{year}{}", &text[4..]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_the_distance_in_words() {
        let now = Instant(1_700_000_000_000);
        for (unix_ms, words) in [
            (1_700_000_000_999, "now"),
            (1_699_999_999_000, "1 second ago"),
            (1_699_999_820_000, "3 minutes ago"),
            (1_700_172_800_000, "in 2 days"),
            ((1 << 48) - 1, "in 8865 years"),
        ] {
            assert_eq!(Instant(unix_ms).relative_to(now), words);
        }
    }

    /// As `date -ud @SECONDS +%FT%TZ` prints them.
    #[test]
    fn shows_the_date_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_399, "2000-02-28T23:59:59"),
            (951_782_400, "2000-02-29T00:00:00"),
            (951_868_800, "2000-03-01T00:00:00"),
            (4_107_542_399, "2100-02-28T23:59:59"),
            (4_107_542_400, "2100-03-01T00:00:00"),
            (253_402_300_799, "9999-12-31T23:59:59"),
            (253_402_300_800, "+10000-01-01T00:00:00"),
            (281_474_976_710, "+10889-08-02T05:31:50"),
            (18_446_744_073_709_551, "+584556019-04-03T14:25:51"),
        ] {
            assert_eq!(Instant(seconds * 1000 + 7).to_string(), format!("{text}.007Z"));
        }
    }
}
