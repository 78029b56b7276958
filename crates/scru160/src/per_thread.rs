//! IDs from a generator for each thread, without a lock.
//!
//! IDs of one thread increase, with the same exception as those of [`scru160::new`](crate::new). IDs of different threads are
//! unique, as those of different processes are, and in no order beyond their timestamps. Use this module where many threads
//! make many IDs, and no order among the threads is needed.
//!
//! The generators have the default configuration, and no node id: [`configure`](crate::configure) and
//! [`configure_within`](crate::configure_within) do not apply to them.
//!
//! ```
//! let (first, second) = (scru160::per_thread::new(), scru160::per_thread::new());
//! assert!(first < second);
//! ```

use crate::{Config, Scru160};

idcore::per_thread! {
    Config, Scru160;

    /// Returns an error if the operating system has no randomness, or if its clock is not between 1970 and 10889.
}
