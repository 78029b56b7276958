//! IDs from one generator of each form for all threads of the process.

use idcore::__private::{Origin, ProcessWide, ProcessWideId};
use idcore::error::{GenerateError, RangeError};

use crate::scalable;
use crate::{Config, ScalableUlidFlake, UlidFlake};

static STAND_ALONE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

impl UlidFlake {
    /// Generates a stand-alone ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process. Use either this function or a [`Generator`](crate::Generator),
    /// never both: with 20 random bits, two generators generate duplicates sooner or later.
    ///
    /// - If the randomness of the last timestamp is exhausted, this call waits until the clock has passed it. This
    ///   takes a millisecond, or up to ten seconds if the clock was set back.
    /// - If the system's clock goes back, IDs continue at the last timestamp. If it goes back by more than ten seconds,
    ///   this call waits until the clock has caught up.
    /// - If other threads use all IDs of the millisecond that it waited for, it waits again. A call waits for eleven
    ///   seconds at most in all.
    /// - A forked child has its own generator, and its IDs can equal its parent's.
    ///
    /// # Panics
    ///
    /// Panics if no ID becomes available within eleven seconds, if the operating system can't provide random bits, or
    /// if its clock is out of range. [`try_new`](Self::try_new) returns an error instead.
    ///
    #[doc = idcore::notes!(process_wide)]
    #[doc(alias = "generate")]
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        STAND_ALONE.id()
    }

    /// Generates a stand-alone ID like [`new`](Self::new), but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - the randomness of a millisecond is exhausted ([`new`](Self::new) waits in this case),
    /// - the system's clock is more than ten seconds behind the last ID ([`new`](Self::new) waits or panics in this
    ///   case),
    /// - the clock is not between the epoch and 278 years later, or
    /// - the operating system can't provide random bits.
    pub fn try_new() -> Result<Self, GenerateError> {
        STAND_ALONE.try_id()
    }

    /// Sets the configuration of the process-wide generator, in this process and in the processes that it forks. IDs
    /// generated after this call are greater than all earlier IDs of this process, unless the epoch changes.
    ///
    /// Each call leaks about 40 bytes, because a forked child may read the previous configuration.
    pub fn configure(config: Config) {
        STAND_ALONE.configure(config);
    }
}

impl ProcessWideId for UlidFlake {
    type Scheme = Config;
    type NewError = GenerateError;
    const PROCESS_WIDE: &'static ProcessWide<Config, GenerateError> = &STAND_ALONE;
}

static SCALABLE: ProcessWide<scalable::Config> = ProcessWide::new(|origin| match origin {
    Origin::First | Origin::Unconfigured => Err(GenerateError::NotConfigured),
    Origin::Forked => Err(GenerateError::Forked),
});

impl ScalableUlidFlake {
    /// Generates a scalable ID with the process-wide generator, whose scalability [`configure`](Self::configure) sets.
    ///
    /// A child that is forked after that generates no IDs until [`configure`](Self::configure) gives it its own
    /// scalability. It waits like [`UlidFlake::new`](crate::UlidFlake::new).
    ///
    /// # Panics
    ///
    /// Panics before [`configure`](Self::configure), in a forked child, if no ID becomes available within eleven
    /// seconds, outside of the window of [`configure_within`](Self::configure_within), if the operating system can't
    /// provide random bits, or if its clock is out of range. [`try_new`](Self::try_new) returns an error instead.
    ///
    #[doc = idcore::notes!(process_wide)]
    #[doc(alias = "generate")]
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        SCALABLE.id()
    }

    /// Generates a scalable ID like [`new`](Self::new), but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - [`configure`](Self::configure) has not been called,
    /// - the process was forked and does not have its own scalability yet,
    /// - the randomness of a millisecond is exhausted ([`new`](Self::new) waits in this case),
    /// - the system's clock is more than ten seconds behind the last ID ([`new`](Self::new) waits or panics in this
    ///   case),
    /// - [`configure_within`](Self::configure_within) allows no ID,
    /// - the clock is not between the epoch and 278 years later, or
    /// - the operating system can't provide random bits.
    pub fn try_new() -> Result<Self, GenerateError> {
        SCALABLE.try_id()
    }

    /// Sets the configuration of the process-wide generator, and with it the scalability, only in this process. IDs
    /// generated after this call are greater than all earlier IDs of this process, unless the epoch changes.
    ///
    /// Each call leaks about 40 bytes, because a forked child may read the previous configuration.
    pub fn configure(config: scalable::Config) {
        SCALABLE.configure(config);
    }

    /// Sets the configuration like [`configure`](Self::configure), together with a window of timestamps from
    /// `start_unix_ms` up to, but not including, `end_unix_ms`, in milliseconds since 1970.
    ///
    #[doc = idcore::notes!(window)]
    ///
    /// ```
    /// use ulid_flake::clock::UnixTime;
    /// use ulid_flake::{Config, ScalableUlidFlake};
    ///
    /// let now = std::time::SystemTime::now().to_unix_ms()?;
    /// let window = ScalableUlidFlake::configure_within(Config::scalable(7)?, now, now + 60_000)?;
    /// let id = ScalableUlidFlake::try_new()?;
    /// assert!(window.extend(now + 120_000), "the lease is lost");
    /// window.stop();
    /// assert!(ScalableUlidFlake::try_new().is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry an instant as late as the start. On error, nothing changes.
    pub fn configure_within(
        config: scalable::Config,
        start_unix_ms: u64,
        end_unix_ms: u64,
    ) -> Result<Window, RangeError> {
        SCALABLE.configure_within(config, start_unix_ms, end_unix_ms)
    }
}

