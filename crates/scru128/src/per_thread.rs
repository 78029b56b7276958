//! IDs from a generator for each thread, without a lock.
//!
//! IDs of one thread increase, with the same exception as those of [`scru128::new`](crate::new). IDs of different threads are
//! unique, as those of different processes are, and in no order beyond their timestamps. Use this module where many threads
//! make many IDs, and no order among the threads is needed.
//!
//! ```
//! let (first, second) = (scru128::per_thread::new(), scru128::per_thread::new());
//! assert!(first < second);
//! ```

use crate::{Config, Scru128};

idcore::per_thread! {
    Config, Scru128;

    /// Returns an error if the operating system has no randomness, or if its clock is not between 1970 and 10889.
}
