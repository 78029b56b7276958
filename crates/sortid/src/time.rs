//! Parses times and dates.

mod calendar;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyid::Instant;
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp};
use thiserror::Error;

use calendar::CalendarError;

pub(crate) const DAY_MS: u64 = 86_400_000;

/// Returns `true` if a UUID with this time may be an ID, and not a random or nil UUID: since 1970, and at most a day
/// ahead.
pub(crate) fn is_likely(unix_ms: u64, now: Instant) -> bool {
    (1..=now.0.saturating_add(DAY_MS)).contains(&unix_ms)
}

/// Numbers that are more likely to be seconds than milliseconds. As seconds, they are after 1973. As milliseconds,
/// before.
const SECONDS: Range<u64> = 100_000_000..100_000_000_000;

/// The error for a string that is not a time since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum TimeError {
    /// The form is unknown, or the time is before 1970.
    #[error(
        "expected a time since 1970: RFC 3339 such as 2026-11-21T07:30:00Z, a date, now, @ and Unix seconds, or Unix \
         milliseconds, 0 to {}",
        u64::MAX
    )]
    Form,
    /// A number that is more likely to be seconds.
    #[error(
        "expected Unix milliseconds, found a number that looks like seconds; write @{seconds} for seconds, or {} for \
         milliseconds",
        Instant(*seconds)
    )]
    Seconds { seconds: u64 },
    /// A number that is more likely to be a date or a time, as written by `date +%Y%m%d` or `+%Y%m%d%H%M%S`.
    #[error(
        "expected Unix milliseconds, found a number that looks like a date; write {written} for the date, or {} for \
         milliseconds",
        Instant(*number)
    )]
    Date { number: u64, written: Written },
    /// A date or a time that doesn't exist.
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    /// The string is not a date since 1970.
    #[error("expected a date since 1970 such as 2026-11-21")]
    Day,
    /// A time without its offset from UTC.
    #[error(
        "expected a time with its offset, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, found no offset"
    )]
    NoOffset,
}

/// Parses a time in any form. A date is its start in UTC. Digits beyond the millisecond are cut off.
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
    /// Returns `true` if the instant is the start of its millisecond.
    pub(crate) fn is_whole(self) -> bool {
        self.nanoseconds == 0
    }

    /// Returns the microseconds since 1970, or the largest number.
    pub(crate) fn microsecond(self) -> u64 {
        self.millisecond.0.saturating_mul(1000).saturating_add(u64::from(self.nanoseconds / 1000))
    }

    /// Returns the instant at this distance from 1970, or `None` if it is before 1970.
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
        if are_digits(text) {
            let number = text.parse().map_err(|_| TimeError::Form)?;
            return match Written::from_digits(text) {
                _ if SECONDS.contains(&number) => Err(TimeError::Seconds { seconds: number }),
                Some(written) => Err(TimeError::Date { number, written }),
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
        let (cycles, moved) = split_cycles(text);
        match moved.parse::<Timestamp>() {
            Ok(timestamp) => {
                let leap_ns = if is_leap_second(&moved) { 1_000_000_000 } else { 0 };
                let nanoseconds = timestamp.as_nanosecond() + leap_ns + cycles * CYCLE_NS;
                Self::since_1970(nanoseconds).ok_or(TimeError::Form)
            }
            // `jiff` reads a date as its start.
            Err(_) if text.contains(':') && moved.parse::<DateTime>().is_ok() => Err(TimeError::NoOffset),
            Err(_) => Err(CalendarError::find(text).map_or(TimeError::Form, Into::into)),
        }
    }
}

/// A date, or a time to the minute or the second, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written(DateTime);

