//! The rim: a clock and a random source around the driver, and the state between two calls.

use core::fmt;
use core::iter::FusedIterator;

use crate::clock::{Clock, Unit};
use crate::driver::{self, Limits, OnRollback, Past};
use crate::error::{FillError, GenerateError, RangeError};
use crate::random::RandomSource;
use crate::scheme::{AfterFork, Scheme};

/// The rollback that a generator tolerates unless told otherwise, in milliseconds.
const DEFAULT_ALLOWANCE_MS: u64 = 10_000;

/// By how much a wait may be longer than it should have to be, in milliseconds.
#[cfg(feature = "std")]
const SLACK_MS: u64 = 5;

/// Makes IDs of one scheme in increasing order, from a clock of type `C` and a random source of type `R`.
///
/// Use the `Generator` of a scheme crate, which is this type with the scheme filled in.
///
/// | method                                                 | reading      | on a rollback beyond the allowance |
/// | ------------------------------------------------------ | ------------ | ---------------------------------- |
/// | [`generate`](Self::generate)                           | the clock's  | error                              |
/// | [`generate_at`](Self::generate_at)                     | the caller's | error                              |
/// | [`generate_or_reset`](Self::generate_or_reset)         | the clock's  | starts over at the reading         |
/// | [`generate_or_reset_at`](Self::generate_or_reset_at)   | the caller's | starts over at the reading         |
/// | [`fill`](Self::fill)                                   | the clock's, once for all | error                 |
/// | `generate_or_wait` (`std`)                             | the clock's  | error; waits where a tick is exhausted |
///
/// - **Order**: each ID is greater than the one before, whatever the clock does. Only starting over, which only
///   `generate_or_reset` and `generate_or_reset_at` do, breaks this.
/// - **Rollback**: while the clock reads earlier than the last ID, but by no more than the allowance (10 000 ms unless
///   set), IDs go on at the last timestamp.
/// - **Failure**: after an error the generator is as it was before the call, so that the call can be repeated.
/// - **Forks**: with `SystemRandom` a generator that was copied by a fork starts over in the child, above its last ID, or
///   refuses where the scheme relies on nodes.
/// - **Threads**: a generator belongs to one thread at a time. It can't be cloned, because the clone would repeat it:
///
/// ```compile_fail,E0599
/// fn twin<S: idcore::Scheme>(generator: &mut idcore::Generator<S, idcore::NoClock, ()>) {
///     let twin: idcore::Generator<S, idcore::NoClock, ()> = generator.clone();
/// }
/// ```
pub struct Generator<S: Scheme, C, R> {
    config: S,
    clock: C,
    random: R,
    limits: Limits,
    past: Past<S::State>,
    /// What [`RandomSource::lineage`] was when `past` became this process's own.
    lineage: u32,
}

#[cfg(feature = "std")]
impl<S: Scheme + Default> Generator<S, crate::SystemClock, crate::SystemRandom> {
    /// A generator with the system's clock and randomness.
    #[must_use]
    pub fn new() -> Self {
        Self::with_sources(crate::SystemClock, crate::SystemRandom::new())
    }
}

#[cfg(feature = "std")]
impl<S: Scheme + Default> Default for Generator<S, crate::SystemClock, crate::SystemRandom> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme + Default, C, R: RandomSource> Generator<S, C, R> {
    /// A generator with its own clock and random source.
    #[must_use]
    pub fn with_sources(clock: C, random: R) -> Self {
        Self::with_config(S::default(), clock, random)
    }
}

impl<S: Scheme, C, R: RandomSource> Generator<S, C, R> {
    /// A generator with its own configuration, clock and random source.
    #[must_use]
    pub fn with_config(config: S, clock: C, mut random: R) -> Self {
        let limits = Limits { allowance_ms: DEFAULT_ALLOWANCE_MS, floor_unix_ms: 0 };
        let past = config.start().map_or(Past::Nothing, Past::State);
        let lineage = random.lineage();
        Self { config, clock, random, limits, past, lineage }
    }

