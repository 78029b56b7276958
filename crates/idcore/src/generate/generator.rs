//! The generator: the driver with a clock, a random source, and the state between two calls.

use core::fmt;
use core::iter;

use crate::clock::{Clock, Microseconds, Milliseconds, Unit};
use crate::error::{FillError, GenerateError, RangeError};
use crate::generate::driver::{self, Limits, Past, Reading};
use crate::generate::scheme::{AfterFork, OnRollback, Scheme};
#[cfg(feature = "std")]
use crate::generate::wait::{Attempt, WaitBudget, pause};
use crate::random::RandomSource;

/// The process number of a generator created in a `const` context, until its first ID. Without `std`, no process forks.
const UNKNOWN_PROCESS: u32 = if cfg!(feature = "std") { u32::MAX } else { 0 };

/// Returns a number of this process that no ancestor has. If no fork handler could be registered, forks aren't
/// detected.
#[cfg(feature = "std")]
#[inline]
pub fn process_number() -> u32 {
    crate::sys::process_number()
}

#[cfg(not(feature = "std"))]
const fn process_number() -> u32 {
    0
}

/// Generates IDs of one scheme in increasing order, with a clock of type `C` and a random source of type `R`.
///
/// Use the `Generator` of a scheme crate, which is this type for that scheme.
///
/// ```
/// # use idcore::{Generator, Scheme};
/// # use idcore::clock::{Clock, Milliseconds};
/// # use idcore::error::GenerateError;
/// # use idcore::random::RandomSource;
/// # fn make<S: Scheme<Unit = Milliseconds>, C: Clock, R: RandomSource>(
/// #     mut generator: Generator<S, C, R>,
/// #     n: usize,
/// # ) -> Result<(), GenerateError<C::Error, R::Error>> {
/// let id = generator.generate()?;
/// let ids = generator.iter().take(n).collect::<Result<Vec<_>, _>>()?;
/// # Ok(())
/// # }
/// ```
///
/// In SCRU160's microsecond mode, `generate_at_us` and `generate_or_reset_at_us` replace the methods for milliseconds.
///
/// Each method's name shows what happens if the clock goes back by more than the allowance. Only the methods with
/// `or_reset` in their names start over (reset). All others return an error.
///
/// | method                                               | reading                    | on a rollback beyond the allowance |
/// | ---------------------------------------------------- | -------------------------- | ---------------------------------- |
/// | [`generate`](Self::generate)                         | the clock's                | error                              |
/// | [`generate_at`](Self::generate_at)                   | the caller's               | error                              |
/// | [`generate_or_reset`](Self::generate_or_reset)       | the clock's                | starts over at the reading         |
/// | [`generate_or_reset_at`](Self::generate_or_reset_at) | the caller's               | starts over at the reading         |
/// | `generate_or_wait` (`std`)                           | the clock's                | waits, and then error              |
/// | [`fill`](Self::fill)                                 | the clock's, once per call | error                              |
/// | [`iter`](Self::iter)                                 | the clock's, for each ID   | error, as an item                  |
///
/// - **Order**: each ID is greater than the previous one, whatever the clock does. The only exception is starting over,
///   which only `generate_or_reset` and `generate_or_reset_at` do.
/// - **Rollback**: while the clock reads earlier than the last ID, but by no more than the allowance (10 000 ms by
///   default), IDs continue at the last timestamp.
/// - **Failure**: an error leaves the generator unchanged, so the call can be repeated.
/// - **Forks** (`std`): in the child, a copied generator starts over, above its last ID. If the scheme relies on node
///   IDs, it returns an error instead. IDs of parent and child can be equal if the random source repeats its words in
///   the child. In Ulid-Flake, they can be equal in any case, because 20 random bits are too few.
/// - **Threads**: a generator belongs to one thread at a time. It can't be cloned, because the clone would repeat its
///   IDs:
///
/// ```compile_fail,E0599
/// fn twin<S: idcore::Scheme>(generator: &mut idcore::Generator<S, idcore::clock::NoClock, ()>) {
///     let twin: idcore::Generator<S, idcore::clock::NoClock, ()> = generator.clone();
/// }
/// ```
pub struct Generator<S: Scheme, C, R> {
    config: S,
    clock: C,
    random: R,
    limits: Limits,
    past: Past<S::State>,
    /// The [number](process_number) of the process that owns `past`.
    process_number: u32,
    /// If `true`, the IDs before the ceiling belong only to this process, so a fork and starting over are errors.
    /// Only process-wide generators set it. In firmware, it would take eight bytes of RAM.
    #[cfg(feature = "std")]
    is_exclusive: bool,
}

