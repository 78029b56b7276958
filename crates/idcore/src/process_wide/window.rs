//! A window of timestamps for a process-wide generator.

use std::error::Error;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use super::{Process, ProcessWide, SystemError, SystemGenerator, system_generator};
use crate::Scheme;
use crate::clock::{SystemClock, Unit};
use crate::error::RangeError;
use crate::trusted::forks;

impl<S, E> ProcessWide<S, E>
where
    S: Scheme<Id: PartialOrd, Unit: Unit<SystemClock>> + Copy + Send + Sync,
    E: Error + From<SystemError>,
{
    /// Sets the configuration as [`configure`](Self::configure) does, and at the same time a window of timestamps, from
    /// `start_unix_ms` up to but not including `end_unix_ms`. It belongs to this process alone.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry an instant as late as the start. Nothing has then changed.
    pub fn configure_within(
        &self,
        config: S,
        start_unix_ms: u64,
        end_unix_ms: u64,
    ) -> Result<Window<S>, RangeError> {
        let mut generator = system_generator(config).with_ceiling_unix_ms(end_unix_ms);
        generator.make_exclusive();
        generator.begin_at(start_unix_ms)?;
        let process = self.process();
        Ok(Window { process, configuration: process.install(generator) })
    }
}

/// The window of timestamps in which a process-wide generator makes IDs, from `configure_within` of a scheme crate.
///
/// It is a handle for the code that renews the window. It can be copied. Dropping it changes nothing. As soon as the
/// generator is configured anew, the handle has no effect any more, and neither has its copy in a forked child.
pub struct Window<S: Scheme + 'static> {
    process: &'static Process<S>,
    /// The number of the configuration that this window belongs to.
    configuration: usize,
}

impl<S: Scheme> Clone for Window<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Scheme> Copy for Window<S> {}

impl<S: Scheme> fmt::Debug for Window<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Window").field("configuration", &self.configuration).finish_non_exhaustive()
    }
}

impl<S: Scheme> Window<S> {
    /// Moves the end of the window to a later instant, in milliseconds since 1970. An earlier one is ignored, so a late call
    /// undoes nothing.
    ///
    /// Returns whether this window is still in effect. If not, nothing has changed.
    pub fn extend(&self, end_unix_ms: u64) -> bool {
        let extended = self.with(|generator| {
            if generator.ceiling_unix_ms() < end_unix_ms {
                generator.set_ceiling_unix_ms(end_unix_ms);
            }
        });
        extended.is_some()
    }

    /// Ends the window: the generator makes no further ID until it is configured anew.
    ///
    /// Returns the same as [`last_unix_ms`](Self::last_unix_ms). Another process may use all later timestamps.
    pub fn stop(&self) -> Option<u64> {
        self.with(|generator| {
            generator.set_ceiling_unix_ms(0);
            self.process.configurations.fetch_add(1, Relaxed);
            generator.used_unix_ms()
        })?
    }

    /// The timestamp of the last ID, in milliseconds since 1970. Before the first ID, it is the last timestamp before the
    /// window. `None` if the window is no longer in effect, or if nothing is before it.
    #[must_use]
    pub fn last_unix_ms(&self) -> Option<u64> {
        self.with(|generator| generator.used_unix_ms())?
    }

    /// Calls a function with the generator if this window is in effect.
    fn with<T>(&self, function: impl FnOnce(&mut SystemGenerator<S>) -> T) -> Option<T> {
        // In a child, the lock may be held forever.
        if self.process.forks != forks().unwrap_or(0) {
            return None;
        }
        let mut locked = self.process.lock();
        let is_current = self.process.configurations.load(Relaxed) == self.configuration;
        locked.as_mut().filter(|_| is_current).map(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock as _;
    use crate::driver::OnRollback;
    use crate::test_scheme::{Config, MAX_TIMESTAMP};

    const EPOCH: u64 = 1_500_000_000_000;
    const CONFIG: Config = Config { epoch_unix_ms: EPOCH, node: 1 };

    type Subject = ProcessWide<Config>;

    fn now() -> u64 {
        SystemClock.unix_ms().expect("a time")
    }

    /// The time of the next ID, or the reason why there is none.
    fn next(subject: &Subject) -> Result<u64, &'static str> {
        let id = subject.try_id(OnRollback::Error);
        id.map(|(timestamp, ..)| EPOCH + timestamp).map_err(|error| error.reason())
    }

    fn end(subject: &Subject) -> u64 {
        subject.with(|generator| generator.ceiling_unix_ms()).expect("it has a configuration")
    }

    #[test]
    fn a_window_has_a_start_and_an_end_that_moves_up() {
        static SUBJECT: Subject = Subject::new(|_| Err(SystemError::Forked));
        // Ahead of the clock, within the allowance.
        let start = now() + 5_000;
        let window = SUBJECT.configure_within(CONFIG, start, start + 100).expect("it is in range");
        assert_eq!(window.last_unix_ms(), Some(start - 1));
        assert_eq!(next(&SUBJECT), Ok(start));
        assert_eq!(window.last_unix_ms(), Some(start));
        for (asked, expected) in [(start + 99, start + 100), (start + 200, start + 200), (start, start + 200)]
        {
            assert!(window.extend(asked));
            assert_eq!(end(&SUBJECT), expected);
        }
        assert_eq!(std::format!("{window:?}"), "Window { configuration: 1, .. }");
        assert_eq!(window.stop(), Some(start));
        assert_eq!((end(&SUBJECT), next(&SUBJECT)), (0, Err("after_ceiling")));
        assert_eq!((window.extend(u64::MAX), window.last_unix_ms(), window.stop()), (false, None, None));
        assert_eq!(end(&SUBJECT), 0);
    }

    #[test]
    fn a_configuration_ends_the_window_before_it() {
        static SUBJECT: Subject = Subject::new(|_| Err(SystemError::Forked));
        let start = now() + 5_000;
        let first = SUBJECT.configure_within(CONFIG, start, start + 100).expect("it is in range");
        let second = SUBJECT.configure_within(CONFIG, start, start + 100).expect("it is in range");
        assert_eq!((first.extend(u64::MAX), first.stop(), end(&SUBJECT)), (false, None, start + 100));
        assert_eq!(second.last_unix_ms(), Some(start - 1));
        SUBJECT.configure(CONFIG);
        assert_eq!((second.extend(start), second.last_unix_ms()), (false, None));
    }

    #[test]
    fn a_start_that_no_id_can_carry_changes_nothing() {
        static SUBJECT: Subject = Subject::new(|_| Ok(CONFIG));
        let last = EPOCH + MAX_TIMESTAMP;
        assert!(SUBJECT.configure_within(CONFIG, last + 2, u64::MAX).is_err());
        assert!(next(&SUBJECT).is_ok());
    }
}