    /// Goes on as if `id` had been this generator's last: every ID from now on is greater.
    ///
    /// A device that saves its last ID, or reserves some time ahead by saving a later one, does not repeat itself after a
    /// loss of power.
    ///
    /// # Errors
    ///
    /// No generator with this configuration makes this ID: its timestamp is reserved, as in storage that was never
    /// written, or it is another node's. The generator is as it was.
    pub fn resume_after(&mut self, id: S::Id) -> Result<(), RangeError> {
        self.past = Past::State(self.config.resume(id)?);
        self.disown_parent();
        Ok(())
    }

    /// Goes on as if IDs had been made up to an instant in milliseconds since 1970, and none of them were known: every ID
    /// from now on has a later timestamp.
    ///
    /// A device can save an instant some time ahead, and again only when its IDs come near it: far fewer writes than one for
    /// each ID, and no ID of before the loss of power comes again. Until the clock has passed the instant, IDs go on after
    /// it, if it is not further ahead than the allowance.
    ///
    /// ```
    /// use idcore::{Generator, NoClock, RandomSource, Scheme};
    ///
    /// fn boot<S: Scheme + Default, R: RandomSource>(saved_unix_ms: u64, random: R) -> Generator<S, NoClock, R> {
    ///     let mut generator = Generator::with_sources(NoClock, random).with_allowance_ms(60_000);
    ///     // What can't be in an ID was never saved: the storage is empty.
    ///     let _ = generator.resume_after_instant(saved_unix_ms);
    ///     generator
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// No ID may have this instant. The generator is as it was.
    pub fn resume_after_instant(&mut self, unix_ms: u64) -> Result<(), RangeError> {
        self.past = Past::Tick(self.config.last_tick_at(unix_ms)?);
        self.disown_parent();
        Ok(())
    }

    /// What was resumed is this process's own, but for a scheme whose nodes are not.
    fn disown_parent(&mut self) {
        if S::AFTER_FORK == AfterFork::StartOver {
            self.lineage = self.random.lineage();
        }
    }
}

impl<S: Scheme, C, R> Generator<S, C, R> {
    /// Sets the rollback that is tolerated, in milliseconds; 10 000 unless set. It counts in whole ticks of the scheme,
    /// rounded down.
    #[must_use]
    pub const fn with_allowance_ms(mut self, allowance_ms: u64) -> Self {
        self.limits.allowance_ms = allowance_ms;
        self
    }

