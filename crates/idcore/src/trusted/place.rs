//! What is made once for all threads, without a lock.

use core::ptr;
use std::boxed::Box;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

/// A place that is filled at most once, and never blocks: neither `get` nor `fill` waits for another thread. What fills it
/// stays for the life of the process.
///
/// [`std::sync::OnceLock`] would block for ever in a process that was forked while another thread filled it.
#[derive(Debug)]
pub(crate) struct Place<T>(AtomicPtr<T>);

impl<T> Place<T> {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }
}

/// Threads share what is in it (`Sync`), and one may drop what another made (`Send`).
impl<T: Send + Sync> Place<T> {
    /// What it was filled with.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        let present = self.0.load(Acquire);
        // SAFETY: the pointer is null, or one that `fill` stored: from a box that it leaked and nobody frees (there is no
        // `drop` and no way to empty the place), so that it is valid for any lifetime. The `Acquire` here pairs with the
        // `Release` there, so that the value is seen whole. Only shared references to it are ever made.
        unsafe { present.as_ref() }
    }

    /// Fills it, unless that has happened; then `value` is dropped. Returns what it is filled with.
    #[cold]
    pub(crate) fn fill(&self, value: Box<T>) -> &T {
        let ours = Box::into_raw(value);
        match self.0.compare_exchange(ptr::null_mut(), ours, Release, Acquire) {
            // SAFETY: `ours` comes from `into_raw`, and from now on nobody frees it, see `get`.
            Ok(_) => unsafe { &*ours },
            Err(theirs) => {
                // SAFETY: `ours` comes from `into_raw` and was not stored, so that this is its only owner.
                drop(unsafe { Box::from_raw(ours) });
                // SAFETY: `theirs` is not null, or the exchange would have succeeded; else as in `get`.
                unsafe { &*theirs }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::vec::Vec;

    use super::*;

    /// Many threads fill one place: all see the same value, whole, and every other value is dropped.
    #[test]
    fn a_place_is_filled_once() {
        for _ in 0..200 {
            let place: Place<(usize, Arc<()>)> = Place::new();
            assert!(place.get().is_none());
            let token = Arc::new(());
            let seen: Vec<usize> = std::thread::scope(|scope| {
                let threads: Vec<_> = (1..=4)
                    .map(|thread| {
                        let value = Box::new((thread, Arc::clone(&token)));
                        scope.spawn(|| place.fill(value).0)
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
            });
            let filled = place.get().expect("it is filled").0;
            assert!((1..=4).contains(&filled) && seen.iter().all(|thread| *thread == filled));
            assert_eq!(Arc::strong_count(&token), 2, "ours, and the one that stays");
        }
    }
}
