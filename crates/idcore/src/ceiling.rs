//! The ceiling of a generator. It is part of the generator's type, so a generator without one pays nothing for it.

use crate::scheme::Scheme;

/// No ceiling: a [`Generator`](crate::Generator) makes IDs up to the last timestamp of its scheme. This is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoCeiling;

/// The ceiling of a [`Generator`](crate::Generator), from
/// [`with_ceiling_unix_ms`](crate::Generator::with_ceiling_unix_ms).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    unix_ms: u64,
    /// The first tick that does not start before the ceiling.
    end_tick: u64,
    /// The tick before that, or 0. From it, an overflow reaches the ceiling.
    near_tick: u64,
    /// Whether the IDs before the ceiling belong to this process alone.
    #[cfg(feature = "std")]
    exclusive: bool,
}

impl Ceiling {
    /// A ceiling in milliseconds since 1970.
    pub(crate) fn new<S: Scheme>(scheme: &S, unix_ms: u64) -> Self {
        let mut ceiling = Self {
            unix_ms,
            end_tick: 0,
            near_tick: 0,
            #[cfg(feature = "std")]
            exclusive: false,
        };
        ceiling.set(scheme, unix_ms);
        ceiling
    }

    /// The ceiling of IDs that no other process may make, so that a fork and starting over are errors.
    #[cfg(feature = "std")]
    pub(crate) fn exclusive<S: Scheme>(scheme: &S, unix_ms: u64) -> Self {
        Self { exclusive: true, ..Self::new(scheme, unix_ms) }
    }

    /// Raises or lowers the ceiling.
    pub(crate) fn set<S: Scheme>(&mut self, scheme: &S, unix_ms: u64) {
        self.unix_ms = unix_ms;
        self.end_tick = match unix_ms.checked_sub(1).map(|before| scheme.last_tick_at(before)) {
            Some(Ok(last_tick)) => last_tick + 1,
            // Either all ticks start before the ceiling, or none does.
            Some(Err(_)) if unix_ms > scheme.unix_ms(S::LAST_TICK) => S::LAST_TICK + 1,
            _ => 0,
        };
        self.near_tick = self.end_tick.saturating_sub(1);
    }
}

/// Whether a generator has a ceiling: [`NoCeiling`] or [`Ceiling`].
pub trait Limit: Copy {
    /// A limit that excludes no ID.
    #[doc(hidden)]
    fn none<S: Scheme>(scheme: &S) -> Self;

    /// The ceiling in milliseconds since 1970, or `u64::MAX`.
    #[doc(hidden)]
    fn unix_ms(&self) -> u64;

    /// Whether a tick does not start before the ceiling.
    #[doc(hidden)]
    fn excludes(&self, tick: u64) -> bool;

    /// Whether a tick is so late that an ID of it, or after an overflow, may not start before the ceiling.
    #[doc(hidden)]
    fn is_near(&self, tick: u64) -> bool;

    /// Whether the IDs belong to this process alone, so that a fork and starting over are errors.
    #[doc(hidden)]
    fn is_exclusive(&self) -> bool {
        false
    }
}

impl Limit for NoCeiling {
    fn none<S: Scheme>(_: &S) -> Self {
        Self
    }

    fn unix_ms(&self) -> u64 {
        u64::MAX
    }

    fn excludes(&self, _: u64) -> bool {
        false
    }

    #[inline]
    fn is_near(&self, _: u64) -> bool {
        false
    }
}

impl Limit for Ceiling {
    fn none<S: Scheme>(scheme: &S) -> Self {
        Self::new(scheme, u64::MAX)
    }

    fn unix_ms(&self) -> u64 {
        self.unix_ms
    }

    fn excludes(&self, tick: u64) -> bool {
        tick >= self.end_tick
    }

    #[inline]
    fn is_near(&self, tick: u64) -> bool {
        tick >= self.near_tick
    }

    #[cfg(feature = "std")]
    fn is_exclusive(&self) -> bool {
        self.exclusive
    }
}
