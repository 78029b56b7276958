//! IDs from a generator for each thread, without a lock.
//!
//! IDs of one thread increase, with the same exception as those of [`uuid7::new`](crate::new). IDs of different threads are
//! unique, as those of different processes are, and in no order beyond their timestamps. Use this module where many threads
//! make many IDs, and no order among the threads is needed.
//!
//! ```
//! let (first, second) = (uuid7::per_thread::new(), uuid7::per_thread::new());
//! assert!(first < second);
//! ```

use crate::{Config, Uuid7};

idcore::per_thread! {
    Config, Uuid7;

    /// Returns an error if the operating system has no randomness, or if its clock is not between 1970 and 10889.
}
