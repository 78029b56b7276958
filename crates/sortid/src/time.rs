//! Parses times and dates.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyid::Instant;
use thiserror::Error;

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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    Date { number: u64, written: String },
    /// A date or a time that doesn't exist.
    #[error("expected {part} from {first:02} to {last}, found {found:02}")]
    Part { part: String, first: u32, last: u32, found: u32 },
    /// The string is not a date since 1970.
    #[error("expected a date since 1970 such as 2026-11-21")]
    Day,
    /// A time without its offset from UTC.
    #[error(
        "expected a time with its offset, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, found no offset"
    )]
    NoOffset,
}

const NS_PER_MS: i128 = 1_000_000;
const NS_PER_SECOND: i128 = 1_000_000_000;

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
            let number = digits(text)?;
            return match written(text) {
                _ if SECONDS.contains(&number) => Err(TimeError::Seconds { seconds: number }),
                Some(written) => Err(TimeError::Date { number, written }),
                None => Ok(Instant(number).into()),
            };
        }
        if text.eq_ignore_ascii_case("now") {
            return Ok(Instant::now().into());
        }
        if let Some(seconds) = text.strip_prefix('@') {
            // As `date +%s.%N` writes them.
            let (seconds, nanoseconds) = with_fraction(seconds)?;
            let seconds = i128::from(digits::<u64>(seconds)?);
            return Self::since_1970(seconds * NS_PER_SECOND + nanoseconds).ok_or(TimeError::Form);
        }
        let Some((day, time)) = text.split_once(['T', 't', ' ']) else { return date(text).map(Into::into) };
        let day = date(day)?;
        let (time, offset) = time.split_at(time.find(['Z', 'z', '+', '-']).unwrap_or(time.len()));
        let has_fraction = time.contains('.');
        let (time, nanoseconds) = with_fraction(time)?;
        let mut parts = time.split(':');
        let mut next = |part, last| {
            two_digits(parts.next().unwrap_or("00")).and_then(|found| within(part, 0, last, found))
        };
        // RFC 3339 has the second 60 as a leap second. POSIX counts it as the second after it, like PostgreSQL and
        // `chrono`.
        let seconds = (next("an hour", 23)? * 60 + next("a minute", 59)?) * 60 + next("a second", 60)?;
        // A fraction of a minute would be read as one of a second.
        if parts.next().is_some() || has_fraction && time.len() < 8 {
            return Err(TimeError::Form);
        }
        let seconds = i128::from(seconds) - offset_seconds(offset)?;
        let milliseconds = i128::from(day.0) * NS_PER_MS;
        Self::since_1970(milliseconds + seconds * NS_PER_SECOND + nanoseconds).ok_or(TimeError::Form)
    }
}