impl Written {
    /// Parses YYYYMM, YYYYMMDD, YYYYMMDDhhmm or YYYYMMDDhhmmss. Numbers with 13 digits, such as today's milliseconds, are
    /// none of these.
    fn from_digits(text: &str) -> Option<Self> {
        let rest = match text.len() {
            6 => "01T000000",
            8 => "T000000",
            12 => "00",
            14 => "",
            _ => return None,
        };
        let (date, time) = text.split_at(text.len().min(8));
        let separator = if time.is_empty() { "" } else { "T" };
        let written: DateTime = format!("{date}{separator}{time}{rest}").parse().ok()?;
        // `jiff` reads the second 60 as 59.
        let leap = i64::from(text.len() == 14 && text.ends_with("60"));
        let written = written.checked_add(SignedDuration::from_secs(leap)).ok()?;
        // As milliseconds, numbers with eight digits are in the first day after 1970, so each year is more likely.
        let last = if text.len() == 8 { 9999 } else { 2099 };
        (1970..=last).contains(&written.year()).then_some(Self(written))
    }
}

/// As a date, if it is the start of one.
impl fmt::Display for Written {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(written) = self;
        if *written == written.date().to_datetime(Time::midnight()) {
            write!(formatter, "{}", written.date())
        } else {
            write!(formatter, "{written}Z")
        }
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if a time has the second 60, which `jiff` reads as 59. POSIX counts it as the second after it, like
/// PostgreSQL and `chrono`.
fn is_leap_second(text: &str) -> bool {
    let time_of_day = text.split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    // `jiff` also reads 235960 and, without minutes, 23+06:00.
    let digits = time_of_day.replace(':', "");
    digits.get(..6).is_some_and(|digits| are_digits(digits) && digits.ends_with("60"))
}

/// The Gregorian calendar repeats after 400 years, which are 146 097 days.
const CYCLE_YEARS: u64 = 400;
const CYCLE_NS: i128 = 146_097 * 86_400_000_000_000;

/// Moves a year that `jiff` does not support by whole cycles, to a year from 2000 on. Returns the number of cycles too.
/// Years above 9999 have a sign, like in the output of [`Instant`].
fn split_cycles(text: &str) -> (i128, Cow<'_, str>) {
    let parts = match text.strip_prefix('+') {
        Some(unsigned) => unsigned.split_once('-').filter(|(year, _)| year.len() > 4),
        None => text.split_once('-').filter(|&(year, _)| year == "9999"),
    };
    let year = parts.filter(|(year, _)| are_digits(year)).and_then(|(year, _)| year.parse::<u64>().ok());
    match (parts, year) {
        (Some((_, rest)), Some(year @ 9999..)) => {
            let cycles = year / CYCLE_YEARS - 5;
            (cycles.into(), format!("{}-{rest}", year - cycles * CYCLE_YEARS).into())
        }
        _ => (0, text.into()),
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

/// The start of a day in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day(pub(crate) Instant);

impl Day {
    pub(crate) fn last(self) -> Instant {
        Instant(self.0.0.saturating_add(DAY_MS - 1))
    }
}

impl FromStr for Day {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // `jiff` also accepts a time, and other forms of dates.
        let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
        let since_1970 = date.map(|date| date.duration_since(Date::constant(1970, 1, 1)).as_millis());
        let unix_ms = since_1970.and_then(|unix_ms| u64::try_from(unix_ms).ok());
        unix_ms
            .map(|unix_ms| Self(Instant(unix_ms)))
            .ok_or_else(|| CalendarError::find(text).map_or(TimeError::Day, Into::into))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns instants of all magnitudes, and around `jiff`'s last instant, the year 10000 and the ends of cycles.
    fn instants() -> impl Iterator<Item = u64> {
        let cycle_ms = 146_097 * DAY_MS;
        let steps = [253_402_207_200_999, 253_402_300_800_000, (1 << 48) - 1].into_iter();
        let cycles = (1..=u64::MAX / cycle_ms).step_by(9_973).map(move |cycle| cycle * cycle_ms);
        let around = steps.chain(cycles).chain((0..64).map(|bit| 1 << bit)).chain([0, u64::MAX]);
        around.flat_map(|unix_ms: u64| [unix_ms.saturating_sub(1), unix_ms, unix_ms.saturating_add(1)])
    }

    #[test]
    fn reads_the_times_that_it_displays() {
        for unix_ms in instants() {
            for nanoseconds in [0, 1, 999_999] {
                let time = ExactInstant { millisecond: Instant(unix_ms), nanoseconds };
                assert_eq!(time.to_string().parse(), Ok(time), "{time}");
            }
        }
    }
}
