//! `std::sync`: loom's types. Each of their operations is one [`step`] and can have an [injected bug](crate::injected).

pub(crate) mod atomic;
mod mutex;

pub(crate) use loom::sync::Arc;
pub(crate) use mutex::{Mutex, MutexGuard};
pub(crate) use real::sync::{PoisonError, TryLockError};
