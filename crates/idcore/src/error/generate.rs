//! The errors of generators.

use core::fmt;

use thiserror::Error;

use crate::error::RangeError;
#[cfg(feature = "std")]
use crate::error::{SystemClockError, SystemRandomError};

/// The reason why a generator returned no ID. The generator is left unchanged.
///
/// `C` is the clock's error, and `R` the random source's error. By default, they are the errors of the system's clock
/// and random source. This type is a [`core::error::Error`] if both are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum GenerateError<
    #[cfg(feature = "std")] C = SystemClockError,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = SystemRandomError,
    #[cfg(not(feature = "std"))] R,
> {
    /// The clock returned an error.
    #[error("the clock failed")]
    Clock(#[source] C),
    /// The random source failed during a draw.
    #[error("the random source failed")]
    Random(#[source] R),
    /// No ID can carry the time that the clock or the caller gave.
    #[error("no ID can carry this time")]
    OutOfRange(#[source] RangeError),
    /// The reading is before the generator's floor: the clock is not set.
    #[error("the time is {unix_ms} ms, before the floor of {floor_unix_ms} ms")]
    BeforeFloor {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The floor, in milliseconds since 1970.
        floor_unix_ms: u64,
    },
    /// The ID would have a timestamp at or after the generator's ceiling. Raise the ceiling to continue.
    #[error(fmt = after_ceiling)]
    AfterCeiling {
        /// The timestamp that the ID would have, in milliseconds since 1970. After a rollback or an overflow, it is
        /// later than the reading.
        unix_ms: u64,
        /// The ceiling, in milliseconds since 1970. It is 0 if the generator was stopped, for example when its lease
        /// was released.
        ceiling_unix_ms: u64,
    },
    /// The reading is earlier than the last ID by more than the allowance. The error persists until the clock catches
    /// up. To continue at the reading, out of order, call [`generate_or_reset`](crate::Generator::generate_or_reset).
    /// In SCRU64 and Ulid-Flake, this can repeat IDs.
    #[error(
        "the time is {unix_ms} ms, earlier than the last ID at {last_unix_ms} ms by more than the allowance of \
         {allowance_ms} ms"
    )]
    Rollback {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The timestamp of the last ID, in milliseconds since 1970.
        last_unix_ms: u64,
        /// The tolerated rollback, in milliseconds.
        allowance_ms: u64,
    },
    /// This process was forked from the process that created the generator, and shares its node ID or its window.
    /// Create a generator with a different node ID or, for the process-wide generator, call `configure`.
    #[error("the process was forked and shares its node ID with its parent")]
    Forked,
    /// The process-wide generator is not configured, and its scheme has no default configuration. Call `configure`
    /// first.
    #[error("the generator is not configured: call `configure` first")]
    NotConfigured,
    /// The counter or random field of the last ID's tick is exhausted, and the scheme defines no way to continue. The
    /// next tick has IDs again. To wait for it, call `generate_or_wait`.
    #[error("the tick at {last_unix_ms} ms has no IDs left")]
    Overflow {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The timestamp of the last ID, in milliseconds since 1970.
        last_unix_ms: u64,
    },
}

/// Omits the timestamp of the next ID if the ceiling is 0. No timestamp is before that ceiling, so it would explain
/// nothing.
fn after_ceiling(unix_ms: &u64, ceiling_unix_ms: &u64, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if *ceiling_unix_ms == 0 {
        return formatter.write_str("the generator was stopped and generates no more IDs");
    }
    write!(
        formatter,
        "the next ID would be at {unix_ms} ms, which is not before the ceiling of {ceiling_unix_ms} ms"
    )
}

impl<C, R> GenerateError<C, R> {
    /// Returns the reason in one word: `clock`, `rng`, `out_of_range`, `before_floor`, `after_ceiling`, `rollback`,
    /// `forked`, `not_configured` or `overflow`. The words that occur in the test vectors are spelled the same there.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Clock(_) => "clock",
            Self::Random(_) => "rng",
            Self::OutOfRange(_) => "out_of_range",
            Self::BeforeFloor { .. } => "before_floor",
            Self::AfterCeiling { .. } => "after_ceiling",
            Self::Rollback { .. } => "rollback",
            Self::Forked => "forked",
            Self::NotConfigured => "not_configured",
            Self::Overflow { .. } => "overflow",
        }
    }
}

/// The reason why [`Generator::fill`](crate::Generator::fill) stopped before the end of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("stopped after {filled} IDs")]
pub struct FillError<
    #[cfg(feature = "std")] C = SystemClockError,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = SystemRandomError,
    #[cfg(not(feature = "std"))] R,
> {
    /// The number of IDs at the start of the slice that are valid and count as generated.
    pub filled: usize,
    /// The reason why the next ID was not generated.
    #[source]
    pub error: GenerateError<C, R>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_small() {
        // The size is smaller if 64-bit integers are aligned to four bytes, as on i686.
        assert!(size_of::<RangeError>() <= size_of::<&str>() + 32);
        assert!(size_of::<GenerateError<(), ()>>() <= size_of::<RangeError>() + 8);
    }
}
