//! IDs from a generator for each thread, without a lock.
//!
//! IDs of one thread increase, with the same exception as those of [`Scru128::new`](crate::Scru128::new). IDs of different threads are
//! unique, as those of different processes are, and in no order beyond their timestamps. Use this module where many threads
//! make many IDs, and no order among the threads is needed.
//!
//! ```
//! use scru128::per_thread;
//!
//! let (first, second) = (per_thread::new(), per_thread::new());
//! assert!(first < second);
//! ```

use std::thread_local;

use idcore::__private::PerThread;
use idcore::error::GenerateError;

use crate::{Config, Scru128};

thread_local! {
    static GENERATOR: PerThread<Config> = const { PerThread::new() };
}

/// Generates an ID with this thread's generator.
///
/// A forked child has its own generator. The randomness is cryptographically strong.
///
/// # Panics
///
/// Panics if the operating system has no randomness or no plausible time. [`try_new`] returns an error instead.
///
#[doc = idcore::notes!(per_thread)]
#[must_use]
#[track_caller]
pub fn new() -> Scru128 {
    GENERATOR.with(PerThread::id)
}

/// Generates an ID like [`new`], but never panics and never waits.
///
/// # Errors
///
/// Returns an error if the operating system has no randomness, or if its clock is not between 1970 and 10889.
pub fn try_new() -> Result<Scru128, GenerateError> {
    GENERATOR.with(PerThread::try_id)
}
