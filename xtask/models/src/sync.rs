//! `std::sync`: loom's types, each of whose operations is one [`step`] and can have a [planted fault](crate::planted).

pub(crate) mod atomic;
mod mutex;

pub(crate) use loom::sync::Arc;
pub(crate) use mutex::{Mutex, MutexGuard};
pub(crate) use real::sync::{PoisonError, TryLockError};
