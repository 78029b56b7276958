//! Dates and times of day, as calendar clocks show them.

use crate::error::RangeError;

/// The leap days of all years before 1970: 1969 / 4 − 1969 / 100 + 1969 / 400.
const LEAP_DAYS_TO_1970: u32 = 477;

const LAST_YEAR: u16 = 9999;

/// The days from 1970-01-01 to a date of the Gregorian calendar, in 32-bit arithmetic.
///
/// ```
/// assert_eq!(idcore::clock::unix_days(2022, 4, 3), Ok(19_085));
/// let error = idcore::clock::unix_days(2023, 2, 29).unwrap_err();
/// assert_eq!(error.to_string(), "day is 29, expected 1 to 28");
/// ```
///
/// # Errors
///
/// Returns an error if there is no such date, as in a clock that was never set, or if the year is not 1970 to 9999.
pub const fn unix_days(year: u16, month: u8, day: u8) -> Result<u32, RangeError> {
    crate::const_try!(RangeError::check("year", year as u64, 1970, LAST_YEAR as u64));
    crate::const_try!(RangeError::check("month", month as u64, 1, 12));
    let (year, month) = (year as u32, month as u32);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last_day = match month {
        2 => 28 + is_leap as u64,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    crate::const_try!(RangeError::check("day", day as u64, 1, last_day));
    let before = year - 1;
    let leap_days = before / 4 - before / 100 + before / 400 - LEAP_DAYS_TO_1970;
    // The days before a month if February had 30 days, without a table (Reingold and Dershowitz, Calendrical
    // Calculations).
    let of_months = (367 * month - 362) / 12;
    let not_in_february = if month <= 2 { 0 } else { 2 - is_leap as u32 };
    Ok((year - 1970) * 365 + leap_days + of_months - not_in_february + day as u32 - 1)
}

/// A date and a time of day in UTC, as the registers of a calendar clock have them.
///
/// The conversion to milliseconds divides only 32-bit numbers. The order is that of the times.
///
/// ```
/// use idcore::clock::CalendarTime;
///
/// let time = CalendarTime { year: 2022, month: 4, day: 3, hour: 11, minute: 40, second: 14, millisecond: 308 };
/// assert_eq!(time.unix_ms(), Ok(1_648_986_014_308));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarTime {
    /// The year, 1970 to 9999. Most clocks count from 2000.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59, because Unix time has no leap seconds.
    pub second: u8,
    /// The millisecond, 0 to 999.
    pub millisecond: u16,
}

impl CalendarTime {
    /// The milliseconds since 1970: the reading for [`Clock::unix_ms`](crate::clock::Clock::unix_ms) and `generate_at`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such date or time of day, as in a clock that was never set.
    pub const fn unix_ms(&self) -> Result<u64, RangeError> {
        let days = crate::const_try!(unix_days(self.year, self.month, self.day));
        crate::const_try!(RangeError::check("hour", self.hour as u64, 0, 23));
        crate::const_try!(RangeError::check("minute", self.minute as u64, 0, 59));
        crate::const_try!(RangeError::check("second", self.second as u64, 0, 59));
        crate::const_try!(RangeError::check("millisecond", self.millisecond as u64, 0, 999));
        let seconds = (self.hour as u32 * 60 + self.minute as u32) * 60 + self.second as u32;
        let of_day = seconds * 1000 + self.millisecond as u32;
        Ok(days as u64 * 86_400_000 + of_day as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: CalendarTime =
        CalendarTime { year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59, millisecond: 999 };

    /// Counts day by day, by the rule of 1582: every fourth year is a leap year, except for three of four centuries.
    #[test]
    fn every_date_is_one_day_after_the_previous_one() {
        let mut expected = 0;
        for year in 1970..=LAST_YEAR {
            let february = match (year % 400, year % 100, year % 4) {
                (0, ..) => 29,
                (_, 0, _) => 28,
                (_, _, 0) => 29,
                _ => 28,
            };
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, days) in (1..).zip(months) {
                for day in 1..=days {
                    assert_eq!(unix_days(year, month, day), Ok(expected), "{year}-{month}-{day}");
                    expected += 1;
                }
                for day in [0, days + 1, u8::MAX] {
                    let error = RangeError::integer("day", day.into(), 1, days.into());
                    assert_eq!(unix_days(year, month, day), Err(error));
                }
            }
        }
    }

    #[test]
    fn years_and_months_out_of_range_are_errors() {
        for year in [0, 1969, 10_000, u16::MAX] {
            assert_eq!(unix_days(year, 1, 1), Err(RangeError::integer("year", year.into(), 1970, 9999)));
        }
        for month in [0, 13, u8::MAX] {
            assert_eq!(unix_days(2000, month, 1), Err(RangeError::integer("month", month.into(), 1, 12)));
        }
    }

    /// 1970 has the time 0, and 2001-09-09T01:46:40 the time 10^9 s. The others are from `date --utc`.
    #[test]
    fn times_are_those_of_posix() {
        let time = |year, month, day, hour, minute, second, millisecond| {
            CalendarTime { year, month, day, hour, minute, second, millisecond }.unix_ms()
        };
        assert_eq!(time(1970, 1, 1, 0, 0, 0, 0), Ok(0));
        assert_eq!(time(2001, 9, 9, 1, 46, 40, 1), Ok(1_000_000_000_001));
        assert_eq!(time(2024, 2, 29, 23, 59, 59, 999), Ok(1_709_251_199_999));
        assert_eq!(time(2038, 1, 19, 3, 14, 8, 0), Ok(2_147_483_648_000));
        assert_eq!(time(2106, 2, 7, 6, 28, 16, 0), Ok(4_294_967_296_000));
        assert_eq!(LAST.unix_ms(), Ok(253_402_300_799_999));
    }

    #[test]
    fn each_part_of_a_time_has_its_range() {
        for (name, time, found, max) in [
            ("hour", CalendarTime { hour: 24, ..LAST }, 24, 23),
            ("minute", CalendarTime { minute: 60, ..LAST }, 60, 59),
            ("second", CalendarTime { second: 60, ..LAST }, 60, 59),
            ("millisecond", CalendarTime { millisecond: 1_000, ..LAST }, 1_000, 999),
        ] {
            assert_eq!(time.unix_ms(), Err(RangeError::integer(name, found, 0, max)));
        }
        let never_set = CalendarTime { year: 2000, month: 0, day: 0, ..LAST };
        assert_eq!(never_set.unix_ms(), Err(RangeError::integer("month", 0, 1, 12)));
    }
}
