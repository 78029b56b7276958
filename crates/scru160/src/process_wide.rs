//! IDs from one generator for all threads of the process.

use std::string::String;

use idcore::{OnRollback, ProcessWide, RangeError, SystemError};

use crate::{Config, Scru160};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

/// Makes an ID with the process-wide generator.
///
/// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than ten
/// seconds, the generator starts over at the earlier time. A forked child has a generator of its own. The randomness is
/// cryptographically strong.
///
#[doc = idcore::process_wide_limits!()]
///
/// # Panics
///
/// Panics if the operating system has no randomness or no plausible time, and where [`configure_within`] allows no ID.
/// [`try_new`] returns an error instead.
#[must_use]
#[track_caller]
pub fn new() -> Scru160 {
    PROCESS_WIDE.id(OnRollback::Reset)
}

/// Makes an ID with the process-wide generator, as text.
///
/// # Panics
///
/// Panics as [`new`] does.
#[must_use]
#[track_caller]
pub fn new_string() -> String {
    new().into()
}

/// Makes an ID with the process-wide generator, as [`new`] does.
///
/// # Errors
///
/// Returns an error if the operating system has no randomness, if its clock is not between 1970 and 10889, or if
/// [`configure_within`] allows no ID.
pub fn try_new() -> Result<Scru160, SystemError> {
    PROCESS_WIDE.try_id(OnRollback::Reset)
}

/// Sets the configuration of the process-wide generator, in this process and in those that it forks. IDs made
/// afterwards are greater than all earlier ones.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

/// Sets the configuration as [`configure`] does, together with a window of timestamps: from `start_unix_ms` up to but not
/// including `end_unix_ms`, in milliseconds since 1970.
///
/// Use it where a node id is granted to this process for some time. While every holder of the node id has a window of its
/// own, no two of them make the same ID, whatever their clocks do. In return, some IDs are not made:
///
/// - No ID has a timestamp before the start. While the clock is up to ten seconds before it, IDs begin at the start, ahead of
///   the clock. If the clock is further behind, no ID is made.
/// - No ID has a timestamp at or after the end. What counts is the timestamp of the ID, which can be ahead of the clock. Use
///   [`Window::extend`] in good time.
/// - If the system's clock goes back by more than ten seconds, no ID is made. The generator does not start over.
/// - A forked child makes no IDs until it is configured itself.
///
/// ```
/// let now = scru160::UnixTime::to_unix_ms(&std::time::SystemTime::now())?;
/// let config = scru160::Config::new().with_node_id(42, 8)?;
/// let window = scru160::configure_within(config, now, now + 60_000)?;
/// let id = scru160::try_new()?;
/// window.extend(now + 120_000);
/// window.stop();
/// assert!(scru160::try_new().is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if no ID can carry an instant as late as the start. Nothing has then changed.
pub fn configure_within(config: Config, start_unix_ms: u64, end_unix_ms: u64) -> Result<Window, RangeError> {
    PROCESS_WIDE.configure_within(config, start_unix_ms, end_unix_ms)
}

/// The window of the process-wide generator, from [`configure_within`].
pub type Window = idcore::Window<Config>;

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all of this, because there is only one generator.
    #[test]
    fn a_configuration_keeps_the_order_and_a_stray_reading_does_not_stop_new() {
        for node_id in 0..1000 {
            let before = new();
            configure(Config::new().with_node_id(node_id, 16).unwrap());
            let after = new();
            assert!(after > before && after.random16() == node_id);
        }

        let made = [new(), new_string().parse().unwrap(), try_new().unwrap()];
        assert!(made.is_sorted_by(|one, next| one < next), "{made:?}");

        let now = new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        assert!(new() > near.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(try_new().unwrap() < far.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(new() < far.unwrap());
    }
}
