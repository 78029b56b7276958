//! The methods of a generator that concern its ceiling.

use super::Generator;
use crate::ceiling::{Ceiling, Limit as _};
use crate::driver::Limits;
#[cfg(feature = "std")]
use crate::driver::Past;
#[cfg(feature = "std")]
use crate::error::RangeError;
use crate::scheme::Scheme;

impl<S: Scheme, C, R, L> Generator<S, C, R, L> {
    /// Sets a ceiling, in milliseconds since 1970: the generator makes no ID with a timestamp at or after it.
    ///
    /// Use it where a node was granted to this generator for some time. While every holder of the node has a window of
    /// timestamps of its own, no two of them make the same ID, whatever their clocks do. Begin after the previous holder with
    /// [`resume_after_instant`](Self::resume_after_instant), and do not start over in such a window.
    ///
    /// What counts is the ID's own timestamp, which is the start of its tick, and not the reading. After a rollback or an
    /// overflow, IDs are ahead of the clock. An ID that would reach the ceiling is refused with
    /// [`AfterCeiling`](crate::GenerateError::AfterCeiling), by every method. Nothing is drawn, and the generator stays as it
    /// was. No method waits, because time alone does not help. Raise the ceiling to continue.
    ///
    /// The ceiling is part of the type, so that generators without one are not slower or larger:
    ///
    /// ```
    /// # use idcore::{Ceiling, GenerateError, Generator, NoClock, RandomSource, RangeError, Scheme};
    /// /// A device that may make IDs from `start` up to `end`.
    /// struct Device<S: Scheme, R> {
    ///     generator: Generator<S, NoClock, R, Ceiling>,
    /// }
    ///
    /// impl<S: Scheme, R: RandomSource> Device<S, R> {
    ///     fn new(config: S, random: R, start: u64, end: u64) -> Result<Self, RangeError> {
    ///         let mut generator = Generator::with_config(config, NoClock, random).with_ceiling_unix_ms(end);
    ///         generator.resume_after_instant(start - 1)?;
    ///         Ok(Self { generator })
    ///     }
    ///
    ///     fn make(&mut self, unix_ms: u64) -> Option<S::Id> {
    ///         match self.generator.generate_at(unix_ms) {
    ///             Err(GenerateError::AfterCeiling { .. }) => None, // ask for more time
    ///             result => result.ok(),
    ///         }
    ///     }
    ///
    ///     fn extend(&mut self, end: u64) {
    ///         self.generator.set_ceiling_unix_ms(end);
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn with_ceiling_unix_ms(self, ceiling_unix_ms: u64) -> Generator<S, C, R, Ceiling> {
        let ceiling = Ceiling::new(&self.config, ceiling_unix_ms);
        self.with_limit(ceiling)
    }

    /// Replaces the limit.
    pub(crate) fn with_limit<M>(self, ceiling: M) -> Generator<S, C, R, M> {
        let Self { config, clock, random, limits, past, lineage } = self;
        let Limits { allowance_ms, floor_unix_ms, .. } = limits;
        let limits = Limits { allowance_ms, floor_unix_ms, ceiling };
        Generator { config, clock, random, limits, past, lineage }
    }

    /// Begins at an instant in milliseconds since 1970, or after the last ID if that is later.
    #[cfg(feature = "std")]
    pub(crate) fn begin_at(&mut self, unix_ms: u64) -> Result<(), RangeError> {
        match unix_ms.checked_sub(1).map(|before| self.config.last_tick_at(before)) {
            Some(Ok(tick)) if self.past.tick(&self.config) <= Some(tick) => self.past = Past::Tick(tick),
            Some(Err(error)) if unix_ms > self.config.unix_ms(S::LAST_TICK) => return Err(error),
            // Nothing is before the first instant.
            _ => {}
        }
        Ok(())
    }

    /// The last instant in milliseconds since 1970 that IDs may have used.
    #[cfg(feature = "std")]
    pub(crate) fn used_unix_ms(&self) -> Option<u64> {
        self.past.unix_ms(&self.config)
    }
}

impl<S: Scheme, C, R> Generator<S, C, R, Ceiling> {
    /// Raises or lowers the ceiling, in milliseconds since 1970. See [`with_ceiling_unix_ms`](Self::with_ceiling_unix_ms).
    ///
    /// If the ceiling is lowered to the last ID's timestamp or below, the generator refuses all further IDs until it is
    /// raised again. Starting over is refused, too. A ceiling of 0 stops the generator, and `u64::MAX` is as good as none.
    pub fn set_ceiling_unix_ms(&mut self, ceiling_unix_ms: u64) {
        self.limits.ceiling.set(&self.config, ceiling_unix_ms);
    }

    /// The ceiling, in milliseconds since 1970.
    #[must_use]
    pub fn ceiling_unix_ms(&self) -> u64 {
        self.limits.ceiling.unix_ms()
    }
}
