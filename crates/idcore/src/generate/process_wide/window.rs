//! A window of timestamps for a process-wide generator.

use std::error::Error;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use super::{GenerateError, Process, ProcessWide, SystemGenerator, system_generator};
use crate::Scheme;
use crate::clock::{SystemClock, Unit};
use crate::error::RangeError;
use crate::sys::process_number;

impl<S, E> ProcessWide<S, E>
where
    S: Scheme<Id: PartialOrd, Unit: Unit<SystemClock>> + Copy + Send + Sync,
    E: Error + From<GenerateError>,
{
    /// Sets the configuration like [`configure`](Self::configure), together with a window of timestamps from
    /// `start_unix_ms` up to, but not including, `end_unix_ms`. The window belongs only to this process.
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry an instant as late as the start. On error, nothing changes.
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

/// The window of timestamps in which a process-wide generator generates IDs, from a scheme crate's `configure_within`.
///
/// It is a handle for the code that renews the window. It can be copied, and dropping it changes nothing. Once the
/// generator is reconfigured, the handle has no effect. In a forked child, it never has an effect.
#[derive(Clone, Copy)]
pub struct Window<S: Scheme + 'static> {
    process: &'static Process<S>,
    /// The number of the configuration that this window belongs to.
    configuration: usize,
}

impl<S: Scheme> fmt::Debug for Window<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Window").field("configuration", &self.configuration).finish_non_exhaustive()
    }
}

impl<S: Scheme> Window<S> {
    /// Moves the end of the window to a later instant, in milliseconds since 1970. An earlier instant is ignored, so a
    /// late call undoes nothing.
    ///
    /// Returns `true` if this window is still in effect. Otherwise, nothing changes.
    #[must_use = "`false` means that this window is no longer in effect"]
    pub fn extend(&self, end_unix_ms: u64) -> bool {
        let extended = self.with(|generator| {
            if generator.ceiling_unix_ms() < end_unix_ms {
                generator.set_ceiling_unix_ms(end_unix_ms);
            }
        });
        extended.is_some()
    }

    /// Closes the window. The generator returns an error until it is reconfigured.
    ///
    /// Returns the same as [`last_unix_ms`](Self::last_unix_ms). Another process may use all later timestamps.
    pub fn stop(&self) -> Option<u64> {
        self.with(|generator| {
            generator.set_ceiling_unix_ms(0);
            self.process.configurations.fetch_add(1, Relaxed);
            generator.used_unix_ms()
        })?
    }

    /// Returns the timestamp of the last ID, in milliseconds since 1970. Before the first ID, this is the last
    /// timestamp before the window. Returns `None` if the window is no longer in effect, or if it starts at the first
    /// timestamp.
    #[must_use]
    pub fn last_unix_ms(&self) -> Option<u64> {
        self.with(|generator| generator.used_unix_ms())?
    }

    /// Calls a function with the generator if this window is in effect.
    fn with<T>(&self, function: impl FnOnce(&mut SystemGenerator<S>) -> T) -> Option<T> {
        // In a child, the lock may be held forever.
        if self.process.process_number != process_number() {
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
    use crate::test_support::scheme::Config;

    #[test]
    fn debug_shows_the_number_of_the_configuration() {
        static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Err(GenerateError::Forked));
        let window = PROCESS_WIDE.configure_within(Config::default(), 1, 2).expect("it is in range");
        assert_eq!(std::format!("{window:?}"), "Window { configuration: 1, .. }");
    }
}
