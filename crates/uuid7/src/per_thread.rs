//! IDs from one generator per thread, without a lock.
//!
//! Within one thread, IDs increase. For the one exception, see [`Uuid7::new`](crate::Uuid7::new). IDs of different
//! threads are unique, like IDs of different processes, but beyond their timestamps they have no defined order. Use
//! this module if many threads generate many IDs and you need no order among the threads.
//!
//! ```
//! use uuid7::per_thread;
//!
//! let (first, second) = (per_thread::new(), per_thread::new());
//! assert!(first < second);
//! ```

use crate::{Config, Uuid7};

idcore::per_thread!(Uuid7, Config);
