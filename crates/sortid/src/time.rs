//! Reads and writes instants, in RFC 3339 and in milliseconds since 1970.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::{Timestamp, tz::Offset};
use thiserror::Error;

/// The Gregorian calendar repeats after 400 years, which are 146 097 days. An instant beyond the years that `jiff` supports is
/// moved into them by whole cycles, and only its year is corrected.
const CYCLE_MS: u64 = 146_097 * 86_400_000;
const CYCLE_YEARS: u64 = 400;

/// The units of a distance in time, in milliseconds. Over thousands of years, only the mean year gives the right number.
const UNITS: [(&str, u64); 5] = [
    ("year", CYCLE_MS / CYCLE_YEARS),
    ("day", 86_400_000),
    ("hour", 3_600_000),
    ("minute", 60_000),
    ("second", 1000),
];

/// An instant in milliseconds since 1970.
///
/// It is displayed in RFC 3339, in UTC, to the millisecond. RFC 3339 has no years above 9999. They are displayed as in
/// ISO 8601, with a sign: `+10889-08-02T05:31:50.655Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant(pub(crate) u64);

impl Instant {
    /// The time of the system clock, or 1970 if the clock is set before that.
    pub(crate) fn now() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX))
    }

    /// The distance to another instant in words, such as `3 minutes ago` or `in 2 days`. It is in whole units, rounded down.
    pub(crate) fn relative_to(self, now: Self) -> String {
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
        let (cycles, rest) = (self.0 / CYCLE_MS, self.0 % CYCLE_MS);
        // The rest is within 400 years after 1970.
        let rest = i64::try_from(rest).map_err(|_| fmt::Error)?;
        let datetime = Offset::UTC.to_datetime(Timestamp::from_millisecond(rest).map_err(|_| fmt::Error)?);
        let year = u64::try_from(datetime.year()).map_err(|_| fmt::Error)? + cycles * CYCLE_YEARS;
        let sign = if year > 9999 { "+" } else { "" };
        write!(formatter, "{sign}{year:04}{}", datetime.strftime("-%m-%dT%H:%M:%S.%3fZ"))
    }
}

/// The error for a text that is not an instant since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected a time since 1970, in RFC 3339 such as 2026-11-21T07:30:00Z, or in unix milliseconds, 0 to {}",
    u64::MAX
)]
pub(crate) struct InstantError;

/// Reads RFC 3339 with any offset, the same with a signed year of more digits, or milliseconds since 1970. Digits beyond the
/// millisecond are cut off.
impl FromStr for Instant {
    type Err = InstantError;

    fn from_str(text: &str) -> Result<Self, InstantError> {
        text.parse().map(|ExactInstant { millisecond, .. }| millisecond)
    }
}

/// An instant to the nanosecond, as RFC 3339 can express it. No ID is this precise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExactInstant {
    pub(crate) millisecond: Instant,
    /// The nanoseconds since the start of the millisecond.
    nanoseconds: u32,
}

impl FromStr for ExactInstant {
    type Err = InstantError;

    fn from_str(text: &str) -> Result<Self, InstantError> {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let millisecond = Instant(text.parse().map_err(|_| InstantError)?);
            return Ok(Self { millisecond, nanoseconds: 0 });
        }
        let unsigned = text.strip_prefix('+');
        let (year, rest) = unsigned.unwrap_or(text).split_once('-').ok_or(InstantError)?;
        let digits = year.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || year.len() < 4 || (unsigned.is_none() && year.len() > 4) {
            return Err(InstantError);
        }
        let year: u64 = year.parse().map_err(|_| InstantError)?;
        let cycles = year.saturating_sub(2000) / CYCLE_YEARS;
        let within = rfc_3339(&format!("{:04}-{rest}", year - cycles * CYCLE_YEARS))?;
        let ahead = cycles.checked_mul(CYCLE_MS).ok_or(InstantError)?;
        let millisecond = within.millisecond.0.checked_add(ahead).map(Instant).ok_or(InstantError)?;
        Ok(Self { millisecond, ..within })
    }
}

/// Displays nine decimals if the instant is not a whole millisecond.
impl fmt::Display for ExactInstant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millisecond = self.millisecond.to_string();
        match (self.nanoseconds, millisecond.strip_suffix('Z')) {
            (nanoseconds @ 1.., Some(unzoned)) => write!(formatter, "{unzoned}{nanoseconds:06}Z"),
            _ => formatter.write_str(&millisecond),
        }
    }
}

