//! A value that a forked child can read, even if another thread was replacing it at the fork.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{PoisonError, RwLock, TryLockError};

/// A value, and room for the next one. One process publishes values, one after the other. The processes that it forks
/// read the latest.
///
/// A writer locks only the place that does not hold the latest value. So the latest can be read without waiting, even
/// in a child that inherited the lock of the other place from a thread that does not exist in the child.
pub(crate) struct Published<T> {
    places: [RwLock<Option<T>>; 2],
    latest: AtomicUsize,
}

impl<T: Copy> Published<T> {
    pub(crate) const fn new(value: Option<T>) -> Self {
        Self { places: [RwLock::new(value), RwLock::new(None)], latest: AtomicUsize::new(0) }
    }

    /// Replaces the value. The caller makes sure that no other thread does so at the same time.
    pub(crate) fn publish(&self, value: T) {
        let [first, second] = &self.places;
        // The caller has synchronised with the writer before this one.
        let (next, place) = if self.latest.load(Relaxed) == 0 { (1, second) } else { (0, first) };
        *place.write().unwrap_or_else(PoisonError::into_inner) = Some(value);
        self.latest.store(next, Release);
    }

    /// The latest value, if there is one.
    pub(crate) fn get(&self) -> Option<T> {
        let [first, second] = &self.places;
        let place = if self.latest.load(Acquire) == 0 { first } else { second };
        match place.try_read() {
            Ok(value) => *value,
            Err(TryLockError::Poisoned(error)) => *error.into_inner(),
            // Another thread of this process is publishing. Callers rule that out.
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a child sees that was forked while its parent published the third value.
    #[test]
    fn the_latest_can_be_read_while_the_next_is_written() {
        let published = Published::new(Some(0));
        assert_eq!(published.get(), Some(0));
        for value in 1..5 {
            let latest = published.latest.load(Acquire);
            published.publish(value);
            // While the value was written, children read the place that was the latest then.
            let before = published.places[latest].read().expect("no writer panicked");
            assert_eq!(*before, Some(value - 1));
            let _writer = published.places[latest].try_write();
            assert_eq!(published.get(), Some(value));
        }
    }
}
