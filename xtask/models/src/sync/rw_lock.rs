//! `std::sync::RwLock`, as a forked child sees it.
//!
//! A child has a copy of the lock, so what it does to the lock does not synchronise with the parent's threads. Here a reader
//! therefore only looks at the lock, and sees what the memory model lets it see. loom's own lock would order everything.

use core::ops::{Deref, DerefMut};
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use real::sync::{LockResult, Mutex, PoisonError, TryLockError, TryLockResult};
use real::vec::Vec;

use crate::execution::step;
use crate::place::{Place, Word};

/// A lock for values that can be copied.
pub(crate) struct RwLock<T> {
    is_locked: Place,
    /// The value, as an index of `values`. A thread that is not synchronised with a writer can read an earlier one.
    value: Place,
    first: T,
    later: Mutex<Vec<T>>,
}

/// What a reader saw.
pub(crate) struct RwLockReadGuard<T>(T);

/// A lock that a writer holds.
pub(crate) struct RwLockWriteGuard<'a, T: Copy> {
    lock: &'a RwLock<T>,
    value: T,
}

impl<T> RwLock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { is_locked: Place::new(), value: Place::new(), first: value, later: Mutex::new(Vec::new()) }
    }
}

impl<T: Copy> RwLock<T> {
    fn read_value(&self) -> T {
        let value = self.value.get();
        match step(|| value.load(Relaxed)) {
            0 => self.first,
            later => self.later.lock().unwrap_or_else(PoisonError::into_inner)[usize::from_u64(later) - 1],
        }
    }

    pub(crate) fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        let is_locked = self.is_locked.get();
        let locked = step(|| is_locked.compare_exchange(0, 1, Acquire, Relaxed));
        locked.expect("the published code never has two writers");
        Ok(RwLockWriteGuard { lock: self, value: self.read_value() })
    }

    pub(crate) fn try_read(&self) -> TryLockResult<RwLockReadGuard<T>> {
        let is_locked = self.is_locked.get();
        if step(|| is_locked.load(Acquire)) == 1 {
            return Err(TryLockError::WouldBlock);
        }
        Ok(RwLockReadGuard(self.read_value()))
    }
}

impl<T> Deref for RwLockReadGuard<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Copy> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Copy> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: Copy> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        let index = {
            let mut later = self.lock.later.lock().unwrap_or_else(PoisonError::into_inner);
            later.push(self.value);
            later.len()
        };
        let (value, is_locked) = (self.lock.value.get(), self.lock.is_locked.get());
        step(|| value.store(index.to_u64(), Relaxed));
        step(|| is_locked.store(0, Release));
    }
}