fn rfc_3339(text: &str) -> Result<ExactInstant, InstantError> {
    const NS_PER_MS: i128 = 1_000_000;
    if !has_form_of_rfc_3339(text) {
        return Err(InstantError);
    }
    let timestamp: Timestamp = text.parse().map_err(|_| InstantError)?;
    // Rounded down, since rounding towards zero would turn the last instants before 1970 into 1970.
    let nanosecond = timestamp.as_nanosecond();
    let millisecond = u64::try_from(nanosecond.div_euclid(NS_PER_MS)).ok();
    let nanoseconds = u32::try_from(nanosecond.rem_euclid(NS_PER_MS)).map_err(|_| InstantError)?;
    Ok(ExactInstant { millisecond: Instant(millisecond.ok_or(InstantError)?), nanoseconds })
}

/// Whether a text has the form of `date-time` in section 5.6 of RFC 3339. A note there allows a space instead of `T`.
///
/// `jiff` reads many other forms: without seconds, with a comma, with shorter or larger offsets, with a time zone's name.
/// It then checks that the day and the time exist.
fn has_form_of_rfc_3339(text: &str) -> bool {
    let Some((start, rest)) = text.split_at_checked("2026-11-21T07:30:00".len()) else { return false };
    let fits = |text: &str, form: &str| {
        text.len() == form.len()
            && text.bytes().zip(form.bytes()).all(|(byte, expected)| match expected {
                b'0' => byte.is_ascii_digit(),
                b'T' => matches!(byte, b'T' | b't' | b' '),
                b'+' => matches!(byte, b'+' | b'-'),
                _ => byte == expected,
            })
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
        None => rest,
    };
    // Two ASCII digits compare like numbers.
    let numeric = fits(offset, "+00:00")
        && offset.get(1..3).is_some_and(|hours| hours <= "23")
        && offset.get(4..).is_some_and(|minutes| minutes <= "59");
    fits(start, "0000-00-00T00:00:00") && (matches!(offset, "Z" | "z") || numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_and_reads_years_of_any_length() {
        for (unix_ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"),
            ((1 << 48) - 1, "+10889-08-02T05:31:50.655Z"),
            (u64::MAX, "+584556019-04-03T14:25:51.615Z"),
        ] {
            assert_eq!(Instant(unix_ms).to_string(), text);
            assert_eq!(text.parse(), Ok(Instant(unix_ms)));
            assert_eq!(unix_ms.to_string().parse(), Ok(Instant(unix_ms)));
        }
        assert_eq!("2023-11-14T23:13:20.123+01:00".parse(), Ok(Instant(1_700_000_000_123)));
    }

    #[test]
    fn refuses_texts_that_are_not_instants_since_1970() {
        for text in [
            "",
            "yesterday",
            "-1",
            "1969-12-31T23:59:59Z",
            "2023-11-14",
            "2023-11-14T22:13:20",
            "+",
            "+-",
            "+x-01",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(InstantError), "{text}");
        }
        for text in [
            "18446744073709551616",
            "+99999999999999999999-01-01T00:00:00Z",
            "+18446744073709551615-01-01T00:00:00Z",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(InstantError), "{text}");
        }
    }

    /// Each text of the first list has a fault in its form, or in its day, time or offset.
    #[test]
    fn reads_only_the_form_of_rfc_3339() {
        for text in [
            "2023-11-14T22:13:20+25:00",
            "2023-11-14T22:13:20+24:00",
            "2023-11-14T22:13:20+01:60",
            "2023-11-14T22:13:20+0100",
            "2023-11-14T22:13:20+01",
            "2023-11-14T22:13:20+1:00",
            "2023-11-14T22:13:20+01:00:00",
            "2023-11-14T22:13:20+01:00[Europe/Paris]",
            "2023-11-14T22:13Z",
            "2023-11-14T22Z",
            "20231114T221320Z",
            "2023-11-14T221320Z",
            "2023-11-14T22:13:20,5Z",
            "2023-11-14T22:13:20.Z",
            "2023-11-14T22:13:20ZZ",
            "2023-11-14T22:13:20 Z",
            "2023-W46-2T22:13:20Z",
            "2023-02-30T22:13:20Z",
            "2023-11-14T25:13:20Z",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(InstantError), "{text}");
        }
        for text in [
            "2023-11-14T22:13:20Z",
            "2023-11-14t22:13:20z",
            "2023-11-14 22:13:20Z",
            "2023-11-14T22:13:20.0Z",
            "2023-11-15T22:12:20+23:59",
            "2023-11-13T22:14:20.000000000-23:59",
            "2023-11-14T22:13:20-00:00",
        ] {
            assert_eq!(text.parse(), Ok(Instant(1_700_000_000_000)), "{text}");
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
