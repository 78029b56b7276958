//! Instants, displayed in RFC 3339.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use idcore::__private::{CYCLE_DAYS, DAY_MS, DAYS_BEFORE_1970, Rfc3339};

/// The units of a distance in time, in milliseconds. Over thousands of years, only the mean year gives the right
/// number.
const UNITS: [(&str, u64); 5] = [
    ("year", CYCLE_DAYS * DAY_MS / 400),
    ("day", DAY_MS),
    ("hour", 3_600_000),
    ("minute", 60_000),
    ("second", 1000),
];

/// An instant in milliseconds since 1970.
///
/// It is displayed in RFC 3339, in UTC, to the millisecond. RFC 3339 has no years above 9999. They are displayed as in
/// ISO 8601, with a sign and at least six digits, which JavaScript's `Date` reads: `+010889-08-02T05:31:50.655Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub u64);

impl Instant {
    /// Returns the time of the system clock, or 1970 if the clock is set to an earlier time.
    #[must_use]
    pub fn now() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX))
    }

    /// Returns the start of a day in UTC. Returns `None` if the day doesn't exist, is before 1970, or is too far in the
    /// future.
    #[must_use]
    pub fn from_date(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u32::from(is_leap),
            _ => return None,
        };
        if !(1..=last).contains(&day) {
            return None;
        }
        let (years, months) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
        let (years, days) = (u64::from(years), u64::from((153 * months + 2) / 5 + day - 1));
        let days = 365 * years + years / 4 - years / 100 + years / 400 + days;
        days.checked_sub(DAYS_BEFORE_1970)?.checked_mul(DAY_MS).map(Self)
    }

    /// Describes the distance to a different instant, such as `3 minutes ago` or `in 2 days`. Rounds down to whole
    /// units.
    #[must_use]
    pub fn relative_to(self, now: Self) -> String {
        let distance = self.0.abs_diff(now.0);
        let Some((unit, unit_ms)) = UNITS.into_iter().find(|&(_, unit_ms)| distance >= unit_ms) else {
            return "now".into();
        };
        let count = distance / unit_ms;
        let plural = if count == 1 { "" } else { "s" };
        if self < now { format!("{count} {unit}{plural} ago") } else { format!("in {count} {unit}{plural}") }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Rfc3339(self.0).fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ECMAScript's expanded years have six digits.
    #[test]
    fn later_years_are_read_by_javascript() {
        for (unix_ms, expected) in [
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
            ((1 << 48) - 1, "+010889-08-02T05:31:50.655Z"),
            (8_640_000_000_000_000, "+275760-09-13T00:00:00.000Z"),
            (u64::MAX, "+584556019-04-03T14:25:51.615Z"),
        ] {
            assert_eq!(Instant(unix_ms).to_string(), expected);
        }
    }

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
}
