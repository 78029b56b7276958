//! Reads instants and days.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use jiff::Timestamp;
use thiserror::Error;

use super::{CYCLE_MS, CYCLE_YEARS, DAY_MS, Instant};

/// Numbers of milliseconds that are more likely to be seconds: from 1973 on as seconds, and up to 1973 as milliseconds.
const SECONDS: Range<u64> = 100_000_000..100_000_000_000;

/// The error for a text that is not an instant since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InstantError {
    /// Another form, or an instant before 1970.
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
    Seconds {
        /// The number.
        seconds: u64,
    },
    /// A number that is more likely to be a date, as `date +%Y%m%d` writes it.
    #[error(
        "expected unix milliseconds, found a number that looks like a date; write {date} if it is, or {milliseconds} if it \
         is milliseconds",
        date = Instant(*date).to_string().split('T').next().unwrap_or_default(),
        milliseconds = Instant(*number)
    )]
    Date {
        /// The number.
        number: u64,
        /// The date, in unix milliseconds.
        date: u64,
    },
    /// A time without its offset from UTC.
    #[error(
        "expected a time with its offset, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, found none"
    )]
    NoOffset,
}

/// Reads an instant in any form. A date means its start in UTC. Digits beyond the millisecond are cut off.
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

impl ExactInstant {
    /// Whether the instant is the start of its millisecond.
    pub(crate) fn is_whole(self) -> bool {
        self.nanoseconds == 0
    }

    /// The microseconds since 1970, or the largest number.
    pub(crate) fn microsecond(self) -> u64 {
        self.millisecond.0.saturating_mul(1000).saturating_add(u64::from(self.nanoseconds / 1000))
    }
}

impl From<Instant> for ExactInstant {
    fn from(millisecond: Instant) -> Self {
        Self { millisecond, nanoseconds: 0 }
    }
}

impl FromStr for ExactInstant {
    type Err = InstantError;

    fn from_str(text: &str) -> Result<Self, InstantError> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number(text) {
            let number = text.parse().map_err(|_| InstantError::Form)?;
            if SECONDS.contains(&number) {
                return Err(InstantError::Seconds { seconds: number });
            }
            if let Some(Day(Instant(date))) = compact_day(text) {
                return Err(InstantError::Date { number, date });
            }
            return Ok(Instant(number).into());
        }
        if text.eq_ignore_ascii_case("now") {
            return Ok(Instant::now().into());
        }
        if let Some(seconds) = text.strip_prefix('@') {
            return unix_seconds(seconds).ok_or(InstantError::Form);
        }
        if let Ok(Day(start)) = text.parse() {
            return Ok(start.into());
        }
        with_long_year(text, rfc_3339)
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
        let start = |date: &str| {
            if date.len() == "2026-11-21".len() {
                rfc_3339(&format!("{date}T00:00:00Z"))
            } else {
                Err(InstantError::Form)
            }
        };
        with_long_year(text, start).map(|start| Self(start.millisecond)).map_err(|_| DayError)
    }
}

/// The error for a text that is not a date since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a date since 1970 such as 2026-11-21")]
pub(crate) struct DayError;

/// Reads a date of eight digits, such as 20261121.
fn compact_day(text: &str) -> Option<Day> {
    let (year, rest) = text.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    format!("{year}-{month}-{day}").parse().ok()
}

/// Reads seconds with up to nine decimals, as `date +%s.%N` writes them.
fn unix_seconds(text: &str) -> Option<ExactInstant> {
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(seconds) || !are_digits(decimals) || decimals.len() > 9 {
        return None;
    }
    let nanoseconds: u32 = format!("{decimals:0<9}").parse().ok()?;
    let millisecond =
        seconds.parse::<u64>().ok()?.checked_mul(1000)?.checked_add((nanoseconds / 1_000_000).into())?;
    Some(ExactInstant { millisecond: Instant(millisecond), nanoseconds: nanoseconds % 1_000_000 })
}

/// Reads a text that begins with a year, which may be signed and have more than four digits. The function reads it with a year
/// of four digits.
fn with_long_year(
    text: &str,
    read: impl Fn(&str) -> Result<ExactInstant, InstantError>,
) -> Result<ExactInstant, InstantError> {
    let unsigned = text.strip_prefix('+');
    let (year, rest) = unsigned.unwrap_or(text).split_once('-').ok_or(InstantError::Form)?;
    let digits = year.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || year.len() < 4 || (unsigned.is_none() && year.len() > 4) {
        return Err(InstantError::Form);
    }
    let year: u64 = year.parse().map_err(|_| InstantError::Form)?;
    let cycles = year.saturating_sub(2000) / CYCLE_YEARS;
    let within = read(&format!("{:04}-{rest}", year - cycles * CYCLE_YEARS))?;
    let ahead = cycles.checked_mul(CYCLE_MS).ok_or(InstantError::Form)?;
    let millisecond = within.millisecond.0.checked_add(ahead).map(Instant).ok_or(InstantError::Form)?;
    Ok(ExactInstant { millisecond, ..within })
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
    let text = completed(text)?;
    let timestamp: Timestamp = text.parse().map_err(|_| InstantError::Form)?;
    // Rounded down, since rounding towards zero would turn the last instants before 1970 into 1970.
    let nanosecond = timestamp.as_nanosecond();
    let millisecond = u64::try_from(nanosecond.div_euclid(NS_PER_MS)).ok();
    let nanoseconds = u32::try_from(nanosecond.rem_euclid(NS_PER_MS)).map_err(|_| InstantError::Form)?;
    Ok(ExactInstant { millisecond: Instant(millisecond.ok_or(InstantError::Form)?), nanoseconds })
}

