//! Reads times and dates.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyid::Instant;
use jiff::civil::{Date, DateTime};
use jiff::{SignedDuration, Timestamp};
use thiserror::Error;

const DAY_MS: u64 = 86_400_000;

/// Numbers of milliseconds that are more likely to be seconds: from 1973 on as seconds, and up to 1973 as milliseconds.
const SECONDS: Range<u64> = 100_000_000..100_000_000_000;

/// The error for a text that is not a time since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum TimeError {
    /// Another form, or a time before 1970.
    #[error(
        "expected a time since 1970: RFC 3339 such as 2026-11-21T07:30:00Z, a date, now, @ and unix seconds, or unix \
         milliseconds, 0 to {}",
        u64::MAX
    )]
    Form,
    /// A number that is more likely to be seconds.
    #[error(
        "expected unix milliseconds, found a number that looks like seconds; write @{seconds} if they are, or {} if they are \
         milliseconds",
        Instant(*seconds)
    )]
    Seconds { seconds: u64 },
    /// A number that is more likely to be a date, as `date +%Y%m%d` writes it.
    #[error(
        "expected unix milliseconds, found a number that looks like a date; write {date} if it is, or {} if it is \
         milliseconds",
        Instant(*number)
    )]
    Date { number: u64, date: Date },
    /// A time without its offset from UTC.
    #[error(
        "expected a time with its offset, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, found none"
    )]
    NoOffset,
}

/// Reads a time in any form. A date means its start in UTC. Digits beyond the millisecond are cut off.
pub(crate) fn instant(text: &str) -> Result<Instant, TimeError> {
    text.parse().map(|ExactInstant { millisecond, .. }| millisecond)
}

/// A time to the nanosecond, as RFC 3339 can express it. No ID is this precise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExactInstant {
    pub(crate) millisecond: Instant,
    /// The nanoseconds since the start of the millisecond.
    nanoseconds: u32,
}

impl ExactInstant {
    /// Whether the instant is the start of its millisecond.
    pub(crate) fn is_whole(self) -> bool {
        self.nanoseconds == 0
    }

    /// The microseconds since 1970, or the largest number.
    pub(crate) fn microsecond(self) -> u64 {
        self.millisecond.0.saturating_mul(1000).saturating_add(u64::from(self.nanoseconds / 1000))
    }

    /// The instant at this distance from 1970, unless it is before.
    fn since_1970(nanoseconds: i128) -> Option<Self> {
        const NS_PER_MS: i128 = 1_000_000;
        let millisecond = u64::try_from(nanoseconds.div_euclid(NS_PER_MS)).ok().map(Instant)?;
        Some(Self { millisecond, nanoseconds: u32::try_from(nanoseconds.rem_euclid(NS_PER_MS)).ok()? })
    }
}

impl From<Instant> for ExactInstant {
    fn from(millisecond: Instant) -> Self {
        Self { millisecond, nanoseconds: 0 }
    }
}