#[cfg(feature = "std")]
impl<S: Scheme + Default> Generator<S, crate::clock::SystemClock, crate::random::SystemRandom> {
    /// Creates a generator with the system's clock and random source.
    #[must_use]
    pub fn new() -> Self {
        Self::with_config(S::default(), crate::clock::SystemClock, crate::random::SystemRandom::new())
    }
}

#[cfg(feature = "std")]
impl<S: Scheme + Default> Default for Generator<S, crate::clock::SystemClock, crate::random::SystemRandom> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme, C, R: RandomSource> Generator<S, C, R> {
    /// Creates a generator with the given configuration, clock and random source.
    #[must_use]
    pub fn with_config(config: S, clock: C, random: R) -> Self {
        let start = config.start();
        let mut generator = Self::at_start(config, start, clock, random);
        generator.process_number = process_number();
        generator
    }
}

impl<S: Scheme, C, R> Generator<S, C, R> {
    /// Creates a generator in a `const` context, where trait methods can't be called. `start` is the configuration's
    /// start state. The generator belongs to the process that generates the first ID.
    #[doc(hidden)]
    #[must_use]
    pub const fn at_start(config: S, start: Option<S::State>, clock: C, random: R) -> Self {
        let past = match start {
            Some(state) => Past::State(state),
            None => Past::Nothing,
        };
        Self {
            config,
            clock,
            random,
            limits: Limits::DEFAULT,
            past,
            process_number: UNKNOWN_PROCESS,
            #[cfg(feature = "std")]
            is_exclusive: false,
        }
    }
}

impl<S: Scheme, C, R: RandomSource> Generator<S, C, R> {
    /// Continues after `id`, as if this generator had just generated it. All further IDs are greater. If the generator's
    /// last ID is later, this goes back and can repeat IDs.
    ///
    /// This keeps a device from repeating IDs after a power loss. The device saves its last ID and resumes after it. To
    /// save less often, it saves an ID from some time ahead.
    ///
    /// # Errors
    ///
    /// Returns an error if no generator with this configuration generates this ID. Either its timestamp is reserved,
    /// for example because the storage was never written, or it has a different node ID. On error, the generator is
    /// left unchanged.
    pub fn resume_after(&mut self, id: S::Id) -> Result<(), RangeError> {
        self.past = Past::State(self.config.resume(id)?);
        self.adopt_past();
        Ok(())
    }

    /// Continues after an instant in milliseconds since 1970, as if all IDs up to it were used. All further IDs have
    /// later timestamps. If the generator's last ID is later, this goes back and can repeat IDs.
    ///
    /// This keeps a device from repeating IDs after a power loss, with far fewer writes than one per ID. The device
    /// saves an instant some time ahead, and saves a later one only when its IDs come near it. After a restart, IDs
    /// continue after the saved instant until the clock has passed it, provided that the instant is ahead of the clock
    /// by no more than the allowance.
    ///
    /// ```
    /// use idcore::{Generator, Scheme};
    /// use idcore::clock::NoClock;
    /// use idcore::random::RandomSource;
    ///
    /// fn boot<S: Scheme + Default, R: RandomSource>(saved_unix_ms: u64, random: R) -> Generator<S, NoClock, R> {
    ///     let mut generator = Generator::with_config(S::default(), NoClock, random).with_allowance_ms(60_000);
    ///     // An instant that no ID can carry was never saved: the storage is empty.
    ///     let _ = generator.resume_after_instant(saved_unix_ms);
    ///     generator
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry this instant. On error, the generator is left unchanged.
    pub fn resume_after_instant(&mut self, unix_ms: u64) -> Result<(), RangeError> {
        self.past = Past::Tick(self.config.last_tick_at(unix_ms)?);
        self.adopt_past();
        Ok(())
    }

    /// Returns `true` if a child can't continue because its parent may generate the same IDs.
    fn rejects_forks(&self) -> bool {
        S::AFTER_FORK == AfterFork::Error || self.is_exclusive()
    }