    /// Sets the floor, in milliseconds since 1970: a clock that reads earlier is not set yet, and no ID is made. The
    /// build date is a good one.
    #[must_use]
    pub const fn with_floor_unix_ms(mut self, floor_unix_ms: u64) -> Self {
        self.limits.floor_unix_ms = floor_unix_ms;
        self
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &S {
        &self.config
    }

    /// The last ID, to be saved and given to [`resume_after`](Self::resume_after) later; `None` before the first.
    #[must_use]
    pub fn last(&self) -> Option<S::Id> {
        match &self.past {
            Past::State(last) => Some(self.config.id(last)),
            _ => None,
        }
    }

    /// Takes over what a generator of another configuration has used. Goes on after its last ID if this configuration makes
    /// the same ID at the same instant, and otherwise after its last instant. A start of the configuration's own remains only
    /// if it is beyond that.
    #[cfg(feature = "std")]
    pub(crate) fn follow(&mut self, predecessor: &Self)
    where
        S::Id: PartialOrd,
    {
        let Some(used_unix_ms) = predecessor.past.unix_ms(&predecessor.config) else { return };
        let start_unix_ms = self.past.unix_ms(&self.config);
        if start_unix_ms > Some(used_unix_ms) {
            return;
        }
        // A state that another process has as well must not be continued.
        let last = if predecessor.lineage == self.lineage { predecessor.last() } else { None };
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
                // The configuration after this one may be able to hold it again.
                Err(_) => Past::Instant(used_unix_ms),
            },
        };
    }

    /// How far the timestamp of the last ID is ahead of an instant in milliseconds since 1970, in milliseconds; 0 if it is
    /// not.
    ///
    /// A generator runs ahead after a rollback, and after an overflow that it answered with a later timestamp.
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
    /// Makes the next ID.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`]; the generator is then as it was before the call.
    #[inline]
    pub fn generate(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let reading = self.read_clock()?;
        self.generate_at(reading)
    }

    /// Makes the next ID, or the first of a new series after a rollback beyond the allowance.
    ///
    /// Use it where an ID is needed more than their order: a clock that read the far future once does not stop it.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`] but a rollback; the generator is then as it was before the call.
    #[inline]
    pub fn generate_or_reset(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let reading = self.read_clock()?;
        self.generate_or_reset_at(reading)
    }

    /// Fills a slice with the next IDs, as [`generate`](Self::generate) would, but with one reading for all.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`]. The IDs before it are valid and count as generated; the error tells how many there are. The rest
    /// of the slice is untouched.
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<(), FillError<C::Error, R::Error>> {
        if ids.is_empty() {
            return Ok(());
        }
        let reading = self.read_clock().map_err(|error| FillError { filled: 0, error })?;
        let mut filled = 0;
        while let Some(id) = ids.get_mut(filled) {
            *id = self.generate_at(reading).map_err(|error| FillError { filled, error })?;
            filled += 1;
            if !cfg!(target_pointer_width = "64") {
                continue;
            }
            if let (Past::State(last), Some(rest)) = (&mut self.past, ids.get_mut(filled..)) {
                filled += driver::go_on(&self.config, &self.limits, last, reading, &mut self.random, rest)
                    .map_err(|(made, error)| FillError { filled: filled + made, error })?;
            }
        }
        Ok(())
    }

    /// Returns an iterator without end over the next IDs, as [`generate`](Self::generate) makes them.
    ///
    /// ```
    /// # use idcore::{Clock, GenerateError, Generator, Milliseconds, RandomSource, Scheme};
    /// # fn make<S: Scheme<Unit = Milliseconds>, C: Clock, R: RandomSource>(
    /// #     mut generator: Generator<S, C, R>,
    /// # ) -> Result<(), GenerateError<C::Error, R::Error>> {
    /// let ids: Vec<S::Id> = generator.iter().take(3).collect::<Result<_, _>>()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn iter(&mut self) -> Iter<'_, S, C, R> {
        Iter { generator: self }
    }

    fn read_clock(&mut self) -> Result<u64, GenerateError<C::Error, R::Error>> {
        S::Unit::read(&mut self.clock).map_err(GenerateError::Clock)
    }
}

impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R> {
    /// Makes the next ID for a reading, without asking the clock.
    ///
    /// The reading is in the unit of the scheme's clock since 1970: milliseconds, in SCRU160's microsecond mode
    /// microseconds.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`] but the clock's; the generator is then as it was before the call.
    #[inline]
    pub fn generate_at(&mut self, reading: u64) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(reading, OnRollback::Error)
    }

    /// Makes the next ID for a reading, as [`generate_at`](Self::generate_at) does, or the first of a new series after a
    /// rollback beyond the allowance.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`] but the clock's and a rollback; the generator is then as it was before the call.
    #[inline]
    pub fn generate_or_reset_at(&mut self, reading: u64) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        self.step(reading, OnRollback::Reset)
    }

    /// How far the timestamp of the last ID is ahead of the clock, in milliseconds; 0 if it is not.
    ///
    /// # Errors
    ///
    /// The clock has no time.
    pub fn ahead_ms(&mut self) -> Result<u64, GenerateError<C::Error, R::Error>> {
        self.clock.unix_ms().map(|unix_ms| self.ahead_ms_at(unix_ms)).map_err(GenerateError::Clock)
    }

    fn step(
        &mut self,
        reading: u64,
        on_rollback: OnRollback,
    ) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let lineage = self.random.lineage();
        let forked = lineage != self.lineage;
        if forked && S::AFTER_FORK == AfterFork::Refuse {
            return Err(GenerateError::Forked);
        }
        let after_fork;
        let past = if forked {
            after_fork = self.past.tick(&self.config).map_or(Past::Nothing, Past::Tick);
            &after_fork
        } else {
            &self.past
        };
        let next = driver::step(&self.config, &self.limits, past, reading, on_rollback, &mut self.random)?;
        (self.past, self.lineage) = (Past::State(next), lineage);
        Ok(self.config.id(&next))
    }
}

