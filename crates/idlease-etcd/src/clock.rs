//! The clock of a member, from the `Date` header of its replies.

use std::time::UNIX_EPOCH;

/// The largest difference between the clock that sets the end of a grant and the clock that sets the floor, in
/// milliseconds. Each is known only to the second, and the clocks of two members can differ.
pub(crate) const MARGIN_MS: u64 = 2_000;

/// The second in which a member replied, by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Second {
    unix_ms: u64,
}

impl Second {
    /// Parses the header. Returns `None` if it is not a date in 1970 or later.
    pub(crate) fn parse(date: &str) -> Option<Self> {
        let since_1970 = httpdate::parse_http_date(date).ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { unix_ms: u64::try_from(since_1970.as_millis()).ok()? })
    }

    /// Returns the member's time, as precisely as it can be known. This is the local time if it is within the second,
    /// otherwise the nearest end of the second. The result differs from the member's time by less than a second, and
    /// does not go back unless one of the clocks does.
    pub(crate) fn nearest(self, local_unix_ms: u64) -> u64 {
        local_unix_ms.clamp(self.unix_ms, self.last())
    }

    /// Returns the last millisecond of the second.
    pub(crate) const fn last(self) -> u64 {
        self.unix_ms.saturating_add(999)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_clock_within_the_second_is_taken_and_any_other_is_limited() {
        let second = Second { unix_ms: 5_000 };
        let nearest: Vec<_> =
            [0, 4_999, 5_000, 5_421, 5_999, 6_000].map(|local| second.nearest(local)).into();
        assert_eq!(nearest, [5_000, 5_000, 5_000, 5_421, 5_999, 5_999]);
    }
}