    /// Returns `true` if the IDs belong only to this process.
    pub(crate) const fn is_exclusive(&self) -> bool {
        #[cfg(feature = "std")]
        return self.is_exclusive;
        #[cfg(not(feature = "std"))]
        return false;
    }

    /// Assigns the resumed past to this process. If the scheme relies on node IDs and a parent has used the generator,
    /// does nothing, because the node ID still belongs to the parent.
    fn adopt_past(&mut self) {
        if !self.rejects_forks() || self.process_number == UNKNOWN_PROCESS {
            self.process_number = process_number();
        }
    }
}

impl<S: Scheme, C, R> Generator<S, C, R> {
    /// Sets the allowance: the tolerated rollback, in milliseconds. The default is 10 000. The scheme rounds it down to
    /// whole ticks.
    #[must_use]
    pub const fn with_allowance_ms(mut self, allowance_ms: u64) -> Self {
        self.limits.allowance_ms = allowance_ms;
        self
    }

    /// Sets the allowance of an existing generator, in milliseconds. See [`with_allowance_ms`](Self::with_allowance_ms).
    #[doc(alias = "set_rollback_allowance")]
    pub const fn set_allowance_ms(&mut self, allowance_ms: u64) {
        self.limits.allowance_ms = allowance_ms;
    }

    /// Sets the floor, in milliseconds since 1970. If the tick of a reading starts earlier, the clock is not set yet,
    /// and the generator returns an error. The build date is a good floor.
    #[must_use]
    pub const fn with_floor_unix_ms(mut self, floor_unix_ms: u64) -> Self {
        self.limits.floor_unix_ms = floor_unix_ms;
        self
    }

    /// Sets a ceiling, in milliseconds since 1970. The generator generates no ID with a timestamp at or after it. The
    /// default is `u64::MAX`, which excludes no ID.
    ///
    /// Use it if a node ID was granted to this generator for a limited period. If every holder of the node ID has its
    /// own window of timestamps, no two of them generate the same ID, whatever their clocks do. Start after the
    /// previous holder with [`resume_after_instant`](Self::resume_after_instant), and do not start over in such a
    /// window.
    ///
    /// The ceiling is compared with the timestamp of the ID, not with the reading: after a rollback or an overflow, IDs
    /// are ahead of the clock. If the next ID would reach the ceiling, every method returns
    /// [`AfterCeiling`](crate::error::GenerateError::AfterCeiling). On this error, nothing is drawn, and the generator
    /// is left unchanged. No method waits, because waiting does not help. Raise the ceiling to continue.
    ///
    /// ```
    /// # use idcore::{Generator, Scheme};
    /// # use idcore::clock::{Milliseconds, NoClock};
    /// # use idcore::error::{GenerateError, RangeError};
    /// # use idcore::random::RandomSource;
    /// /// A device that may generate IDs from `start` up to `end`.
    /// struct Device<S: Scheme<Unit = Milliseconds>, R> {
    ///     generator: Generator<S, NoClock, R>,
    /// }
    ///
    /// impl<S: Scheme<Unit = Milliseconds>, R: RandomSource> Device<S, R> {
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
    pub const fn with_ceiling_unix_ms(mut self, ceiling_unix_ms: u64) -> Self {
        self.limits.ceiling_unix_ms = ceiling_unix_ms;
        self
    }

    /// Raises or lowers the ceiling, in milliseconds since 1970. See
    /// [`with_ceiling_unix_ms`](Self::with_ceiling_unix_ms).
    ///
    /// If the ceiling is lowered to the last ID's timestamp or below, the generator returns an error until the ceiling
    /// is raised again. This also applies to starting over. A ceiling of 0 stops the generator.
    pub const fn set_ceiling_unix_ms(&mut self, ceiling_unix_ms: u64) {
        self.limits.ceiling_unix_ms = ceiling_unix_ms;
    }

    /// Returns the ceiling in milliseconds since 1970, or `u64::MAX` if no ceiling is set.
    #[must_use]
    pub const fn ceiling_unix_ms(&self) -> u64 {
        self.limits.ceiling_unix_ms
    }

    /// Reserves the IDs before the ceiling for this process, so that a fork and starting over are errors.
    #[cfg(feature = "std")]
    pub(crate) const fn make_exclusive(&mut self) {
        self.is_exclusive = true;
    }

