//! IDs from one generator for all threads of the process.

use idcore::__private::{ProcessWide, ProcessWideId};
use idcore::error::GenerateError;

use crate::{Config, Ulid};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

impl Ulid {
    /// Generates an ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than
    /// ten seconds, the generator starts over (resets) at the earlier time. A forked child has its own generator. The
    /// random bits are cryptographically strong.
    ///
    /// # Panics
    ///
    /// Panics if the operating system can't provide random bits, or if its clock is out of range.
    /// [`try_new`](Self::try_new) returns an error instead.
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
    /// or if the randomness of a millisecond is exhausted ([`new`](Self::new) waits in this case).
    pub fn try_new() -> Result<Self, GenerateError> {
        PROCESS_WIDE.try_id()
    }
}

impl ProcessWideId for Ulid {
    type Scheme = Config;
    type NewError = GenerateError;
    const PROCESS_WIDE: &'static ProcessWide<Config, GenerateError> = &PROCESS_WIDE;
}
