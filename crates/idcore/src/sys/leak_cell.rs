//! A value that can be replaced without a lock.

use core::ptr;
use std::boxed::Box;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

/// A place for the latest of several values. Neither `get` nor `replace` waits for another thread. Every value stays in
/// memory for the life of the process, so references to replaced values stay valid.
///
/// [`std::sync::OnceLock`] would block forever in a process that was forked while another thread filled it.
#[derive(Debug)]
pub(crate) struct LeakCell<T: 'static>(AtomicPtr<T>);

impl<T> LeakCell<T> {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }
}

/// Threads share the value (`Sync`), and a thread may drop a value that another thread created (`Send`).
impl<T: Send + Sync> LeakCell<T> {
    /// Returns the latest value, or `None` before the first.
    #[inline]
    pub(crate) fn get(&self) -> Option<&'static T> {
        let latest = self.0.load(Acquire);
        // SAFETY: the pointer is null, or was stored by `replace`. In the second case, it comes from a box that
        // `replace` leaked and nothing frees, so it is valid for any lifetime. The `Acquire` here pairs with the
        // release in `replace`, so this thread sees the whole value. Only shared references to the value are ever
        // created.
        unsafe { latest.as_ref() }
    }

    /// Replaces the value. If another thread does so at the same time, one of the two new values is dropped.
    pub(crate) fn set(&self, value: T) {
        self.get_or_replace(|_| false, |_| Box::new(value));
    }

    /// Returns the latest value if it is current. Otherwise creates its successor, unless another thread is faster.
    #[inline]
    pub(crate) fn get_or_replace(
        &self,
        is_current: impl FnOnce(&T) -> bool,
        next: impl FnOnce(Option<&'static T>) -> Box<T>,
    ) -> &'static T {
        match self.get() {
            Some(latest) if is_current(latest) => latest,
            outdated => self.replace(outdated, next(outdated)),
        }
    }

    /// Replaces a value that `get` returned. If another thread has already replaced it, drops `next`. Returns the
    /// resulting value.
    #[cold]
    fn replace(&self, outdated: Option<&'static T>, next: Box<T>) -> &'static T {
        let outdated = outdated.map_or(ptr::null_mut(), |value| ptr::from_ref(value).cast_mut());
        let next = Box::into_raw(next);
        // No value is ever freed, so an equal pointer means the same value. `get` has already acquired it.
        match self.0.compare_exchange(outdated, next, Release, Acquire) {
            // SAFETY: `next` comes from `into_raw`, and nothing frees it from now on. See `get`.
            Ok(_) => unsafe { &*next },
            Err(faster) => {
                // SAFETY: `next` comes from `into_raw` and was not stored, so this is its only owner.
                drop(unsafe { Box::from_raw(next) });
                // SAFETY: `faster` is not null. `outdated` is what `get` returned. Either that is null and `faster`
                // differs from it, or a value has been stored, and no null is stored after that. For the rest, see
                // `get`.
                unsafe { &*faster }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::vec::Vec;

    use super::*;

    /// Several threads replace one value at once. All of them see the same complete successor, and the others are
    /// dropped.
    #[test]
    fn one_of_several_replacements_wins() {
        let latest: LeakCell<(usize, Arc<()>)> = LeakCell::new();
        assert!(latest.get().is_none());
        let token = Arc::new(());
        for round in 1..=if cfg!(miri) { 5 } else { 200 } {
            let next =
                || latest.get_or_replace(|(of, _)| *of == round, |_| Box::new((round, Arc::clone(&token))));
            let seen: Vec<_> = std::thread::scope(|scope| {
                let threads = [(); 4].map(|()| scope.spawn(next));
                threads.map(|thread| thread.join().expect("it does not panic")).to_vec()
            });
            let winner = latest.get().expect("a value");
            assert_eq!(winner.0, round);
            assert!(seen.iter().all(|value| std::ptr::eq(*value, winner)));
            assert_eq!(Arc::strong_count(&token), 1 + round, "one here, and one for each round");
        }
    }

    /// Two replacements of the same value, as if by two threads.
    #[test]
    fn the_slower_of_two_replacements_is_dropped() {
        let (latest, token) = (LeakCell::new(), Arc::new(()));
        let faster = latest.replace(None, Box::new(Arc::clone(&token)));
        let slower = latest.replace(None, Box::new(Arc::clone(&token)));
        assert!(ptr::eq(faster, slower));
        assert_eq!(Arc::strong_count(&token), 2, "one here, and one in the faster value");
    }

    #[test]
    fn a_replaced_value_can_still_be_read() {
        let latest = LeakCell::new();
        let first = latest.get_or_replace(|_| true, |none| Box::new(none.is_none()));
        let second = latest.get_or_replace(|value| !value, |some| Box::new(some.is_none()));
        assert_eq!((*first, *second, latest.get()), (true, false, Some(&false)));
        assert!(ptr::eq(second, latest.get_or_replace(|value| !value, |_| Box::new(true))), "it is current");
    }
}