    /// Returns the configuration.
    #[must_use]
    pub const fn config(&self) -> &S {
        &self.config
    }

    /// Returns the limits.
    #[cfg(feature = "defmt_1")]
    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the last ID, or `None` before the first and after `resume_after_instant`. Save it to pass it to
    /// [`resume_after`](Self::resume_after) later.
    #[must_use]
    pub fn last(&self) -> Option<S::Id> {
        match &self.past {
            Past::State(last) => Some(self.config.id(last)),
            _ => None,
        }
    }

    /// Continues from a predecessor with a different configuration, so that no ID is repeated:
    ///
    /// - after the predecessor's last ID, if this configuration generates the same ID at the same instant;
    /// - otherwise, after the predecessor's last instant.
    ///
    /// If this configuration has its own start, it is used only if it is later.
    #[cfg(feature = "std")]
    pub(crate) fn continue_from(&mut self, predecessor: &Self)
    where
        S::Id: PartialOrd,
    {
        let Some(used_unix_ms) = predecessor.past.unix_ms(&predecessor.config) else { return };
        let start_unix_ms = self.past.unix_ms(&self.config);
        // A tick that is used up comes after each of its states.
        let is_used_up = start_unix_ms == Some(used_unix_ms) && !matches!(self.past, Past::State(_));
        if start_unix_ms > Some(used_unix_ms) || is_used_up {
            return;
        }
        // The predecessor's process may continue from the same state, so a different process must not.
        let last = if predecessor.process_number == self.process_number { predecessor.last() } else { None };
        let resumed = last.and_then(|id| Some((id, self.config.resume(id).ok()?)));
        self.past = match resumed {
            Some((id, state)) if self.config.unix_ms(self.config.last_tick(&state)) == used_unix_ms => {
                if start_unix_ms == Some(used_unix_ms) && self.last() > Some(id) {
                    return;
                }
                Past::State(state)
            }
            _ => match self.config.last_tick_at(used_unix_ms) {
                Ok(tick) => Past::Tick(tick),
                // This configuration can't carry the instant, but a later configuration may.
                Err(_) => Past::Instant(used_unix_ms),
            },
        };
    }

    /// Starts at an instant in milliseconds since 1970, or after the last ID if that is later.
    #[cfg(feature = "std")]
    pub(crate) fn begin_at(&mut self, unix_ms: u64) -> Result<(), RangeError> {
        match unix_ms.checked_sub(1).map(|before| self.config.last_tick_at(before)) {
            Some(Ok(tick)) if self.past.tick(&self.config) <= Some(tick) => self.past = Past::Tick(tick),
            Some(Err(error)) if unix_ms > self.config.unix_ms(S::LAST_TICK) => return Err(error),
            // No instant is before the first.
            _ => {}
        }
        Ok(())
    }

    /// Returns the last instant in milliseconds since 1970 that IDs may have used, or `None` for a new generator.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn used_unix_ms(&self) -> Option<u64> {
        self.past.unix_ms(&self.config)
    }

    /// Returns how far the last ID's timestamp is ahead of an instant, in milliseconds, or 0 if it is not ahead. The
    /// instant is in milliseconds since 1970.
    ///
    /// A generator runs ahead after a rollback, and after an overflow into a later timestamp.
    #[must_use]
    pub fn ahead_ms_at(&self, unix_ms: u64) -> u64 {
        let last_unix_ms = self.past.unix_ms(&self.config);
        last_unix_ms.map_or(0, |last_unix_ms| last_unix_ms.saturating_sub(unix_ms))
    }
}

impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R>
where
    S::Unit: Unit<C>,
{
    /// Generates the next ID.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`]. On error, the generator is left
    /// unchanged.
    #[inline]
    pub fn generate(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.attempt(OnRollback::Error)
    }

    /// Generates the next ID. After a rollback beyond the allowance, starts over (resets) at the clock's reading.
    ///
    /// Use it if getting an ID matters more than the order of IDs. This method still works after a clock has once read
    /// a time in the far future. In SCRU64 and Ulid-Flake, starting over can repeat IDs.
    ///
    /// A generator whose own overflows took it further ahead than the allowance starts over too, although its clock never
    /// went back. In this case, SCRU64 probably repeats IDs.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`] except `Rollback`. On error, the
    /// generator is left unchanged.
    #[inline]
    pub fn generate_or_reset(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.attempt(OnRollback::Reset)
    }

    /// Fills a slice with the next IDs, like repeated calls to [`generate`](Self::generate) but with one clock reading
    /// for all.
    ///
    /// # Errors
    ///
    /// Returns an error if generating an ID fails. It can be any [`GenerateError`]. The error includes the number of
    /// IDs generated before it. These IDs are at the start of the slice, are valid, and count as generated. The rest of
    /// the slice is unchanged.
    ///
    /// # Panics
    ///
    /// Panics only if a custom clock or source does. In that case, discard the slice, because its IDs can occur again.
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<(), FillError<C::Error, R::Error>> {
        if ids.is_empty() {
            return Ok(());
        }
        let reading = self.read_clock().map_err(|error| FillError { filled: 0, error })?;
        let mut filled = 0;
        while let Some(id) = ids.get_mut(filled) {
            *id = self
                .step(Reading::Clock(reading), OnRollback::Error)
                .map_err(|error| FillError { filled, error })?;
            filled += 1;
            if !cfg!(target_pointer_width = "64") {
                continue;
            }
            if let (Past::State(last), Some(rest)) = (&mut self.past, ids.get_mut(filled..)) {
                filled +=
                    driver::fill_tick(&self.config, &self.limits, last, reading, &mut self.random, rest)
                        .map_err(|(count, error)| FillError { filled: filled + count, error })?;
            }
        }
        Ok(())
    }

    /// Returns an endless iterator that generates the next IDs. Each item is the result of a call to
    /// [`generate`](Self::generate).
    ///
    /// Collecting a number of IDs stops at the first error:
    ///
    /// ```
    /// # use idcore::{Generator, Scheme};
    /// # use idcore::clock::{Clock, Milliseconds};
    /// # use idcore::error::GenerateError;
    /// # use idcore::random::RandomSource;
    /// # fn make<S: Scheme<Unit = Milliseconds>, C: Clock, R: RandomSource>(
    /// #     mut generator: Generator<S, C, R>,
    /// # ) -> Result<(), GenerateError<C::Error, R::Error>> {
    /// let ids = generator.iter().take(3).collect::<Result<Vec<_>, _>>()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn iter(&mut self) -> impl Iterator<Item = Result<S::Id, GenerateError<C::Error, R::Error>>> {
        iter::repeat_with(|| self.generate())
    }

    /// Generates the next ID.
    // If its callers shared this code, the result would pass through memory, which costs 20 to 40 instructions.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub(crate) fn attempt(
        &mut self,
        on_rollback: OnRollback,
    ) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let reading = self.read_clock()?;
        self.step(Reading::Clock(reading), on_rollback)
    }

    #[inline]
    fn read_clock(&mut self) -> Result<u64, GenerateError<C::Error, R::Error>> {
        S::Unit::read(&mut self.clock).map_err(GenerateError::Clock)
    }
}

impl<S: Scheme<Unit = Milliseconds>, C: Clock, R: RandomSource> Generator<S, C, R> {
    /// Generates the next ID for a reading in milliseconds since 1970 from the caller, without reading the clock.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`] except `Clock`. On error, the
    /// generator is left unchanged.
    #[inline]
    pub fn generate_at(&mut self, unix_ms: u64) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(Reading::Caller(unix_ms), OnRollback::Error)
    }

    /// Generates the next ID for a reading in milliseconds since 1970 from the caller. After a rollback beyond the
    /// allowance, or if overflows took it as far ahead, starts over at the reading.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`] except `Clock` and `Rollback`.
    /// On error, the generator is left unchanged.
    #[inline]
    pub fn generate_or_reset_at(&mut self, unix_ms: u64) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(Reading::Caller(unix_ms), OnRollback::Reset)
    }
}

impl<S: Scheme<Unit = Microseconds>, C: Clock, R: RandomSource> Generator<S, C, R> {
    /// Generates the next ID for a reading in microseconds since 1970 from the caller, without reading the clock.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`] except `Clock`. On error, the
    /// generator is left unchanged.
    #[inline]
    pub fn generate_at_us(&mut self, unix_us: u64) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(Reading::Caller(unix_us), OnRollback::Error)
    }

    /// Generates the next ID for a reading in microseconds since 1970 from the caller. After a rollback beyond the
    /// allowance, or if overflows took it as far ahead, starts over at the reading.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`] except `Clock` and `Rollback`.
    /// On error, the generator is left unchanged.
    #[inline]
    pub fn generate_or_reset_at_us(
        &mut self,
        unix_us: u64,
    ) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(Reading::Caller(unix_us), OnRollback::Reset)
    }
}

impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R> {
    /// Returns how far the last ID's timestamp is ahead of the clock, in milliseconds, or 0 if it is not ahead.
    ///
    /// # Errors
    ///
    /// Returns the clock's error if the clock failed.
    pub fn ahead_ms(&mut self) -> Result<u64, C::Error> {
        self.clock.unix_ms().map(|unix_ms| self.ahead_ms_at(unix_ms))
    }

    /// Assigns a generator created in a `const` context to this process, if this is the first call. Returns `true` if
    /// so.
    #[cfg(feature = "std")]
    #[cold]
    fn is_first(&mut self, process_number: u32) -> bool {
        let is_first = self.process_number == UNKNOWN_PROCESS;
        if is_first {
            self.process_number = process_number;
        }
        is_first
    }

    /// Generates the next ID for a reading in the unit of the scheme.
    #[doc(hidden)]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn step(
        &mut self,
        reading: Reading,
        on_rollback: OnRollback,
    ) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        // Without `std`, no process forks, so nothing is loaded, compared or stored.
        let process_number = if cfg!(feature = "std") { process_number() } else { self.process_number };
        let forked = process_number != self.process_number;
        #[cfg(feature = "std")]
        let forked = forked && !self.is_first(process_number);
        if forked && self.rejects_forks() {
            return Err(GenerateError::Forked);
        }
        let after_fork;
        let past = if forked {
            after_fork = self.past.tick(&self.config).map_or(Past::Nothing, Past::Tick);
            &after_fork
        } else {
            &self.past
        };
        let on_rollback = if self.is_exclusive() { OnRollback::Error } else { on_rollback };
        let next = driver::step(&self.config, &self.limits, past, reading, on_rollback, &mut self.random)?;
        (self.past, self.process_number) = (Past::State(next), process_number);
        Ok(self.config.id(&next))
    }
}

#[cfg(feature = "std")]
impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R>
where
    S::Unit: Unit<C>,
{
    /// Generates the next ID. If no ID is available yet, waits for the clock and tries again.
    ///
    /// This waits in two cases: a tick is exhausted, or the last ID is further ahead of the clock than the allowance,
    /// because of overflows or because the clock went back. It waits as long as a running clock needs, if that is at
    /// most the allowance and a second in all. A stopped clock prolongs the wait by a second at most.
    ///
    /// On `wasm32-unknown-unknown`, no program can sleep. With the `js` feature, this method reads the clock repeatedly
    /// if the wait is at most 50 ms. It returns an error at once if the wait is longer, or without that feature.
    ///
    /// # Errors
    ///
    /// Returns an error if generating the ID fails. It can be any [`GenerateError`]. In the two cases above, it
    /// fails only if the wait would be longer, if the clock did not advance during the wait, or if no next tick exists.
    pub fn generate_or_wait(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let mut budget = None;
        loop {
            match self.attempt_with_budget(OnRollback::Error, &mut budget) {
                Err((_, Some(wait))) if pause(&mut budget, wait) => {}
                attempt => return attempt.map_err(|(error, _)| error),
            }
        }
    }

    /// Generates the next ID, or returns the error and how long to wait before the next attempt.
    #[inline]
    pub(crate) fn attempt_with_budget(
        &mut self,
        on_rollback: OnRollback,
        budget: &mut Option<WaitBudget>,
    ) -> Attempt<S::Id, GenerateError<C::Error, R::Error>> {
        self.attempt(on_rollback).map_err(|error| {
            let budget = budget.get_or_insert_with(|| WaitBudget::new(self.limits.allowance_ms));
            let wait = budget.next_wait(&self.config, &error);
            (error, wait)
        })
    }
}

/// Shows the configuration and the limits. The state is omitted, because it would let a reader guess the next IDs.
impl<S: Scheme + fmt::Debug, C, R> fmt::Debug for Generator<S, C, R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Generator")
            .field("config", &self.config)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
