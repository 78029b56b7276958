//! IDs from one generator of each form for all threads of the process.

use std::string::String;

use idcore::{ProcessWide, SystemError};

use crate::{Config, UlidFlake};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

/// Makes a stand-alone ID with the process-wide generator.
///
/// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than ten
/// seconds, the generator starts over at the earlier time. If the randomness of a millisecond is exhausted, this call
/// waits for the next one. A forked child has a generator of its own.
///
#[doc = idcore::process_wide_limits!()]
///
/// # Panics
///
/// Panics if the operating system has no randomness or no plausible time. [`try_new`] returns an error instead.
#[must_use]
#[track_caller]
pub fn new() -> UlidFlake {
    PROCESS_WIDE.id(idcore::Generator::generate_or_reset)
}

/// Makes a stand-alone ID with the process-wide generator, as text.
///
/// # Panics
///
/// Panics as [`new`] does.
#[must_use]
#[track_caller]
pub fn new_string() -> String {
    new().into()
}

/// Makes a stand-alone ID with the process-wide generator, as [`new`] does.
///
/// # Errors
///
/// Returns an error if the operating system has no randomness, if its clock is not between the epoch and 278 years
/// later, or if the randomness of a millisecond is exhausted, where [`new`] waits.
pub fn try_new() -> Result<UlidFlake, SystemError> {
    PROCESS_WIDE.try_id(idcore::Generator::generate_or_reset)
}

/// Sets the configuration of the process-wide generator, in this process and in those that it forks. IDs made
/// afterwards are greater than all earlier ones, unless the epoch changes.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

/// The process-wide generator of scalable IDs.
pub mod scalable {
    use std::string::String;

    use idcore::{ProcessWide, SystemError};

    use crate::{ScalableConfig, ScalableUlidFlake};

    static PROCESS_WIDE: ProcessWide<ScalableConfig> = ProcessWide::new(|_| Ok(ScalableConfig::default()));

    /// Makes a scalable ID with the process-wide generator. The scalability is 0 unless [`configure`] sets another.
    ///
    /// Everything else is as in [`new`](super::new) of the stand-alone form.
    ///
    #[doc = idcore::process_wide_limits!()]
    ///
    /// # Panics
    ///
    /// Panics if the operating system has no randomness or no plausible time. [`try_new`] returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn new() -> ScalableUlidFlake {
        PROCESS_WIDE.id(idcore::Generator::generate_or_reset)
    }

    /// Makes a scalable ID with the process-wide generator, as text.
    ///
    /// # Panics
    ///
    /// Panics as [`new`] does.
    #[must_use]
    #[track_caller]
    pub fn new_string() -> String {
        new().into()
    }

    /// Makes a scalable ID with the process-wide generator, as [`new`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no randomness, if its clock is not between the epoch and 278 years
    /// later, or if the randomness of a millisecond is exhausted, where [`new`] waits.
    pub fn try_new() -> Result<ScalableUlidFlake, SystemError> {
        PROCESS_WIDE.try_id(idcore::Generator::generate_or_reset)
    }

    /// Sets the configuration of the process-wide generator, and with it the scalability, in this process and in those
    /// that it forks. IDs made afterwards are greater than all earlier ones, unless the epoch changes.
    pub fn configure(config: ScalableConfig) {
        PROCESS_WIDE.configure(config);
    }

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

    /// A reading within the allowance keeps the order. One in the far future does not stop the generator for good.
    #[test]
    fn a_stray_reading_of_the_clock_does_not_stop_new() {
        let now = new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        // The stray millisecond may be exhausted at once. `new` then waits for the next one.
        assert!(new() > near.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(try_new().unwrap() < far.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(new() < far.unwrap());
    }

    /// One test for all of this, because there is only one generator.
    #[test]
    fn scalable_ids_follow_their_configuration_and_wait_without_the_lock() {
        let before = scalable::new();
        scalable::configure(Config::scalable(31).unwrap());
        let after = scalable::new();
        assert_eq!((before.scalability(), after.scalability()), (0, 31));
        assert!(before < after);

        scalable::exhaust(3000);
        let waiting = std::thread::spawn(scalable::new);
        std::thread::sleep(std::time::Duration::from_millis(50));
        let start = std::time::Instant::now();
        assert!(matches!(scalable::try_new(), Err(SystemError::Overflow { .. })));
        assert!(start.elapsed() < std::time::Duration::from_millis(2000), "while the other waits");
        assert!(waiting.join().unwrap() > after);
    }
}