impl ProcessWideId for ScalableUlidFlake {
    type Scheme = scalable::Config;
    type NewError = GenerateError;
    const PROCESS_WIDE: &'static ProcessWide<scalable::Config, GenerateError> = &SCALABLE;
}

/// The window of the process-wide generator, from [`ScalableUlidFlake::configure_within`].
pub type Window = idcore::Window<scalable::Config>;

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses up all milliseconds until `ahead_ms` from now.
    fn exhaust(ahead_ms: u64) {
        let exhausted = SCALABLE.with(|generator| {
            let scalability = generator.config().scalability();
            let last = ScalableUlidFlake::max_at(new_unix_ms() + ahead_ms).unwrap().timestamp();
            let last = ScalableUlidFlake::from_parts(last, 0x7fff, scalability).unwrap();
            generator.resume_after(last).unwrap();
        });
        exhausted.unwrap();
    }

    fn new_unix_ms() -> u64 {
        idcore::clock::Clock::unix_ms(&mut idcore::clock::SystemClock).unwrap()
    }

    /// One test for all of this, because there is only one generator.
    #[test]
    fn the_order_survives_every_reading_and_configuration() {
        let ids = [UlidFlake::new(), UlidFlake::new()];
        // This millisecond may be exhausted. `try_new` does not wait for the next millisecond.
        let is_overflow = |result: &_| matches!(result, Err(GenerateError::Overflow { .. }));
        let next =
            std::iter::repeat_with(UlidFlake::try_new).find(|result| !is_overflow(result)).unwrap().unwrap();
        assert!(ids[0] < ids[1] && ids[1] < next, "{ids:?} {next:?}");

        let now = UlidFlake::new().unix_ms();
        let near = STAND_ALONE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        // The stray millisecond may be exhausted at once. In that case, `new` waits for the next millisecond.
        assert!(UlidFlake::new() > near.unwrap());

        let epoch_unix_ms = 1_000_000_000_000;
        UlidFlake::configure(Config::new().with_epoch_unix_ms(epoch_unix_ms).unwrap());
        let unix_ms = UlidFlake::new().unix_ms_with_epoch(epoch_unix_ms);
        // An hour is longer than any pause of a test.
        assert!(unix_ms.abs_diff(now) < 3_600_000, "{unix_ms}");
        UlidFlake::configure(Config::new());

        // Starting over would repeat one of a few thousand IDs, so a large rollback is an error.
        STAND_ALONE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap().unwrap();
        assert!(matches!(UlidFlake::try_new(), Err(GenerateError::Rollback { .. })));
        // Not even a new configuration forgets it.
        UlidFlake::configure(Config::new().with_epoch_unix_ms(epoch_unix_ms).unwrap());
        assert!(matches!(UlidFlake::try_new(), Err(GenerateError::Rollback { .. })));
    }

    /// One test for all of this, because there is only one generator.
    #[test]
    fn scalable_ids_follow_their_configuration_and_wait_without_the_lock() {
        assert!(matches!(ScalableUlidFlake::try_new(), Err(GenerateError::NotConfigured)));
        ScalableUlidFlake::configure(Config::scalable(0).unwrap());
        let before = ScalableUlidFlake::new();
        ScalableUlidFlake::configure(Config::scalable(31).unwrap());
        let after: ScalableUlidFlake = ScalableUlidFlake::new();
        assert_eq!((before.scalability(), after.scalability()), (0, 31));
        assert!(before < after);

        exhaust(50);
        assert!(ScalableUlidFlake::new() > after, "it waits");
        // No thread waits for the end of this. If the waiting thread held the lock, each round would generate an ID
        // after it. A machine can be stalled for that long, but not in each round: even if it were stalled for nine
        // seconds in every two minutes, it would be stalled in all five rounds, of 50 ms each, once in 10^16 runs.
        let is_unlocked = (0..5).any(|_| {
            exhaust(9_000);
            let _waiting = std::thread::spawn(ScalableUlidFlake::new);
            std::thread::sleep(std::time::Duration::from_millis(50));
            matches!(ScalableUlidFlake::try_new(), Err(GenerateError::Overflow { .. }))
        });
        assert!(is_unlocked, "the waiting thread holds the lock");
    }
}