/// Checks that a text has the form of `date-time` in section 5.6 of RFC 3339. A note there allows a space instead of `T`.
/// PostgreSQL writes offsets without minutes, such as `+00`. They are completed.
///
/// `jiff` reads many other forms: without seconds, with a comma, with shorter or larger offsets, with a time zone's name.
/// It then checks that the day and the time exist.
fn completed(text: &str) -> Result<Cow<'_, str>, InstantError> {
    let (start, rest) = text.split_at_checked("2026-11-21T07:30:00".len()).ok_or(InstantError::Form)?;
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
                return Err(InstantError::Form);
            }
            offset
        }
        None => rest,
    };
    if !fits(start, "0000-00-00T00:00:00") {
        return Err(InstantError::Form);
    }
    if offset.is_empty() {
        return Err(InstantError::NoOffset);
    }
    // Two ASCII digits compare like numbers.
    let hours = offset.get(1..3).is_some_and(|hours| hours <= "23");
    if fits(offset, "+00") && hours {
        return Ok(format!("{text}:00").into());
    }
    let numeric = fits(offset, "+00:00") && hours && offset.get(4..).is_some_and(|minutes| minutes <= "59");
    if matches!(offset, "Z" | "z") || numeric { Ok(text.into()) } else { Err(InstantError::Form) }
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
            "2023-11-1",
            "2023-02-30",
            "1969-12-31",
            "@",
            "@-1",
            "@1.",
            "@.5",
            "@1.0000000001",
            "@18446744073709551615",
            "tomorrow",
            "+",
            "+-",
            "+x-01",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(InstantError::Form), "{text}");
        }
        for text in [
            "18446744073709551616",
            "+99999999999999999999-01-01T00:00:00Z",
            "+18446744073709551615-01-01T00:00:00Z",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(InstantError::Form), "{text}");
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
            assert_eq!(text.parse::<Instant>(), Err(InstantError::Form), "{text}");
        }
        for text in [
            "2023-11-14T22:13:20Z",
            "2023-11-14t22:13:20z",
            "2023-11-14 22:13:20Z",
            "2023-11-14T22:13:20.0Z",
            "2023-11-15T22:12:20+23:59",
            "2023-11-13T22:14:20.000000000-23:59",
            "2023-11-14T22:13:20-00:00",
            "2023-11-14 23:13:20+01",
            "2023-11-14 22:13:20.000000-00",
            "@1700000000",
            "@1700000000.000",
        ] {
            assert_eq!(text.parse(), Ok(Instant(1_700_000_000_000)), "{text}");
        }
    }

    #[test]
    fn reads_dates_and_seconds() {
        for (text, unix_ms) in [
            ("2023-11-14", 1_699_920_000_000),
            ("+10889-08-02", 281_474_976_710_655 / DAY_MS * DAY_MS),
            ("@0", 0),
            ("@1700000000.1234567", 1_700_000_000_123),
            ("99999999", 99_999_999),
            ("100000000000", 100_000_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Instant(unix_ms)), "{text}");
        }
        assert_eq!("2023-11-14".parse().map(Day::last), Ok(Instant(1_699_920_000_000 + DAY_MS - 1)));
        for seconds in [100_000_000, 1_700_000_000, 99_999_999_999] {
            assert_eq!(seconds.to_string().parse::<Instant>(), Err(InstantError::Seconds { seconds }));
        }
        for (number, date) in
            [(19_700_101, 0), (20_231_114, 1_699_920_000_000), (99_991_231, 253_402_214_400_000)]
        {
            let error = number.to_string().parse::<Instant>();
            assert_eq!(error, Err(InstantError::Date { number, date }));
        }
        assert_eq!(
            InstantError::Date { number: 20_231_114, date: 1_699_920_000_000 }.to_string(),
            "expected unix milliseconds, found a number that looks like a date; write 2023-11-14 if it is, or \
             1970-01-01T05:37:11.114Z if it is milliseconds",
        );
        for number in [20_231_314, 20_230_229, 19_691_231, 2_023_111, 0] {
            assert_eq!(number.to_string().parse(), Ok(Instant(number)));
        }
        assert_eq!("2023-11-14T22:13:20".parse::<Instant>(), Err(InstantError::NoOffset));
        assert_eq!("2023-11-14 22:13:20.5".parse::<Instant>(), Err(InstantError::NoOffset));
    }
}
