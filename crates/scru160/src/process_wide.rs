//! IDs from one generator for all threads of the process.

use idcore::__private::{ProcessWide, ProcessWideId};
use idcore::error::{GenerateError, RangeError};

use crate::{Config, Scru160};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

impl Scru160 {
    /// Generates an ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than
    /// ten seconds, the generator starts over (resets) at the earlier time. A forked child has its own generator. The
    /// random bits are cryptographically strong.
    ///
    /// # Panics
    ///
    /// Panics if the operating system can't provide random bits, if its clock is out of range, or if
    /// [`configure_within`](Self::configure_within) allows no ID. [`try_new`](Self::try_new) returns an error instead.
    ///
    #[doc = idcore::notes!(process_wide)]
    #[doc(alias = "generate")]
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        PROCESS_WIDE.id()
    }

    /// Generates an ID like [`new`](Self::new), but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system can't provide random bits, if its clock is not between 1970 and 10889,
    /// or if [`configure_within`](Self::configure_within) allows no ID.
    pub fn try_new() -> Result<Self, GenerateError> {
        PROCESS_WIDE.try_id()
    }

    /// Sets the configuration of the process-wide generator, in this process and in the processes that it forks. IDs
    /// generated after this call are greater than all earlier IDs of this process, as [`new`](Self::new) describes.
    ///
    /// The generators of [`per_thread`](crate::per_thread) ignore it.
    ///
    /// Each call leaks about 40 bytes, because a forked child may read the previous configuration.
    pub fn configure(config: Config) {
        PROCESS_WIDE.configure(config);
    }

    /// Sets the configuration like [`configure`](Self::configure), together with a window of timestamps from
    /// `start_unix_ms` up to, but not including, `end_unix_ms`, in milliseconds since 1970.
    ///
    #[doc = idcore::notes!(window)]
    ///
    /// ```
    /// use scru160::clock::UnixTime;
    /// use scru160::{Config, Scru160};
    ///
    /// let now = std::time::SystemTime::now().to_unix_ms()?;
    /// let window = Scru160::configure_within(Config::new().with_node_id(42, 8)?, now, now + 60_000)?;
    /// let id = Scru160::try_new()?;
    /// assert!(window.extend(now + 120_000), "the lease is lost");
    /// window.stop();
    /// assert!(Scru160::try_new().is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry an instant as late as the start. On error, nothing changes.
    pub fn configure_within(
        config: Config,
        start_unix_ms: u64,
        end_unix_ms: u64,
    ) -> Result<Window, RangeError> {
        PROCESS_WIDE.configure_within(config, start_unix_ms, end_unix_ms)
    }
}

impl ProcessWideId for Scru160 {
    type Scheme = Config;
    type NewError = GenerateError;
    const PROCESS_WIDE: &'static ProcessWide<Config, GenerateError> = &PROCESS_WIDE;
}

/// The window of the process-wide generator, from [`Scru160::configure_within`].
pub type Window = idcore::Window<Config>;
