//! `std::sync::Mutex`.

use core::ops::{Deref, DerefMut};
use real::sync::{LockResult, TryLockError, TryLockResult};

use crate::execution::{self, step};

/// A lock. In a forked child, it keeps the state that it had at the fork.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

/// A lock that is held.
pub(crate) struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>);

impl<T> Mutex<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(loom::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let execution = execution::current();
        if execution.world.is_none() {
            return Ok(MutexGuard(Some(self.0.lock().expect("no thread panicked"))));
        }
        match self.try_lock() {
            Ok(guard) => Ok(guard),
            Err(_) if execution.is_child() => panic!("a child waits for a thread that does not exist"),
            Err(_) => panic!("in a model that forks, threads wait for each other; give it fewer"),
        }
    }

    pub(crate) fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        match step(|| self.0.try_lock()) {
            Ok(guard) => Ok(MutexGuard(Some(guard))),
            Err(_) => Err(TryLockError::WouldBlock),
        }
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("it is held until it is dropped")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("it is held until it is dropped")
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        step(|| drop(self.0.take()));
    }
}
