//! The calendar of the crates that show instants.

use core::fmt;

/// The milliseconds of a day.
pub const DAY_MS: u64 = 86_400_000;
/// The Gregorian calendar repeats after 400 years.
pub const CYCLE_DAYS: u64 = 146_097;
/// The number of days from 1 March of the year 0 to 1970. If a year starts on 1 March, the leap day comes last.
pub const DAYS_BEFORE_1970: u64 = 719_468;

/// An instant in milliseconds since 1970, displayed in RFC 3339. A year above 9999 has a sign and at least six digits.
#[derive(Debug)]
pub struct Rfc3339(pub u64);

impl fmt::Display for Rfc3339 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, ms) = (self.0 / DAY_MS + DAYS_BEFORE_1970, self.0 % DAY_MS);
        let (cycle, day) = (days / CYCLE_DAYS, days % CYCLE_DAYS);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // The months from March on have 153 days in each group of five.
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = (400 * cycle + year + month / 10, (month + 2) % 12 + 1);
        // Digits are written in place, because `write!` takes three times as long.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let (short_year, hour, minute) = (year % 10_000, ms / 3_600_000, ms / 60_000 % 60);
        let (second, ms) = (ms / 1_000 % 60, ms % 1_000);
        for (mut place, mut number) in
            [(3, short_year), (6, month), (9, day), (12, hour), (15, minute), (18, second), (22, ms)]
        {
            while number > 0 {
                text[place] = u8::try_from(number % 10).map_or(b'0', |digit| b'0' + digit);
                (place, number) = (place.saturating_sub(1), number / 10);
            }
        }
        let text = core::str::from_utf8(&text).map_err(|_| fmt::Error)?;
        if year > 9999 { write!(formatter, "+{:06}{}", year, &text[4..]) } else { formatter.write_str(text) }
    }
}
