//! IDs from one generator per thread, without a lock.
//!
//! Within one thread, IDs increase. For the one exception, see [`Scru160::new`](crate::Scru160::new). IDs of different
//! threads are unique, like IDs of different processes, but beyond their timestamps they have no defined order. Use
//! this module if many threads generate many IDs and you need no order among the threads.
//!
//! The generators have the default configuration without a node ID: [`configure`](crate::Scru160::configure) and
//! [`configure_within`](crate::Scru160::configure_within) do not affect them.
//!
//! ```
//! use scru160::per_thread;
//!
//! let (first, second) = (per_thread::new(), per_thread::new());
//! assert!(first < second);
//! ```

use std::thread_local;

use idcore::__private::PerThread;
use idcore::error::GenerateError;

use crate::{Config, Scru160};

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
pub fn new() -> Scru160 {
    GENERATOR.with(PerThread::id)
}

/// Generates an ID like [`new`], but never panics and never waits.
///
/// # Errors
///
/// Returns an error if the operating system can't provide random bits, or if its clock is not between 1970 and 10889.
pub fn try_new() -> Result<Scru160, GenerateError> {
    GENERATOR.with(PerThread::try_id)
}