impl FromStr for ExactInstant {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if are_digits(text) {
            let number = text.parse().map_err(|_| TimeError::Form)?;
            // `jiff` reads dates without hyphens.
            let date = Some(text).filter(|text| text.len() == "20261121".len());
            return match date.and_then(|date| date.parse::<Date>().ok()).filter(|date| date.year() >= 1970) {
                _ if SECONDS.contains(&number) => Err(TimeError::Seconds { seconds: number }),
                Some(date) => Err(TimeError::Date { number, date }),
                None => Ok(Instant(number).into()),
            };
        }
        if text.eq_ignore_ascii_case("now") {
            return Ok(Instant::now().into());
        }
        if let Some(seconds) = text.strip_prefix('@') {
            // As `date +%s.%N` writes them: a duration of `jiff` in one unit.
            let are_seconds = are_digits(&seconds.replacen('.', "", 1));
            let duration =
                are_seconds.then(|| format!("{seconds}s").parse::<SignedDuration>().ok()).flatten();
            let instant = duration.and_then(|duration| Self::since_1970(duration.as_nanos()));
            return instant.ok_or(TimeError::Form);
        }
        if let Ok(Day(start)) = text.parse() {
            return Ok(start.into());
        }
        match text.parse::<Timestamp>() {
            Ok(timestamp) => Self::since_1970(timestamp.as_nanosecond()).ok_or(TimeError::Form),
            // `jiff` reads a date as its start.
            Err(_) if text.contains(':') && text.parse::<DateTime>().is_ok() => Err(TimeError::NoOffset),
            Err(_) => Err(TimeError::Form),
        }
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

/// A day in UTC, by its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day(pub(crate) Instant);

impl Day {
    /// The last millisecond.
    pub(crate) fn last(self) -> Instant {
        Instant(self.0.0.saturating_add(DAY_MS - 1))
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Self, DayError> {
        // `jiff` also reads the date of a time, and other forms of dates.
        let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
        let since_1970 = date.map(|date| date.duration_since(Date::constant(1970, 1, 1)).as_millis());
        let unix_ms = since_1970.and_then(|unix_ms| u64::try_from(unix_ms).ok());
        unix_ms.map(|unix_ms| Self(Instant(unix_ms))).ok_or(DayError)
    }
}

/// The error for a text that is not a date since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a date since 1970 such as 2026-11-21")]
pub(crate) struct DayError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_form() {
        for (text, unix_ms) in [
            ("2023-11-14T22:13:20Z", 1_700_000_000_000),
            ("2023-11-14t22:13:20z", 1_700_000_000_000),
            ("2023-11-14 22:13:20.0Z", 1_700_000_000_000),
            ("2023-11-15T22:12:20+23:59", 1_700_000_000_000),
            ("2023-11-13T22:14:20.000000000-23:59", 1_700_000_000_000),
            ("2023-11-14T22:13:20-00:00", 1_700_000_000_000),
            // As PostgreSQL writes them.
            ("2023-11-14 23:13:20+01", 1_700_000_000_000),
            ("2023-11-14 22:13:20.000000-00", 1_700_000_000_000),
            ("9999-12-30T22:00:00.123Z", 253_402_207_200_123),
            ("2023-11-14", 1_699_920_000_000),
            ("9999-12-31", 253_402_214_400_000),
            ("@0", 0),
            ("@1700000000", 1_700_000_000_000),
            ("@1700000000.1234567", 1_700_000_000_123),
            ("@253402300800.5", 253_402_300_800_500),
            ("0", 0),
            ("2023111", 2_023_111),
            ("99999999", 99_999_999),
            ("19691231", 19_691_231),
            ("20230229", 20_230_229),
            ("100000000000", 100_000_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(instant(text), Ok(Instant(unix_ms)), "{text}");
        }
        assert!(instant("Now").unwrap() > Instant(1_700_000_000_000));
        assert_eq!("2023-11-14".parse().map(Day::last), Ok(Instant(1_699_920_000_000 + DAY_MS - 1)));
        let exact: ExactInstant = "2023-11-14T22:13:20.1234567Z".parse().unwrap();
        assert_eq!((exact.microsecond(), exact.is_whole()), (1_700_000_000_123_456, false));
        assert_eq!(exact.to_string(), "2023-11-14T22:13:20.123456700Z");
    }

    #[test]
    fn refuses_other_texts() {
        for text in [
            "",
            "yesterday",
            "-1",
            "1969-12-31T23:59:59.999999999Z",
            "1969-12-31",
            "2023-11-1",
            "2023-02-30",
            "2023-W46-2",
            "2023-02-30T22:13:20Z",
            "2023-11-14T25:13:20Z",
            "2023-11-14T22:13:20+26:00",
            "2023-11-14T22:13:20.Z",
            "2023-11-14T22:13:20ZZ",
            "+10889-08-02T05:31:50.655Z",
            "@",
            "@-1",
            "@1.",
            "@.5",
            "@1h 5",
            "@1.0000000001",
            "@18446744073709551615",
            "18446744073709551616",
        ] {
            assert_eq!(instant(text), Err(TimeError::Form), "{text}");
        }
        for text in ["2023-11-14T22:13:20", "2023-11-14 22:13:20.5"] {
            assert_eq!(instant(text), Err(TimeError::NoOffset), "{text}");
        }
        for text in ["2023-11-14T00:00:00Z", "20231114", "1969-12-31"] {
            assert_eq!(text.parse::<Day>(), Err(DayError), "{text}");
        }
    }

    #[test]
    fn numbers_that_look_like_seconds_or_dates_are_refused() {
        for seconds in [100_000_000, 1_700_000_000, 99_999_999_999] {
            assert_eq!(instant(&seconds.to_string()), Err(TimeError::Seconds { seconds }));
        }
        for text in ["19700101", "20231114", "99991231"] {
            assert!(matches!(instant(text), Err(TimeError::Date { .. })), "{text}");
        }
        assert_eq!(
            instant("20231114").unwrap_err().to_string(),
            "expected unix milliseconds, found a number that looks like a date; write 2023-11-14 if it is, or \
             1970-01-01T05:37:11.114Z if it is milliseconds",
        );
    }
}
