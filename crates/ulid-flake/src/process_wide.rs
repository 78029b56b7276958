//! IDs from one generator of each form for all threads of the process.

use idcore::{ProcessWide, SystemError};

use crate::{Config, UlidFlake};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

idcore::process_wide! {
    PROCESS_WIDE;

    /// Generates a stand-alone ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process. Use this function or a [`Generator`](crate::Generator), never both: with 20
    /// random bits, two generators generate duplicates sooner or later.
    ///
    /// - If the randomness of a millisecond is exhausted, this call waits for the next one.
    /// - If the system's clock goes back, IDs continue at the last timestamp. If it goes back by more than ten seconds, this call waits
    ///   until the clock has caught up, for eleven seconds at most.
    /// - A forked child has its own generator, and its IDs can equal those of its parent.
    ///
    /// # Panics
    ///
    /// Panics if the clock can't catch up within eleven seconds, and if the operating system has no randomness or no plausible time.
    /// [`try_new`] returns an error instead.
    pub fn new() -> UlidFlake;

    /// Generates a stand-alone ID like [`new`], but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - the randomness of a millisecond is exhausted, where [`new`] waits,
    /// - the system's clock is more than ten seconds behind the last ID, where [`new`] waits or panics,
    /// - the clock is not between the epoch and 278 years later, or
    /// - the operating system has no randomness.
    pub fn try_new() -> Result<_, SystemError>;
}

/// Sets the configuration of the process-wide generator, in this process and in those that it forks. IDs made
/// afterwards are greater than all earlier ones, unless the epoch changes.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

/// The process-wide generator of scalable IDs.
pub mod scalable {
    use idcore::{Origin, ProcessWide, SystemError};

    use crate::{ScalableConfig, ScalableUlidFlake};

    static PROCESS_WIDE: ProcessWide<ScalableConfig> = ProcessWide::new(|origin| match origin {
        Origin::First => Err(SystemError::NotConfigured),
        Origin::Forked => Err(SystemError::Forked),
    });

    idcore::process_wide! {
        PROCESS_WIDE;

        /// Generates a scalable ID with the process-wide generator, whose scalability [`configure`] sets.
        ///
        /// A child that is forked after that generates no IDs until [`configure`] gives it its own scalability. Everything else is the
        /// same as in [`new`](super::new) of the stand-alone form.
        ///
        /// # Panics
        ///
        /// Panics before [`configure`], in a forked child, if the clock can't catch up within eleven seconds, outside of the window of
        /// [`configure_within`], and if the operating system has no randomness or no plausible time. [`try_new`] returns an error
        /// instead.
        pub fn new() -> ScalableUlidFlake;

        /// Generates a scalable ID like [`new`], but never panics and never waits.
        ///
        /// # Errors
        ///
        /// Returns an error if
        ///
        /// - [`configure`] has not been called,
        /// - the process was forked and has no scalability of its own yet,
        /// - the randomness of a millisecond is exhausted, where [`new`] waits,
        /// - the system's clock is more than ten seconds behind the last ID, where [`new`] waits or panics,
        /// - [`configure_within`] allows no ID,
        /// - the clock is not between the epoch and 278 years later, or
        /// - the operating system has no randomness.
        pub fn try_new() -> Result<_, SystemError>;
    }

    /// Sets the configuration of the process-wide generator, and with it the scalability, in this process only. IDs generated
    /// afterwards are greater than all earlier ones, unless the epoch changes.
    pub fn configure(config: ScalableConfig) {
        PROCESS_WIDE.configure(config);
    }

    idcore::configure_within!(
        PROCESS_WIDE,
        ScalableConfig,
        "scalability",
        "ulid_flake::scalable",
        "ulid_flake::Config::scalable(7)?"
    );

    /// Uses up all milliseconds until `ahead_ms` from now.
    #[cfg(test)]
    pub(super) fn exhaust(ahead_ms: u64) {
        let exhausted = PROCESS_WIDE.with(|generator| {
            let scalability = generator.config().scalability();
            let last = ScalableUlidFlake::max_at(new_unix_ms() + ahead_ms).unwrap().timestamp();
            let last = ScalableUlidFlake::from_parts(last, 0x7fff, scalability).unwrap();
            generator.resume_after(last).unwrap();
        });
        exhausted.unwrap();
    }

    #[cfg(test)]
    fn new_unix_ms() -> u64 {
        idcore::Clock::unix_ms(&mut idcore::SystemClock).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all of this, because there is only one generator.
    #[test]
    fn the_order_survives_every_reading_and_configuration() {
        let made = [new(), new_string().parse().unwrap()];
        // This millisecond may be exhausted. `try_new` does not wait for the next one.
        let is_overflow = |result: &_| matches!(result, Err(SystemError::Overflow { .. }));
        let next = std::iter::repeat_with(try_new).find(|result| !is_overflow(result)).unwrap().unwrap();
        assert!(made[0] < made[1] && made[1] < next, "{made:?} {next:?}");

        let now = new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        // The stray millisecond may be exhausted at once. `new` then waits for the next one.
        assert!(new() > near.unwrap());

        let epoch_unix_ms = 1_000_000_000_000;
        configure(Config::new().with_epoch_unix_ms(epoch_unix_ms).unwrap());
        let unix_ms = new().unix_ms_with_epoch(epoch_unix_ms);
        // Within an hour, longer than any pause of a test.
        assert!(unix_ms.abs_diff(now) < 3_600_000, "{unix_ms}");
        configure(Config::new());

        // Starting over would repeat one of a few thousand IDs, so a large rollback is an error.
        PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap().unwrap();
        assert!(matches!(try_new(), Err(SystemError::Rollback { .. })));
        // Not even a new configuration forgets it.
        configure(Config::new().with_epoch_unix_ms(epoch_unix_ms).unwrap());
        assert!(matches!(try_new(), Err(SystemError::Rollback { .. })));
    }

    /// One test for all of this, because there is only one generator.
    #[test]
    fn scalable_ids_follow_their_configuration_and_wait_without_the_lock() {
        assert!(matches!(scalable::try_new(), Err(SystemError::NotConfigured)));
        scalable::configure(Config::scalable(0).unwrap());
        let before = scalable::new();
        scalable::configure(Config::scalable(31).unwrap());
        let after: crate::ScalableUlidFlake = scalable::new_string().parse().unwrap();
        assert_eq!((before.scalability(), after.scalability()), (0, 31));
        assert!(before < after);

        scalable::exhaust(50);
        assert!(scalable::new() > after, "it waits");
        // Nobody waits for the end of this. If the waiting thread had the lock, there would be an ID after it, each time. A
        // machine can be stalled for so long, but not each time: even if it stood still for nine seconds in every two minutes, it
        // would do so in all five rounds, of 50 ms each, once in 10^16 runs.
        let is_unlocked = (0..5).any(|_| {
            scalable::exhaust(9_000);
            let _waiting = std::thread::spawn(scalable::new);
            std::thread::sleep(std::time::Duration::from_millis(50));
            matches!(scalable::try_new(), Err(SystemError::Overflow { .. }))
        });
        assert!(is_unlocked, "the thread that waits has the lock");
    }
}