#[cfg(feature = "std")]
impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R>
where
    S::Unit: Unit<C>,
{
    /// Makes the next ID; where there is none left for now, waits for the clock and tries again.
    ///
    /// That is where a tick is exhausted, and where overflows have put the generator ahead of the clock by a tick more than the
    /// allowance. The wait is as long as a running clock needs, which is at most the allowance and a tick; a clock that
    /// stands still does not prolong it.
    ///
    /// # Errors
    ///
    /// Any [`GenerateError`]: that of the last attempt if the clock did not move on, or if there is no next tick.
    pub fn generate_or_wait(&mut self) -> Result<S::Id, GenerateError<C::Error, R::Error>> {
        let mut patience = Patience::default();
        loop {
            match self.generate() {
                Err(error) if patience.sleep(self.wait(&error)) => {}
                result => return result,
            }
        }
    }
}

#[cfg(feature = "std")]
impl<S: Scheme, C: Clock, R: RandomSource> Generator<S, C, R> {
    /// How long to wait until another attempt may go better than one that ended in `error`.
    #[cold]
    pub(crate) fn wait(&self, error: &GenerateError<C::Error, R::Error>) -> Option<Wait> {
        let last_tick = self.past.tick(&self.config)?;
        let allowance = self.config.ticks_in(self.limits.allowance_ms);
        let (unix_ms, until) = match error {
            GenerateError::Overflow { unix_ms, .. } => (*unix_ms, self.config.next_tick(last_tick)?),
            GenerateError::Rollback { unix_ms, .. } => {
                let until = last_tick.checked_sub(allowance)?;
                // An overflow adds one tick, and a clock that went back usually more.
                let one_before = self.config.unix_ms(until.checked_sub(1)?);
                (*unix_ms, if *unix_ms >= one_before { until } else { return None })
            }
            _ => return None,
        };
        Some(Wait { ms: self.config.unix_ms(until).saturating_sub(unix_ms).max(1), last_tick })
    }
}

/// What an attempt has to wait for.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// How long until the clock should be there, in milliseconds.
    ms: u64,
    /// The tick that has no ID left.
    last_tick: u64,
}

/// How long one call waits: as long as its first attempt said, and a little for clocks that run slowly. Where the clock has
/// moved on, and other threads have used that tick up as well, it begins anew.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub(crate) struct Patience {
    left_ms: u64,
    last_tick: Option<u64>,
}

#[cfg(feature = "std")]
impl Patience {
    /// Waits; `false`, at once, if the attempt has to do.
    #[cold]
    pub(crate) fn sleep(&mut self, wait: Option<Wait>) -> bool {
        let Some(Wait { ms, last_tick }) = wait else { return false };
        if self.last_tick.replace(last_tick) != Some(last_tick) {
            self.left_ms = ms.saturating_add(SLACK_MS);
        }
        let granted = ms.min(self.left_ms);
        self.left_ms -= granted;
        std::thread::sleep(std::time::Duration::from_millis(granted));
        granted > 0
    }
}

/// An iterator without end over the IDs of a generator: see [`Generator::iter`].
#[derive(Debug)]
pub struct Iter<'a, S: Scheme, C, R> {
    generator: &'a mut Generator<S, C, R>,
}

impl<S: Scheme, C: Clock, R: RandomSource> Iterator for Iter<'_, S, C, R>
where
    S::Unit: Unit<C>,
{
    type Item = Result<S::Id, GenerateError<C::Error, R::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.generator.generate())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

impl<S: Scheme, C: Clock, R: RandomSource> FusedIterator for Iter<'_, S, C, R> where S::Unit: Unit<C> {}

impl<'a, S: Scheme, C: Clock, R: RandomSource> IntoIterator for &'a mut Generator<S, C, R>
where
    S::Unit: Unit<C>,
{
    type Item = Result<S::Id, GenerateError<C::Error, R::Error>>;
    type IntoIter = Iter<'a, S, C, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Shows the configuration and the limits, not the state, from which the next IDs could be guessed.
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