/// Returns a number as a date or a time, if it is more likely to be one: YYYYMM, YYYYMMDD, YYYYMMDDhhmm or
/// YYYYMMDDhhmmss. Numbers with 13 digits, such as today's milliseconds, are none of these.
fn written(digits: &str) -> Option<String> {
    let (year, rest) = digits.split_at_checked(4)?;
    let pairs: Vec<_> = rest.as_bytes().chunks(2).map(String::from_utf8_lossy).collect();
    let written = match pairs.as_slice() {
        [month] if digits.len() == 6 => format!("{year}-{month}-01"),
        [month, day] if digits.len() == 8 => format!("{year}-{month}-{day}"),
        [month, day, hour, minute] if digits.len() == 12 => {
            format!("{year}-{month}-{day}T{hour}:{minute}:00Z")
        }
        [month, day, hour, minute, second] if digits.len() == 14 => {
            format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z")
        }
        _ => return None,
    };
    // As milliseconds, numbers with eight digits are in the first day after 1970, so each year is more likely.
    let is_likely = digits.len() == 8 || year < "2100";
    (is_likely && written.parse::<ExactInstant>().is_ok()).then_some(written)
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn digits<N: FromStr>(text: &str) -> Result<N, TimeError> {
    Some(text).filter(|text| are_digits(text)).and_then(|text| text.parse().ok()).ok_or(TimeError::Form)
}

fn two_digits(text: &str) -> Result<u32, TimeError> {
    if text.len() == 2 { digits(text) } else { Err(TimeError::Form) }
}

fn within(part: &str, first: u32, last: u32, found: u32) -> Result<u32, TimeError> {
    if (first..=last).contains(&found) {
        return Ok(found);
    }
    Err(TimeError::Part { part: part.to_owned(), first, last, found })
}

/// Splits seconds from their decimals, of which there can be nine. Returns these in nanoseconds.
fn with_fraction(text: &str) -> Result<(&str, i128), TimeError> {
    let Some((whole, decimals)) = text.split_once('.') else { return Ok((text, 0)) };
    let nanoseconds = Some(decimals).filter(|decimals| decimals.len() <= 9 && are_digits(decimals));
    let nanoseconds = nanoseconds.and_then(|decimals| format!("{decimals:0<9}").parse().ok());
    Ok((whole, nanoseconds.ok_or(TimeError::Form)?))
}

/// Parses `Z`, `+01:00`, or `+01` and `+0100`, as PostgreSQL and `date` write it.
fn offset_seconds(text: &str) -> Result<i128, TimeError> {
    let (sign, rest) = match text.split_at_checked(1) {
        None => return Err(TimeError::NoOffset),
        Some(("Z" | "z", "")) => return Ok(0),
        Some(("+", rest)) => (1, rest),
        Some(("-", rest)) => (-1, rest),
        Some(_) => return Err(TimeError::Form),
    };
    let (hours, minutes) = match rest.len() {
        4 => rest.split_at_checked(2).ok_or(TimeError::Form)?,
        _ => rest.split_once(':').unwrap_or((rest, "00")),
    };
    match (two_digits(hours)?, two_digits(minutes)?) {
        (hours @ ..24, minutes @ ..60) => Ok(sign * i128::from(hours * 3600 + minutes * 60)),
        _ => Err(TimeError::Form),
    }
}

/// Parses a date. A year above 9999 has a sign, like in the output of [`Instant`].
fn date(text: &str) -> Result<Instant, TimeError> {
    let (has_sign, unsigned) = text.strip_prefix('+').map_or((false, text), |unsigned| (true, unsigned));
    let parts: Vec<_> = unsigned.split('-').collect();
    let &[year, month, day] = parts.as_slice() else { return Err(TimeError::Form) };
    if year.len() < 4 || has_sign != (year.len() > 4) {
        return Err(TimeError::Form);
    }
    let (year, month, day) = (digits(year)?, two_digits(month)?, two_digits(day)?);
    within("a month", 1, 12, month)?;
    // The calendar repeats after 400 years.
    let exists = |day: &u32| Instant::from_date(2000 + year % 400, month, *day).is_some();
    let last = (28..=31).rev().find(exists).unwrap_or(31);
    within(&format!("a day of {year}-{month:02}"), 1, last, day)?;
    Instant::from_date(year, month, day).ok_or(TimeError::Form)
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
        date(text).map(Self).map_err(|error| if error == TimeError::Form { TimeError::Day } else { error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns instants of all magnitudes, and around the year 10000 and the ends of cycles.
    fn instants() -> impl Iterator<Item = u64> {
        let cycle_ms = 146_097 * DAY_MS;
        let steps = [253_402_300_800_000, (1 << 48) - 1].into_iter();
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

    /// One cycle of the calendar has each possible year.
    #[test]
    fn each_day_of_400_years_has_the_same_date_as_in_jiff() {
        let mut date = jiff::civil::date(1970, 1, 1);
        for day in 0..=146_097 {
            let (text, start) = (date.to_string(), Instant(day * DAY_MS));
            assert_eq!((text.parse(), start.to_string()), (Ok(Day(start)), format!("{text}T00:00:00.000Z")));
            date = date.tomorrow().unwrap();
        }
    }
}
