//! Instants, displayed in RFC 3339.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::{
    Timestamp,
    fmt::{StdFmtWrite, temporal::DateTimePrinter},
    tz::Offset,
};

/// The Gregorian calendar repeats after 400 years, which are 146 097 days. An instant beyond the years that `jiff`
/// supports is moved into them by whole cycles, and only its year is corrected.
const CYCLE_MS: u64 = 146_097 * DAY_MS;
const CYCLE_YEARS: u64 = 400;

/// Prints milliseconds.
const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

const DAY_MS: u64 = 86_400_000;

/// The units of a distance in time, in milliseconds. Over thousands of years, only the mean year gives the right
/// number.
const UNITS: [(&str, u64); 5] = [
    ("year", CYCLE_MS / CYCLE_YEARS),
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

    /// Describes the distance to a different instant, such as `3 minutes ago` or `in 2 days`. Rounds down to whole
    /// units.
    #[must_use]
    pub fn relative_to(self, now: Self) -> String {
        match self.distance_to(now) {
            None => "now".into(),
            Some(distance) if self < now => format!("{distance} ago"),
            Some(distance) => format!("in {distance}"),
        }
    }

    /// Returns the distance to a different instant in whole units, rounded down, such as `3 minutes`, or `None` if it
    /// is below a second.
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
        let timestamp =
            i64::try_from(self.0).ok().and_then(|unix_ms| Timestamp::from_millisecond(unix_ms).ok());
        // Nearly all instants are within the years that `jiff` supports.
        if let Some(timestamp) = timestamp {
            return PRINTER.print_timestamp(&timestamp, StdFmtWrite(formatter)).map_err(|_| fmt::Error);
        }
        let (cycles, rest) = (self.0 / CYCLE_MS, self.0 % CYCLE_MS);
        // The rest is within 400 years after 1970.
        let rest = i64::try_from(rest).map_err(|_| fmt::Error)?;
        let datetime = Offset::UTC.to_datetime(Timestamp::from_millisecond(rest).map_err(|_| fmt::Error)?);
        let year = u64::try_from(datetime.year()).map_err(|_| fmt::Error)? + cycles * CYCLE_YEARS;
        let (sign, digits) = if year > 9999 { ("+", 6) } else { ("", 4) };
        let text = PRINTER.datetime_to_string(&datetime);
        // The printed year is within the cycle and has four digits.
        let rest = text.get(4..).ok_or(fmt::Error)?;
        write!(formatter, "{sign}{year:0digits$}")?;
        formatter.write_str(rest)?;
        formatter.write_str("Z")
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
