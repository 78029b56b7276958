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

use crate::{Config, Ulid};

idcore::per_thread!(
    Ulid,
    Config,
    "if the randomness of a millisecond is exhausted ([`new`] waits in this case), "
);
