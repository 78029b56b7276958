//! Dates and times that don't exist, such as 2026-02-29 and 24:00.

use jiff::civil::Date;
use thiserror::Error;

use super::are_digits;

/// A part of a date or a time that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum CalendarError {
    #[error("expected a day of {} {year} from 01 to {}, found {found:02}", month.strftime("%B"), month.days_in_month())]
    Day {
        year: u64,
        /// The first day of the month, in a year of the same length.
        month: Date,
        found: u8,
    },
    #[error("expected {part} from {first:02} to {last}, found {found:02}")]
    Part { part: &'static str, first: u8, last: u8, found: u8 },
}

/// The parts of a time of day, with their last values. RFC 3339 has the second 60 as a leap second.
const TIME: [(&str, u8); 3] = [("an hour", 23), ("a minute", 59), ("a second", 60)];

impl CalendarError {
    /// Returns the first part that is out of range. Returns `None` if all parts exist or if the string has a different
    /// form.
    pub(crate) fn find(text: &str) -> Option<Self> {
        let (date, mut time) = text.split_once(['T', 't', ' ']).unwrap_or((text, ""));
        let (year, date) = date.strip_prefix('+').unwrap_or(date).split_once('-')?;
        let (month, day) = date.split_once('-').filter(|_| year.len() >= 4 && are_digits(year))?;
        let (year, number, day): (u64, _, _) = (year.parse().ok()?, two_digits(month)?, two_digits(day)?);
        if !(1..=12).contains(&number) {
            return Some(Self::Part { part: "a month", first: 1, last: 12, found: number });
        }
        // The calendar repeats after 400 years.
        let month = Date::new(i16::try_from(2000 + year % 400).ok()?, i8::try_from(number).ok()?, 1).ok()?;
        if !(1..=month.days_in_month().unsigned_abs()).contains(&day) {
            return Some(Self::Day { year, month, found: day });
        }
        for (part, last) in TIME {
            let found = two_digits(time.get(..2)?)?;
            if found > last {
                return Some(Self::Part { part, first: 0, last, found });
            }
            time = time.get(2..)?.strip_prefix(':')?;
        }
        None
    }
}

fn two_digits(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.len() == 2 && are_digits(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_part_that_does_not_exist() {
        for (text, expected) in [
            ("2026-02-29", "expected a day of February 2026 from 01 to 28, found 29"),
            ("2026-04-31T10:00:00Z", "expected a day of April 2026 from 01 to 30, found 31"),
            ("2100-02-29 10:00", "expected a day of February 2100 from 01 to 28, found 29"),
            ("+10900-02-29", "expected a day of February 10900 from 01 to 28, found 29"),
            ("2026-01-00", "expected a day of January 2026 from 01 to 31, found 00"),
            ("2026-13-01", "expected a month from 01 to 12, found 13"),
            ("2026-00-01T10:00:00Z", "expected a month from 01 to 12, found 00"),
            ("2026-11-21T24:00:00Z", "expected an hour from 00 to 23, found 24"),
            ("2026-11-21t10:60:00z", "expected a minute from 00 to 59, found 60"),
            ("2026-11-21 10:00:61+01", "expected a second from 00 to 60, found 61"),
        ] {
            assert_eq!(
                CalendarError::find(text).map(|error| error.to_string()),
                Some(expected.into()),
                "{text}"
            );
        }
        for text in [
            "2024-02-29",
            "2000-02-29",
            "2026-12-31T23:59:60Z",
            "2026-1-32",
            "26-13-01",
            "2026-W46-2",
            "soon",
        ] {
            assert_eq!(CalendarError::find(text), None, "{text}");
        }
    }
}
