//! IDs from one generator per thread, without a lock.
//!
//! Within one thread, IDs increase. For the one exception, see [`Ulid::new`](crate::Ulid::new). IDs of different
//! threads are unique, like IDs of different processes, but beyond their timestamps they have no defined order. Use
//! this module if many threads generate many IDs and you need no order among the threads.
//!
//! ```
//! use ulid::per_thread;
//!
//! let (first, second) = (per_thread::new(), per_thread::new());
//! assert!(first < second);
//! ```

use std::thread_local;

use idcore::__private::PerThread;
use idcore::error::GenerateError;

use crate::{Config, Ulid};

thread_local! {
    static GENERATOR: PerThread<Config> = const { PerThread::new() };
}

/// Generates an ID with this thread's generator.
///
/// A forked child has its own generator. The random bits are cryptographically strong.
///
/// # Panics
///
/// Panics if the operating system can't provide random bits, or if its clock is out of range. [`try_new`] returns an
/// error instead.
///
#[doc = idcore::notes!(per_thread)]
#[must_use]
#[track_caller]
pub fn new() -> Ulid {
    GENERATOR.with(PerThread::id)
}

/// Generates an ID like [`new`], but never panics and never waits.
///
/// # Errors
///
/// Returns an error if the randomness of a millisecond is exhausted ([`new`] waits in this case), if the operating
/// system can't provide random bits, or if its clock is not between 1970 and 10889.
pub fn try_new() -> Result<Ulid, GenerateError> {
    GENERATOR.with(PerThread::try_id)
}
