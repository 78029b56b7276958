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

use crate::{Config, Scru160};

idcore::per_thread!(Scru160, Config);
